# Sourced by ./test: installs Gmsh, CalculiX with its test suite and VTK, beside which tests compare, Chromium, in which the studio is tested, and Redis, on which studies are queued, where that needs nobody's leave (root on Debian or
# what is made from it). It never fails and never waits for long: the tests that need what is missing are skipped, and say so.

install_programs() {
  local missing=() package
  command -v gmsh >/dev/null || missing+=(gmsh)
  command -v ccx >/dev/null || missing+=(calculix-ccx)
  [[ -d /usr/share/doc/calculix-ccx-test/examples ]] || missing+=(calculix-ccx-test)
  command -v chromium >/dev/null || missing+=(chromium)
  command -v redis-server >/dev/null || missing+=(redis-server)
  python_has vtk || missing+=(python3-vtk9)
  python_has meshio || missing+=(python3-meshio)
  if [[ ${#missing[@]} -eq 0 || ${NOETHER_INSTALL:-yes} == no ]]; then return; fi
  if [[ $EUID -ne 0 ]] || ! command -v apt-get timeout >/dev/null; then return; fi
  echo "Installing ${missing[*]} (NOETHER_INSTALL=no keeps from it) …" >&2
  mkdir -p "$root/.build"
  local log="$root/.build/programs.log"
  apt 120 update >"$log" 2>&1
  # One by one: a package that a system does not have keeps none of the others away.
  for package in "${missing[@]}"; do
    apt 600 install --yes --no-install-recommends "$package" >>"$log" 2>&1 ||
      echo "$package could not be installed, and the tests that need it are skipped: see $log" >&2
  done
}

apt() {
  local seconds="$1"
  shift
  DEBIAN_FRONTEND=noninteractive timeout --kill-after=10 "$seconds" apt-get --quiet \
    -o DPkg::Lock::Timeout=60 -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "$@" </dev/null
}

# The tests look in the same two places.
python_has() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$1') is None)" >/dev/null 2>&1 && return
  done
  return 1
}
