# shellcheck shell=bash
# Opens the desktop that ./bowline has built; sourced by it, with "app", "java", "home" and the arguments of "ui" set. Does not return.

traces=() workspace=${BOWLINE_WORKSPACE:-${XDG_DATA_HOME:-$HOME/.local/share}/bowline/workspace}
usage() { say "ui: $1 (./bowline ui --help)"; exit 2; }
shift
while [ $# -gt 0 ]; do
  case $1 in
    --workspace) [ $# -gt 1 ] || usage "--workspace needs a folder."; workspace=$2; shift 2 ;;
    --workspace=*) workspace=${1#*=}; shift ;;
    --) shift; traces+=("$@"); break ;;
    -*) usage "unknown option $1." ;;
    *) traces+=("$1"); shift ;;
  esac
done
open=()
for trace in "${traces[@]}"; do
  if ! [ -r "$trace" ]; then
    say "ui: $trace: there is no such trace, or $(id -un) may not read it."
    exit 3
  fi
  open+=(-bowline.open "$(readlink -f "$trace")")
done
if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
  say "ui: there is no screen (DISPLAY is not set). Over ssh use \"ssh -X\"; \"./bowline analyze\" needs none."
  exit 69
fi

mkdir -p "$workspace" 2>/dev/null && [ -w "$workspace" ] || { say "ui: the workspace $workspace cannot be written; name another with --workspace DIR."; exit 73; }
# Held as long as the window is open: two windows on one workspace would spoil it.
exec 8>"$workspace/.bowline.lock"
if ! flock -n 8; then
  say "ui: a window with the workspace $workspace is open already; close it, or name another with --workspace DIR."
  exit 75
fi

words=(-nosplash -data "$workspace" -bowline.window "${open[@]}")
# shellcheck disable=SC2206 # a list of words
options=(-XX:MaxRAMPercentage=60 -Dfile.encoding=UTF-8 ${BOWLINE_JAVA_OPTS:-})
if [ -d "$app/plugins" ]; then
  launcher=("$app"/plugins/org.eclipse.equinox.launcher_*.jar)
  # Its own caches lie beside the workspace: the build may belong to somebody else.
  exec "$java" "${options[@]}" -jar "${launcher[0]}" -configuration "$workspace/.configuration/${app##*/}" "${words[@]}"
fi

# The user's own installation, with our bundles beside it: a configuration of its own lists both, so that nothing in it changes.
own=$BOWLINE_TRACECOMPASS
[ -d "$own/plugins" ] || own=$own/Contents/Eclipse
own=$(readlink -f "$own")
launcher=("$own"/plugins/org.eclipse.equinox.launcher_*.jar)
list=$own/configuration/org.eclipse.equinox.simpleconfigurator/bundles.info
if ! [ -r "$list" ] || ! [ -r "$own/configuration/config.ini" ] || ! [ -r "${launcher[0]}" ]; then
  say "ui: $BOWLINE_TRACECOMPASS cannot be started from here: it has no configuration/config.ini with a list of bundles. Copy $app/dropins/bowline into its dropins folder and start it as usual."
  exit 69
fi
configuration=$workspace/.configuration/${app##*/}
mkdir -p "$configuration" && cp "$list" "$configuration/bundles.info" || { say "ui: $configuration cannot be written."; exit 73; }
for bundle in "$app"/dropins/bowline/eclipse/plugins/*.jar; do
  name=$(basename "$bundle" .jar)
  grep -q "^${name%%_*},${name#*_}," "$list" || echo "${name%%_*},${name#*_},file:$bundle,4,false"
done >>"$configuration/bundles.info"
{
  grep -v '^org.eclipse.equinox.simpleconfigurator.configUrl=' "$own/configuration/config.ini"
  echo "org.eclipse.equinox.simpleconfigurator.configUrl=file:$configuration/bundles.info"
  echo "org.eclipse.equinox.simpleconfigurator.exclusiveInstallation=false"
} >"$configuration/config.ini"
exec "$java" "${options[@]}" -jar "${launcher[0]}" -install "$own" -configuration "$configuration" "${words[@]}"
