# shellcheck shell=bash
# Part of ./run: installs the apt packages that a command needs and that are missing.

# missing_packages COMMAND: of those that every command needs, and those that packages.apt names the command behind.
missing_packages() {
  local package
  while read -r package; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done < <(sed 's/#.*//' "$root/packages.apt" |
    awk -v command="$1" 'NF == 1 { print $1 } { for (i = 2; i <= NF; ++i) if ($i == command) print $1 }')
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  else
    sudo "$@"
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
}

# install_packages COMMAND
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "This is no Debian or Ubuntu: the packages in packages.apt must be there under the names they have here."
    return
  fi
  local missing log
  mapfile -t missing < <(missing_packages "$1")
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
    fail "Missing packages, and no sudo to install them. As root: apt-get install ${missing[*]}"
  fi
  say "Installing ${#missing[@]} apt packages: ${missing[*]}"
  log=$(mktemp)
  if ! { apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"; } </dev/null >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    fail "The packages could not be installed; all of apt's output is in $log."
  fi
  rm -f "$log"
}
