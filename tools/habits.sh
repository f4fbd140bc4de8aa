# shellcheck shell=bash
# Part of ./run: what every file of this repository keeps to. A check prints one line if all is well, or what it found.

# The clang-format and clang-tidy of Debian 12: other versions have other opinions.
readonly llvm_version=14
readonly not_checked=77  # what a check returns that cannot be made here

sources() { git -C "$root" ls-files '*.cpp' '*.hpp'; }

# is_our_version TOOL NAME: or one line that says why the check NAME is left out.
is_our_version() {
  local version
  version=$("$1" --version | sed -n 's/.*version \([0-9]*\).*/\1/p' | head -n 1)
  [[ $version == "$llvm_version" ]] && return
  echo "$2: not checked; $1 here is version $version, and Debian 12's, version $llvm_version, decides"
  return 1
}

check_format() {
  is_our_version clang-format format || return $not_checked
  (cd "$root" && sources | xargs clang-format --dry-run -Werror) && echo "format: $(sources | wc -l) files"
}

check_spelling() {
  (cd "$root" &&
    git ls-files '*.md' '*.cpp' '*.hpp' '*.def' '*.py' '*.yaml' '*.1' '*.cmake' '*CMakeLists.txt' run packages.apt lint tools |
    xargs codespell --ignore-words lint/words) && echo "spelling: no word that codespell knows to be wrong"
}

check_shell() {
  (cd "$root" && shellcheck --external-sources --check-sourced run && shellcheck .ci/run tools/use_packages &&
    shellcheck --shell=bash app/completion/limber.bash) && echo "shell: run with its parts, and 3 other scripts"
}

# check_tidy [FOLDER...]: every .cpp, with what it includes; or those below the folders. Nothing is compiled.
check_tidy() {
  is_our_version clang-tidy tidy || return $not_checked
  configure tidy
  compile build-tidy build.ninja  # new and removed files
  "$root/lint/tidy" "$root/build-tidy" "$(job_count)" "$@"
}

# The library: all files would take longer than all tests on a machine where none has been checked before.
check_tidy_core() { check_tidy core/src; }

# lint CHECK...: all of them run, and count.
lint() {
  local check code
  for check in "$@"; do
    code=0
    "$check" >&2 || code=$?
    case $code in
      0) passed=$((passed + 1)) ;;
      "$not_checked") skipped=$((skipped + 1)) ;;
      *) failed=$((failed + 1)) ;;
    esac
  done
}

lint_quickly() { lint "$root/lint/rooms" "$root/lint/unity_names" check_format check_spelling check_shell; }
