# Sourced by ./noether and ./test with `root` set: installs the dependencies when they are missing or older than the lock
# file, and says so on a terminal. What npm prints is only shown when it fails.

install_dependencies() {
  local installed="$root/node_modules/.package-lock.json"
  if [[ -e $installed && ! $root/package-lock.json -nt $installed ]]; then return; fi
  require_node
  # Not `npm ci`: it insists on the optional binaries of all platforms being in the lock file, needed here or not. The
  # versions and hashes are those of the lock file all the same, and nothing is written into it. Scripts of packages are never run.
  quietly "Installing the dependencies" npm --prefix "$root" install --no-save --ignore-scripts --no-audit --no-fund
  touch "$installed"
}

require_node() {
  local found
  found="$(node --version 2>/dev/null || echo none)"
  if [[ $found =~ ^v([0-9]+) && ${BASH_REMATCH[1]} -ge 20 ]]; then return; fi
  echo "Noether needs Node.js 20 or newer; found: $found. See https://nodejs.org" >&2
  exit 2
}

quietly() {
  local what="$1" log
  shift
  if [[ -t 2 ]]; then echo "$what …" >&2; fi
  mkdir -p "$root/.build"
  log="$root/.build/prepare.$$.log"
  if "$@" >"$log" 2>&1 </dev/null; then
    rm -f "$log"
    return
  fi
  echo "$what failed (all of it is in $log):" >&2
  head -n 30 "$log" >&2
  exit 1
}
