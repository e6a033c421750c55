# Sourced: gets the DynamoDBs that others wrote ready to run. Each function answers by its exit status, and says in one line
# why it can't. Needs $work, a directory for logs.

backends=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
moto_python=$backends/moto/.venv/bin/python

prepare_dynalite() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "dynalite: SKIPPED, node and npm are not installed"
    return 1
  fi
  # Its native part comes built inside the package, so no install script needs to run.
  (cd "$backends/dynalite" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >"$work/npm.out")
}

prepare_moto() {
  local python
  if ! python=$(command -v python3) || ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "moto: SKIPPED, python3 with venv is not installed"
    return 1
  fi
  if [[ ! -x $moto_python ]]; then
    "$python" -m venv "$backends/moto/.venv"
  fi
  "$moto_python" -m pip install --quiet --disable-pip-version-check --requirement "$backends/moto/requirements.txt"
}
