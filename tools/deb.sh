# shellcheck shell=bash
# Part of ./run: the Debian packages, and a trial of them on a system that has nothing of ours.

build_packages() {
  configure package
  compile build-package
  rm -f "$root"/build-package/*.deb
  if ! (cd "$root" && cpack --preset package) >"$root/build-package/cpack.log" 2>&1; then
    cat "$root/build-package/cpack.log" >&2
    fail "cpack could not make the packages."
  fi
  say "In build-package: $(cd "$root/build-package" && echo ./*.deb)"
}

# try_packages ROOT: installs them in a Debian tree below ROOT, of the same release as this one, and uses them there
# (tools/use_packages). The tree is changed: give it a copy.
try_packages() {
  local tree=$1 work
  [[ $(id -u) == 0 ]] || fail "Only root may change to another root: sudo ./run package --try $tree"
  [[ -x $tree/usr/bin/apt-get && ! $tree -ef / ]] || fail "There is no Debian system in '$tree'."
  work=$(mktemp -d "$tree/tmp/limber.XXXXXX")
  chmod 755 "$work"
  cp -r "$root"/build-package/*.deb "$root/examples" "$root/tools/use_packages" "$work"
  # A mount namespace of its own: what is mounted in it ends with it.
  # shellcheck disable=SC2016
  unshare --mount bash -c '
    mount --bind /proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot "$1" "${2#"$1"}/use_packages"' \
    bash "$tree" "$work" || fail "The packages do not work in $tree; $work has what was tried."
  rm -rf "$work"
}
