# shellcheck shell=bash
# Part of ./run: runs the tests, plain and under sanitizers, and adds up what they say.

launcher=()  # what ctest is started with
passed=0
failed=0
skipped=0

# Adds up what a ctest run left in its log: GoogleTest's own counts, and 1 for any other kind of test.
add_up() {
  local counts
  counts=$(awk '
    / Testing: /                  { p = f = s = 0 }
    /^\[  PASSED  \] [0-9]+ test/ { p = $4 }
    /^\[  SKIPPED \] [0-9]+ test/ { s = $4 }
    /^\[  FAILED  \] [0-9]+ test/ { f = $4 }
    /^Test Passed\./              { P += p + s > 0 ? p : 1; S += s }
    /^Test (Failed|timed out|Not Run)/ || /^Unable to find executable/ { P += p; S += s; F += f > 0 ? f : 1 }
    END { print P + 0, F + 0, S + 0 }' "$1")
  local p f s
  read -r p f s <<<"$counts"
  passed=$((passed + p))
  failed=$((failed + f))
  skipped=$((skipped + s))
}

# run_tests DIRECTORY CTEST-OPTION...
run_tests() {
  local directory=$root/$1 failed_before=$failed succeeded=true
  shift
  rm -f "$directory/Testing/Temporary/LastTest.log"
  (cd "$directory" && "${launcher[@]}" ctest --output-on-failure --no-tests=error -j "$(job_count)" "$@") || succeeded=false
  [[ ! -f $directory/Testing/Temporary/LastTest.log ]] || add_up "$directory/Testing/Temporary/LastTest.log"
  # Whatever the log says, a ctest that failed is a failure.
  if ! $succeeded && ((failed == failed_before)); then failed=$((failed + 1)); fi
}

# run_sanitized DIRECTORY LABEL: a slower build, so a tenth of the random cases.
run_sanitized() { LIMBER_TEST_SCALE=0.1 RC_PARAMS=max_success=10 run_tests "$1" -L "$2"; }

# The presets asan and tsan are clang's, which compiles Eigen under sanitizers in less time than GCC and has libFuzzer; and
# they compile several files at a time. The fuzzers are part of asan: they want the same sanitizers.
test_asan() {
  stage "Building with the address and undefined sanitizers"
  configure asan
  compile build-asan limber_unit limber_fuzz
  stage "Tests with the address and undefined sanitizers"
  run_sanitized build-asan unit
  stage "Fuzzing: every reader for 20 s"
  run_tests build-asan -L fuzz
}

test_tsan() {
  stage "Building with the thread sanitizer"
  configure tsan
  compile build-tsan limber_threads
  stage "Tests with the thread sanitizer"
  # Older thread sanitizers cannot place their shadow where newer kernels scatter addresses widely.
  if setarch -R true 2>/dev/null; then launcher=(setarch -R); fi
  run_sanitized build-tsan threads
  launcher=()
}
