# shellcheck shell=bash
# Part of ./run: builds and tests ros2/ if ROS 2 is installed.

# with_ros2 SETUP COMMAND...: in ROS 2's environment, with the library and the program as they would be installed.
# Debian's own Python goes first: ROS 2 is built for that.
with_ros2() {
  local setup=$1 work=$root/build-ros2
  shift
  (
    # ROS's own scripts read variables that may be unset.
    set +u
    export PATH=$work/limber/bin:/usr/bin:/bin:$PATH
    # shellcheck disable=SC1090
    source "$setup"
    export CMAKE_PREFIX_PATH=$work/limber:$CMAKE_PREFIX_PATH
    export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
    "$@"
  )
}

readonly ros2_prefix=/opt/ros/${ROS_DISTRO:-jazzy}

# ros2_needs: the packages of ROS 2 that ros2/ names and that are not its own.
ros2_needs() {
  sed -n 's|.*<[a-z]*_*depend>\([a-z0-9_]*\)</.*|\1|p' "$root"/ros2/*/package.xml | sort -u |
    grep -vxF "$(sed -n 's|.*<name>\(.*\)</name>.*|\1|p' "$root"/ros2/*/package.xml)"
}

# ros2_lacks: what is missing to build and test ros2/, in words; nothing if all is there.
ros2_lacks() {
  local package lacks=()
  if [[ ! -f $ros2_prefix/setup.bash ]]; then
    echo "not found in $ros2_prefix"
  elif ! command -v colcon >/dev/null; then
    echo "$ros2_prefix is there, but no colcon"
  else
    for package in $(ros2_needs); do
      [[ -e $ros2_prefix/share/ament_index/resource_index/packages/$package ]] || lacks+=("$package")
    done
    if ((${#lacks[@]} > 0)); then echo "$ros2_prefix lacks ${lacks[*]}"; fi
  fi
}

# ros2_colcon SETUP VERB...: on ros2/, everything in build-ros2.
ros2_colcon() {
  local setup=$1 verb=$2 work=$root/build-ros2
  shift 2
  with_ros2 "$setup" colcon --log-base "$work/log" "$verb" --base-paths "$root/ros2" --build-base "$work/build" \
    --install-base "$work/install" "$@" >&2
}

# build_ros2 SETUP: the build directory `build` is up to date.
build_ros2() {
  cmake --install "$root/build" --prefix "$root/build-ros2/limber" >/dev/null
  ros2_colcon "$1" build --cmake-args -G Ninja -DCMAKE_BUILD_TYPE=Release
}

# Adds up `colcon test-result --all`, a line a file: "…/x.gtest.xml: 70 tests, 0 errors, 0 failures, 0 skipped". Each
# program's own file, in test_results, has its cases; ctest's, in Testing, has each program besides, and counts only if a
# program failed without a word of its own. Prints passed, failed, skipped.
count_cases() {
  awk '
    !/ tests?, /       { next }
    /\/Testing\//      { programs += $4 + $6 }
    /\/test_results\// { all += $2; bad += $4 + $6; left += $8 }
    END { print all - bad - left, (bad > 0 ? bad : programs + (all == 0)), left + 0 }'
}

test_ros2() {
  local setup=$ros2_prefix/setup.bash lacks results=$root/build-ros2/build good=0 bad=1 left=0
  lacks=$(ros2_lacks)
  if [[ -n $lacks ]]; then
    say "ROS 2: $lacks, so ros2/ is not built."
    return
  fi
  stage "ROS 2: found ($setup), building ros2/"
  if ! build_ros2 "$setup"; then
    failed=$((failed + 1))
    return
  fi
  stage "ROS 2: testing ros2/"
  rm -rf "$results"/*/test_results
  # They wait for a robot's time rather than for the processor.
  ros2_colcon "$setup" test --ctest-args -j "$(($(job_count) + 1))" || true
  local tell=(colcon --log-base "$root/build-ros2/log" test-result --test-result-base "$results")
  with_ros2 "$setup" "${tell[@]}" --verbose >&2 || true
  read -r good bad left < <(with_ros2 "$setup" "${tell[@]}" --all | count_cases) || true
  passed=$((passed + good))
  failed=$((failed + bad))
  skipped=$((skipped + left))
}
