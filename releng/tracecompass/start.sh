# shellcheck shell=bash
# Opens the desktop that ./bowline has built; sourced by it, with "app", "java", "home" and the arguments of "ui" set. Does not return.

traces=() at=() workspace=${BOWLINE_WORKSPACE:-${XDG_DATA_HOME:-$HOME/.local/share}/bowline/workspace}
usage() { say "ui: $1 (./bowline ui --help)"; exit 2; }
shift
while [ $# -gt 0 ]; do
  case $1 in
    --workspace) [ $# -gt 1 ] || usage "--workspace needs a folder."; workspace=$2; shift 2 ;;
    --workspace=*) workspace=${1#*=}; shift ;;
    --at) [ $# -gt 1 ] || usage "--at needs a place in the window."; at=("$2"); shift 2 ;;
    --at=*) at=("${1#*=}"); shift ;;
    --) shift; traces+=("$@"); break ;;
    -*) usage "unknown option $1." ;;
    *) traces+=("$1"); shift ;;
  esac
done
if [ ${#at[@]} -gt 0 ]; then
  # The window says which range or thread a recording does not have; what is not written as a place does not start it.
  [[ ${at[0]} =~ ^(findings|requests|threads|critical-path|wait-for|knots|clocks|tables|tags|flame-graph|details)(,from=-?[0-9]+,to=-?[0-9]+)?(,thread=.+:[0-9]+)?$ ]] \
    || usage "--at ${at[0]} is not written as VIEW[,from=NS,to=NS][,thread=HOST:TID], with a VIEW of --help; Copy Link in the menu of a view gives it."
  [ ${#traces[@]} -gt 0 ] || usage "--at is a place in a recording: name its traces as well."
  at=(-bowline.at "${at[0]}")
fi
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

words=(-nosplash -data "$workspace" -bowline.window)
# The heap may grow, but what is free is given back: it begins small, keeps little to spare, and while nobody does anything it is collected.
# shellcheck disable=SC2206 # a list of words
options=(-XX:MaxRAMPercentage=60 -Xms96m -XX:MinHeapFreeRatio=15 -XX:MaxHeapFreeRatio=30 -XX:G1PeriodicGCInterval=10000 -Dfile.encoding=UTF-8 ${BOWLINE_JAVA_OPTS:-})

# Our own desktop keeps the classes that its first window has loaded, with what the JVM makes of them, in an archive beside them: later windows need a good part less of the processor until
# they show something. It is written when the window closes. Only the JVM and the jars that it was made with use it; without it all works, so nothing is said if it cannot be made.
archive=''
archived() {
  classes=()
  # Made under other settings it would suit no other window.
  case ${archive:+${BOWLINE_JAVA_OPTS:-ours}} in '' | *-X* | *agent*) return 0 ;; esac
  if [ -e "$archive" ]; then
    # Without comparing its checksums, which would have all of it in memory: Java looks whether it is cut off.
    classes=("-XX:SharedArchiveFile=$archive" '-Xlog:cds*=off')
  elif [ -w "${archive%/*}" ]; then
    classes=("-XX:ArchiveClassesAtExit=$archive.$$" '-Xlog:cds*=off')
  fi
}
# What a window has written is in place as a whole and on the disk, or not at all.
keep_archive() {
  [ -n "$archive" ] && [ -e "$archive.$$" ] || return 0
  if [ "$1" = 0 ] || [ "$1" = 23 ] || [ "$1" = 24 ] || [ "$1" = 143 ]; then
    sync "$archive.$$" && mv -f "$archive.$$" "$archive"
  else
    rm -f "$archive.$$"
  fi
}

# run JAVA WORD...: the window until it is closed; does not return. File > Restart and the link that another theme shows end Java with 23, or with 24 where an
# installation has a launcher of its own. Then it starts again, with what was named; the lock of the workspace stays held. Only the place is not gone to again.
# In the background, because only then does a signal reach this script before Java ends by itself. A signal between two starts ends it as well.
run() {
  local window='' ended signal='' place=("${at[@]}")
  trap 'signal=130; end_window' INT
  trap 'signal=143; end_window' TERM
  trap 'signal=129; end_window' HUP
  end_window() { [ -z "$window" ] || kill -TERM "$window" 2>/dev/null; }
  while :; do
    archived
    "$1" "${classes[@]}" "${@:2}" "${words[@]}" "${open[@]}" "${place[@]}" &
    window=$!
    [ -z "$signal" ] || end_window
    wait "$window"
    ended=$?
    while kill -0 "$window" 2>/dev/null; do # a signal ended the waiting, not the window
      wait "$window"
      ended=$?
    done
    window=''
    keep_archive "$ended"
    case $ended in
      23 | 24) [ -z "$signal" ] || exit "$signal" ;;
      *) exit "$ended" ;;
    esac
    place=()
  done
}

if [ -d "$app/plugins" ]; then
  launcher=("$app"/plugins/org.eclipse.equinox.launcher_*.jar)
  archive=$app/classes.jsa
  # Its own caches lie beside the workspace: the build may belong to somebody else.
  run "$java" "${options[@]}" -jar "${launcher[0]}" -configuration "$workspace/.configuration/${app##*/}"
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

# Its launcher's own settings: after "-vm" the Java to run it with, after "-vmargs" that Java's options.
ini=
for each in "$own"/tracecompass.ini "$own"/eclipse.ini "$own"/*.ini; do
  if [ -r "$each" ]; then ini=$each; break; fi
done
vm='' settings=()
if [ -n "$ini" ]; then
  vm=$(sed -n '/^-vmargs/q; /^-vm[[:space:]]*$/ { n; s/[[:space:]]*$//; p; q }' "$ini")
  mapfile -t settings < <(tr -d '\r' <"$ini" | sed -n '/^-vmargs/,$ { /^-vmargs/d; /^[[:space:]]*$/d; p }')
fi

# java_of FILE: the Java that a launcher's setting means: it may name the program, the folder that holds it, or a library beside it.
java_of() {
  local at=$1
  case $at in /*) ;; *) at=$own/$at ;; esac
  case $at in *.so) ;; *) [ -f "$at" ] && [ -x "$at" ] && { readlink -f "$at"; return; } ;; esac
  while [ "$at" != / ] && [ -n "$at" ]; do
    for each in "$at/java" "$at/bin/java"; do
      [ -f "$each" ] && [ -x "$each" ] && { readlink -f "$each"; return; }
    done
    case $at in *.so | */lib | */lib/*) at=${at%/*} ;; *) return 1 ;; esac
  done
  return 1
}

if [ -n "$vm" ]; then
  java=$(java_of "$vm") || { say "ui: $ini names the Java $vm, which is not there. Correct the line after -vm, or remove both."; exit 69; }
else
  # What its bundles need: an Eclipse started with less leaves those out that need more, without a word.
  read -r needed because < <("$java" "$root/releng/tracecompass/RequiredJava.java" "$own" "$list")
  if [ -z "${needed:-}" ]; then
    say "ui: $list cannot be read."
    exit 69
  fi
  tried=()
  for home in "$(dirname "$(dirname "$java")")" "${JAVA_HOME:-}" "$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")" "${BOWLINE_JVMS:-/usr/lib/jvm}"/*; do
    [ -n "$home" ] && [ -x "$home/bin/java" ] || continue
    if [ "$(java_feature "$home")" -ge "$needed" ]; then java=$home/bin/java; tried=(); break; fi
    tried+=("$home is Java $(java_feature "$home")")
  done
  if [ ${#tried[@]} -gt 0 ]; then
    say "ui: $BOWLINE_TRACECOMPASS needs Java $needed or newer (its bundle $because says so), and there is none: $(printf '%s\n' "${tried[@]}" | sort -u | paste -s -d, | sed 's/,/, /g'). Install one, or name one in JAVA_HOME or after -vm in ${ini:-$own/eclipse.ini}."
    exit 69
  fi
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
run "$java" "${settings[@]}" "${options[@]}" -jar "${launcher[0]}" -install "$own" -configuration "$configuration"
