# Sourced by ./noether and ./test with `root` set: installs the dependencies when node_modules is not what the lock file says, and says so on a
# terminal. What npm prints is only shown when it fails.

# The lock file that node_modules was last found to agree with. Dates would not do: a copied node_modules is newer than the lock file, whatever is in it.
installed_lock="$root/node_modules/.noether-lock.json"

is_installed() {
  [[ -e $installed_lock && "$(<"$root/package-lock.json")" == "$(<"$installed_lock")" ]]
}

install_dependencies() {
  if is_installed; then return; fi
  require_node
  if ! node "$root/scripts/lock-file.mjs" installed >/dev/null 2>&1; then
    # Exactly what the lock file says, from nothing; a lock file that does not fit the manifests is refused. Scripts of packages are never run.
    quietly "Installing the dependencies" npm --prefix "$root" ci --ignore-scripts --no-audit --no-fund
  fi
  cp "$root/package-lock.json" "$installed_lock"
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
