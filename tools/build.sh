# shellcheck shell=bash
# Part of ./run: configures and builds, with progress, and without a word if there is nothing to do.

# One compiler a core, and 1.5 GB of memory for each: Eigen is hungry.
job_count() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo)
  echo "${LIMBER_JOBS:-$((memory < 1 ? 1 : memory < cores ? memory : cores))}"
}

# configure PRESET: a build directory as CMakePresets.json has it. Only the first time, or when presets or options have
# changed; later Ninja sees to it.
configure() {
  local directory=$root/build-$1 options
  if [[ $1 == default ]]; then directory=$root/build; fi
  options="$1 $(cksum <"$root/CMakePresets.json") ${extra_cmake_arguments[*]}"
  [[ ! -f $directory/build.ninja || $(cat "$directory/options.txt" 2>/dev/null) != "$options" ]] || return 0
  say "Configuring ${directory##*/}"
  mkdir -p "$directory"
  if ! cmake -S "$root" --preset "$1" "${extra_cmake_arguments[@]}" >"$directory/configure.log" 2>&1; then
    cat "$directory/configure.log" >&2
    fail "CMake could not configure $directory."
  fi
  echo "$options" >"$directory/options.txt"
}

# Ninja's output without what it says when there is nothing to do; on a terminal the steps overwrite each other.
show_progress() {
  local line columns=0
  if [[ -t 2 ]]; then columns=$(tput cols 2>/dev/null || echo 80); fi
  while IFS= read -r line; do
    case $line in
      "ninja: Entering"* | "ninja: no work"* | *"Re-checking globbed"* | "-- "*) ;;
      \[*/*\]*) if ((columns > 0)); then printf '\r\033[K%s' "${line:0:columns-1}"; else say "$line"; fi ;;
      *) if ((columns > 0)); then printf '\r\033[K%s\n' "$line"; else say "$line"; fi ;;
    esac
  done >&2
  if ((columns > 0)); then printf '\r\033[K' >&2; fi
}

# compile DIRECTORY TARGET...: silent where there is nothing to do.
compile() {
  local directory=$root/$1
  shift
  ninja -C "$directory" -j "$(job_count)" "$@" 2>&1 | show_progress || fail "The build in $directory failed."
}

build_program() {
  install_packages demo
  configure default
  compile build "$program"
}
