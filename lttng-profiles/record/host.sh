#!/usr/bin/env bash
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# What bowline-record does on one host. It runs this file there, at home or through ssh; people run bowline-record.
#
#   host.sh start WORK LABEL OPTION=VALUE...   check, set up an LTTng session, start it; WORK is a private directory on this host
#   host.sh stop WORK                          stop, end the session, collect what symbols need
#   host.sh snapshot WORK N                    write what the flight recorder holds to WORK/snapshots/N
#   host.sh status WORK                        one line: state, size so far, room on the disk
#   host.sh watch WORK PID                     keep the memory maps of a process and its children while they are there; a line to 3 when it does
#   host.sh guard WORK                         runs beside a recording: ends it before the disk is full
#   host.sh keep STATE TOOL OUTPUT MODE        runs beside a bowline-record that runs a command: if that is killed, ends the recording with the command
#   host.sh abort WORK                         end everything and remove WORK
#
# Options: profiles=FILE:FILE (session files in the directory above this one), events=PATTERN,... (user space), buffers=KIB, snapshot=1,
# rotate=PERIOD|SIZE, private=1 (a session daemon that only the command is to find), preload=1,
# functions=NAME,... and chooser=LIBRARY (what is loaded into the command to record only these)
# WORK/state holds what is to be undone, as KEY=VALUE lines.
set -uo pipefail
umask 077
export LC_ALL=C
# not by an absolute name: at the start, on an ssh host, only the directory that this runs in is known to be ours
# shellcheck source=symbols.sh
. "${BASH_SOURCE[0]%/*}/symbols.sh" || exit 70
# shellcheck source=place.sh
. "${BASH_SOURCE[0]%/*}/place.sh" || exit 70
tell_name
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd -P) || exit 70

readonly UNAVAILABLE=69 FAULT=70 CANNOT_WRITE=73
readonly SUB_BUFFERS=8 ROOM_FOR_THE_END=65536 # KiB
readonly OURS=BOWLINE_SESSIOND=1 # in the environment of a session daemon that a bowline-record has started, for whoever comes later

label=
say() { printf 'bowline-record: %s%s\n' "${label:+$label: }" "$*" >&2; }
fail() { local code=$1; shift; say "$*"; exit "$code"; }

# lttng, by the client that finds the right session daemon, never starting one by itself; a hanging daemon must not hang us
# What it lists is read as XML (--mi=xml): the text for people changes with the version.
lttng_() {
  local seconds=60
  case $1 in stop | destroy | snapshot) seconds=900 ;; esac # they wait until everything is on the disk
  timeout "$seconds" lttng -n "${client[@]}" "$@" </dev/null
}
# the same, with what it says kept in the log; fails with its last error
lttng_do() {
  local output
  if output=$(lttng_ "$@" 2>&1); then
    printf '%s\n' "$output" >>"$work/lttng.log"
    return 0
  fi
  printf 'lttng %s\n%s\n' "$*" "$output" >>"$work/lttng.log"
  reason=$(printf '%s\n' "$output" | grep -a -E '^(Error|PERROR)' | tail -n 1)
  reason=${reason#Error: }
  reason=${reason:-${output##*$'\n'}}
  return 1
}
client=()

state() { printf '%s=%s\n' "$1" "$2" >>"$work/state"; }
# Sets the variables of WORK/state; the keys are known, so that the file cannot set others.
read_state() {
  local key value
  session='' sessiond='' home='' mode='' domains='' started='' room=0 guard='' full=''
  [ -r "$work/state" ] || return 1
  while IFS='=' read -r key value; do
    case $key in session | sessiond | home | mode | domains | started | label | room | guard | full) printf -v "$key" '%s' "$value" ;; esac
  done <"$work/state"
  if [ -n "$home" ]; then use_private_daemon; fi
}
use_private_daemon() {
  export LTTNG_HOME=$home
  client=(--group=root) # a member of the group "tracing" would be led to root's daemon; nobody but root is in root's group
}

room_left() { # KiB
  local blocks size
  read -r blocks size < <(stat -f -c '%a %S' -- "$work") && echo $((blocks * size / 1024))
}
now() { date -u +%Y-%m-%dT%H:%M:%SZ; }

alive() { [ -n "${1:-}" ] && kill -0 "$1" 2>/dev/null; }

# ---- what a recording needs -------------------------------------------------------------------------------------------------------------

need_tools() {
  local tool
  command -v lttng >/dev/null || fail $UNAVAILABLE "there is no lttng here. Install LTTng's tools (Debian, Ubuntu: apt-get install lttng-tools; Fedora: dnf install lttng-tools)."
  for tool in awk tar timeout setsid; do
    command -v "$tool" >/dev/null || fail $UNAVAILABLE "there is no \"$tool\" here; install it (coreutils, util-linux, tar, awk)."
  done
}

# Where LTTng's session daemon of this user notes its process.
daemon_directory() { if [ "$(id -u)" -eq 0 ]; then echo /var/run; else echo "${LTTNG_HOME:-${HOME:-}}"; fi; }
daemon_file() { if [ "$(id -u)" -eq 0 ]; then echo /var/run/lttng/lttng-sessiond.pid; else echo "$(daemon_directory)/.lttng/lttng-sessiond.pid"; fi; }

# Held while a session daemon is looked for and used first, or ended: of two that begin or end at once, one must not end what the other has found.
daemon_lock=
lock_daemon() {
  if [ -n "$daemon_lock" ] || [ -n "$home" ] || ! command -v flock >/dev/null; then return 0; fi
  { exec {daemon_lock}<"$(daemon_directory)"; } 2>/dev/null && flock -w 60 "$daemon_lock"
}
unlock_daemon() {
  [ -z "$daemon_lock" ] || exec {daemon_lock}<&-
  daemon_lock=
}

# The process of the session daemon that answers here, if a bowline-record has started it for all who come: the last of them ends it.
shared_daemon() {
  local process mark
  process=$(head -n 1 -- "$(daemon_file)" 2>/dev/null)
  [[ $process =~ ^[1-9][0-9]*$ ]] || return
  mark=$({ tr '\0' '\n' <"/proc/$process/environ"; } 2>/dev/null | grep -a -x -F "$OURS")
  [ -n "$mark" ] && echo "$process"
}

# Reaches a session daemon or starts one, which then is ours to end.
need_daemon() {
  local kernel=$1 arguments=() i log=$work/sessiond.log directory=${TMPDIR:-/tmp}
  if [ -n "$private" ]; then
    [ ${#directory} -le 60 ] || directory=/tmp # the whole name of a socket has at most 107 characters
    home=$(mktemp -d "$directory/bowline.XXXXXXXX") || fail $CANNOT_WRITE "cannot make a directory in $directory"
    state home "$home"
    use_private_daemon
  else
    lock_daemon
    if lttng_ list >/dev/null 2>&1; then
      sessiond=$(shared_daemon) && state sessiond "$sessiond"
      return 0
    fi
  fi
  if [ "$kernel" -eq 1 ] && [ "$(id -u)" -ne 0 ]; then
    fail $UNAVAILABLE "kernel events need root, or a session daemon of root (systemctl start lttng-sessiond) and membership of the group \"tracing\"; you are $(id -un), in $(id -nG). Run bowline-record as root, with --sudo for ssh hosts, or choose profiles of user space only."
  fi
  command -v lttng-sessiond >/dev/null || fail $UNAVAILABLE "there is no lttng-sessiond here (as $(id -un), on $PATH). Install LTTng's tools."
  [ "$kernel" -eq 1 ] || arguments+=(--no-kernel)
  (unlock_daemon; exec env "$OURS" setsid lttng-sessiond "${arguments[@]}") >"$log" 2>&1 </dev/null &
  sessiond=$!
  state sessiond "$sessiond"
  for ((i = 0; i < 300; i++)); do
    lttng_ list >/dev/null 2>&1 && return 0
    alive "$sessiond" || break
    sleep 0.1
  done
  fail $UNAVAILABLE "LTTng's session daemon does not start: $(tail -n 2 "$log" | tr '\n' ' ')"
}

# The kernel tracer works and has the events of the profiles.
need_kernel_events() {
  local list=$work/kernel-events event missing=() modules
  if ! lttng_ --mi=xml list --kernel >"$list" 2>"$list.error"; then
    modules=$(find "/lib/modules/$(uname -r)" -name 'lttng-tracer.ko*' 2>/dev/null | head -n 1)
    if [ -z "$modules" ]; then
      fail $UNAVAILABLE "LTTng's kernel modules are not installed for kernel $(uname -r). Install them (Debian, Ubuntu: apt-get install lttng-modules-dkms linux-headers-$(uname -r)), or choose profiles of user space only."
    fi
    fail $UNAVAILABLE "the kernel tracer does not answer ($(tail -n 1 "$list.error")), though $modules is there. A session daemon that was started without root, with --no-kernel, or before the modules were installed cannot use them: restart it as root. \"modprobe lttng-tracer\" and \"dmesg\" tell more (unsigned modules, secure boot)."
  fi
  grep -a -o '<name>[^<]*' "$list" | sed 's/<name>//' | sort -u >"$list.names"
  while IFS= read -r event; do
    case $event in *'*'*) continue ;; esac # a pattern takes what there is
    grep -a -q -x -F -e "$event" "$list.names" || missing+=("$event")
  done < <(awk '$1 == "KERNEL" && $3 == "TRACEPOINT" { n = split($5, e, ","); for (i = 1; i <= n; i++) print e[i] }' "$plan")
  if [ "${#missing[@]}" -gt 0 ]; then
    fail $UNAVAILABLE "kernel $(uname -r) with these LTTng modules does not have: ${missing[*]}. Load the probe that has them (modprobe lttng-probe-sched, -irq, -timer, -net, -block, lttng-statedump), update lttng-modules (2.9 or newer), or choose a smaller profile."
  fi
}

# The whole name of an LTTng wrapper library, which programs must have loaded at their start.
wrapper() {
  local found
  found=$( (ldconfig -p || /sbin/ldconfig -p) 2>/dev/null | sed -n "s/.*$1\.so[^ ]* .*=> //p" | head -n 1)
  [ -n "$found" ] || return 1
  printf '%s\n' "$found"
}

need_wrappers() {
  local library preloads=''
  while IFS= read -r library; do
    preloads+=${preloads:+:}$(wrapper "$library") || fail $UNAVAILABLE "there is no $library.so here, which makes the events of the profile. Install LTTng-UST (Debian, Ubuntu: apt-get install liblttng-ust1)."
  done < <(awk '/lttng_ust_cyg_profile:/ { print "liblttng-ust-cyg-profile" } /lttng_ust_pthread:/ { print "liblttng-ust-pthread-wrapper" }' "$plan" | sort -u)
  # before what makes the events: it passes on to that
  printf '%s\n' "${chooser:+$chooser:}$preloads" >"$work/preload"
  [ -z "$functions" ] || tr ',' '\n' <<<"$functions" >"$work/functions"
}

# Counters of the plan that cannot be had are left out of it, and told. LTTng-UST asks the kernel for them only when a program starts, and records nothing at all of a
# program in which one cannot be had; so they are tried, with a program that does nothing. Those of the kernel (software) are taken where the processor (hardware) has
# none: reading one is a system call.
choose_counters() {
  local wanted hardware=() software=() taken=() left=() counter why='' paranoid pmu
  wanted=$(awk '$1 == "UST" { n = split($4, c, ","); for (i = 1; i <= n; i++) if (c[i] ~ /^perf:/ && !seen[c[i]]++) print c[i] }' "$plan")
  [ -n "$wanted" ] || return 0
  for counter in $wanted; do
    case $counter in *-clock | *fault | *faults | *switches | *:cs | *migrations) software+=("$counter") ;; *) hardware+=("$counter") ;; esac
  done
  paranoid=$(cat /proc/sys/kernel/perf_event_paranoid 2>/dev/null)
  pmu=$(find /sys/bus/event_source/devices/ -mindepth 1 \( -name 'cpu*' -o -name 'arm*' \) 2>/dev/null)
  if [ -z "$paranoid" ]; then
    why="this kernel has no performance events"
  elif [ "$paranoid" -gt 2 ]; then
    why="kernel.perf_event_paranoid is $paranoid here, so that programs of users may not count, and LTTng would record nothing at all of them: sysctl kernel.perf_event_paranoid=2"
  elif ! ust=$(wrapper liblttng-ust); then
    why="there is no liblttng-ust.so here to try them with. Install LTTng-UST (Debian, Ubuntu: apt-get install liblttng-ust1)"
  else
    try_counters "${hardware[@]}"
    [ "${#taken[@]}" -gt 0 ] || try_counters "${software[@]}"
    if [ -z "$pmu" ]; then why="this machine has no counters of the processor, as most virtual machines"; else why="this processor, or who may use its counters, has none of these"; fi
  fi
  for counter in "${hardware[@]}"; do [[ " ${taken[*]} " == *" $counter "* ]] || left+=("${counter##*:}"); done
  [ "${#taken[@]}" -gt 0 ] || for counter in "${software[@]}"; do left+=("${counter##*:}"); done
  [ "${#left[@]}" -eq 0 ] || say "counters left out: ${left[*]} ($why)"
  if [ "${#taken[@]}" -gt 0 ]; then say "counters of each thread, with each event of programs: ${taken[*]##*:}"; else say "recording without counters"; fi
  # they go with all events of user space
  awk -v taken="$(IFS=,; echo "${taken[*]}")" '$1 == "UST" {
      n = split($4, c, ","); $4 = ""
      for (i = 1; i <= n; i++) if (c[i] !~ /^perf:/ && c[i] != "-") $4 = $4 ($4 == "" ? "" : ",") c[i]
      $4 = $4 ($4 == "" || taken == "" ? "" : ",") taken
      if ($4 == "") $4 = "-"
    } { print }' "$plan" >"$plan.new" && mv -- "$plan.new" "$plan"
}
# Adds those that can be had to "taken": all at once, or, where that cannot be, one by one.
try_counters() {
  local counter
  [ $# -gt 0 ] || return 0
  if try_session "$@"; then
    taken+=("$@")
  elif [ $# -gt 1 ] && { [ -n "$pmu" ] || [ "$1" = "${software[0]:-}" ]; }; then
    for counter in "$@"; do ! try_session "$counter" || taken+=("$counter"); done
  fi
}
# Whether a program is recorded with these counters. The session is in the state, so that it is ended whatever happens.
try_session() {
  local counter ok=1 recording=$session
  session=$recording-try
  state session "$session"
  if lttng_do create "$session" --output="$work/try" && lttng_do enable-channel --userspace --session="$session" --subbuf-size=64K --num-subbuf=4 try; then
    ok=0
    for counter in "$@"; do lttng_do add-context --userspace --session="$session" --channel=try --type="$counter" || ok=1; done
    if [ $ok -eq 0 ] && lttng_do enable-event --userspace --session="$session" --channel=try 'lttng_ust_statedump:*' && lttng_do start "$session"; then
      LD_PRELOAD=$ust timeout 20 true </dev/null >/dev/null 2>&1
      lttng_do stop "$session"
    fi
  fi
  lttng_do destroy "$session"
  # only then is it known of the program which events it has
  [ $ok -ne 0 ] || find "$work/try" -name metadata -exec grep -a -q 'event {' {} \; -print 2>/dev/null | grep -q . || ok=1
  rm -rf -- "$work/try"
  session=$recording
  return $ok
}

possible_cpus() {
  local range
  range=$(cat /sys/devices/system/cpu/possible 2>/dev/null)
  if [[ $range =~ ^[0-9]+-([0-9]+)$ ]]; then echo $((BASH_REMATCH[1] + 1)); else getconf _NPROCESSORS_CONF; fi
}

# Prints the KiB of a sub-buffer of the domain's channels. LTTng allocates buffers for every possible CPU; together they take at most an
# eighth of the free memory (user space: also of /dev/shm, where they are), a quarter of the free disk, and not more than 16 MiB per CPU and channel.
buffer_size() {
  local domain=$1 channels cpus free disk shm share per=262144
  channels=$(awk -v domain="$domain" '$1 == domain && !seen[$2]++ { n++ } END { print n + 0 }' "$plan")
  [ "$channels" -gt 0 ] || { echo 0; return; }
  cpus=$(possible_cpus)
  free=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
  if [ "$domain" = UST ]; then
    shm=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ -n "$shm" ] && [ "$shm" -lt "$free" ] && free=$shm
  fi
  share=$((free / 8))
  if [ -z "$snapshot" ]; then # what is in them at the end must go to the disk, too
    disk=$(room_left)
    [ $((disk / 4)) -ge "$share" ] || share=$((disk / 4))
  fi
  local most=$((share / cpus / channels)) wish=16384 least=256
  [ -n "$buffers" ] && wish=$buffers most=$buffers least=32
  while [ $per -gt $least ] && { [ $per -gt "$most" ] || [ $per -gt "$wish" ]; }; do per=$((per / 2)); done
  if [ $((per * cpus * channels)) -gt $((free / 2)) ]; then
    fail $UNAVAILABLE "buffers of $per KiB for each of $cpus CPUs and $channels channels do not fit: $free KiB are free$([ "$domain" = UST ] && echo ' in memory or /dev/shm'). Free some (mount -o remount,size=1G /dev/shm), or give fewer with --buffers."
  fi
  echo $((per / SUB_BUFFERS))
}

# ---- commands ---------------------------------------------------------------------------------------------------------------------------

set_up_channels() {
  local -A type_options=([TRACEPOINT]=--tracepoint [SYSCALL]=--syscall)
  local domain channel type contexts events context probe known=' ' option size kernel_size user_size total=0 kind=(--discard)
  [ -z "$snapshot" ] || kind=(--overwrite)
  kernel_size=$(buffer_size KERNEL) && user_size=$(buffer_size UST) || exit $UNAVAILABLE
  while read -r domain channel type contexts events; do
    option=--kernel size=$kernel_size
    [ "$domain" = KERNEL ] || option=--userspace size=$user_size
    case $known in
      *" $domain/$channel "*) ;; # it has events of two types
      *)
        known+="$domain/$channel "
        total=$((total + size * SUB_BUFFERS * $(possible_cpus)))
        lttng_do enable-channel "$option" --session="$session" --subbuf-size="${size}K" --num-subbuf=$SUB_BUFFERS "${kind[@]}" "$channel" \
          || fail $UNAVAILABLE "cannot make the channel $channel with $SUB_BUFFERS buffers of $size KiB per CPU: $reason"
        [ "$contexts" != - ] || contexts=
        for context in ${contexts//,/ }; do
          lttng_do add-context "$option" --session="$session" --channel="$channel" --type="$context" \
            || fail $UNAVAILABLE "cannot record the context $context: $reason. Call stacks need a kernel with CONFIG_STACKTRACE, and LTTng modules 2.11 or newer."
        done
        ;;
    esac
    if [ "$type" = PROBE ]; then
      for probe in ${events//,/ }; do
        lttng_do enable-event --kernel --session="$session" --channel="$channel" --userspace-probe="elf:$probe" "${probe##*:}" \
          || fail $UNAVAILABLE "cannot record when ${probe##*:} of ${probe%:*} begins: $reason. The file must have the function among its symbols (nm FILE), so it must not be stripped; a library must export it or keep its symbols. The kernel needs CONFIG_UPROBES, and LTTng modules 2.11 or newer."
      done
      continue
    fi
    lttng_do enable-event "$option" --session="$session" --channel="$channel" "${type_options[$type]}" "$events" \
      || fail $UNAVAILABLE "cannot enable ${events//,/, }: $reason"
  done <"$plan"
  # what the end may write, at most: all buffers, and what symbols need
  [ -z "$snapshot" ] || total=0
  total=$((total + ROOM_FOR_THE_END))
  state room $total
  free=$(room_left)
  [ "$free" -ge $((total + ROOM_FOR_THE_END)) ] \
    || fail $CANNOT_WRITE "only $((free / 1024)) MiB are free where the trace would go ($work); with these buffers it takes $(((total + ROOM_FOR_THE_END) / 1024)) at least. Give another place (-o, --remote-dir), or smaller buffers (--buffers)."
}

start() {
  local option free kernel=0 files=() file ust='' kind=(--output="$work/trace")
  label=$1 profiles='' events='' probes='' buffers='' snapshot='' rotate='' private='' preload='' functions='' chooser=''
  session=bowline-$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n') # nobody else's
  shift
  for option in "$@"; do
    case $option in
      profiles=* | events=* | probes=* | buffers=* | snapshot=* | rotate=* | private=* | preload=* | functions=* | chooser=*) printf -v "${option%%=*}" '%s' "${option#*=}" ;;
      *) fail $FAULT "start: $option is not known" ;;
    esac
  done
  sessiond='' home=''
  plan=$work/plan
  trap 'code=$?; trap "" INT TERM HUP; [ "$code" -eq 0 ] || undo; exit "$code"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  : >"$work/state" || fail $CANNOT_WRITE "cannot write to $work"
  state starter "$$"
  state label "$label"
  if [ "$(id -u)" -eq 0 ] && reason=$(unsafe_place "$(readlink -f -- "$work")"); then
    fail $CANNOT_WRITE "$reason: refusing to record to $work as root. Give a directory of root's (-o, --remote-dir)."
  fi
  need_tools
  IFS=: read -r -a files <<<"$profiles"
  for file in "${files[@]}"; do [ -r "$here/../$file" ] || fail $FAULT "no session file $file"; done
  { [ "${#files[@]}" -eq 0 ] || awk -f "$here/profile.awk" "${files[@]/#/$here/../}"; } >"$plan" || exit $UNAVAILABLE
  [ -z "$events" ] || printf 'UST bowline-events TRACEPOINT vpid,vtid %s\n' "$events" >>"$plan"
  [ -z "$probes" ] || printf 'KERNEL bowline-probes PROBE - %s\n' "$probes" >>"$plan"
  ! grep -q '^KERNEL ' "$plan" || kernel=1
  free=$(room_left)
  [ "${free:-0}" -ge $ROOM_FOR_THE_END ] || fail $CANNOT_WRITE "only $((free / 1024)) MiB are free where the trace would go ($work); give another place (-o, --remote-dir)."
  [ -z "$preload" ] || need_wrappers
  need_daemon "$kernel"
  [ "$kernel" -eq 0 ] || need_kernel_events
  choose_counters
  [ -z "$snapshot" ] || kind+=(--snapshot)
  lttng_do create "$session" "${kind[@]}" || fail $UNAVAILABLE "cannot make a recording session in $work/trace: $reason"
  state session "$session"
  unlock_daemon # whoever ends another recording sees now that there is this one
  state mode "${snapshot:+snapshot}"
  set_up_channels
  case $rotate in
    '') ;;
    *[smh]) lttng_do enable-rotation --session="$session" --timer="$rotate" || fail $UNAVAILABLE "cannot rotate every $rotate: $reason" ;;
    *) lttng_do enable-rotation --session="$session" --size="$rotate" || fail $UNAVAILABLE "cannot rotate at $rotate: $reason" ;;
  esac
  # of processes that have ended when the recording does
  ! grep -q callstack "$plan" || memory_maps "$work/maps"
  lttng_do start "$session" || fail $UNAVAILABLE "cannot start: $reason"
  state domains "$(awk '{ print $1 }' "$plan" | sort -u | tr '\n' ' ')"
  state started "$(now)"
  if [ -z "$snapshot" ]; then
    setsid bash "$here/host.sh" guard "$work" </dev/null >/dev/null 2>&1 &
    guard=$!
    state guard "$guard"
  fi
  trap - EXIT
}

# When the disk is full it is too late: LTTng writes last what says how to read all the rest, and gives up where that does not fit.
# Looks again before a GiB a second could have filled half of the disk, every 10 s at most.
guard() {
  local free pause never # in 1/100 s
  read_state || return
  exec {never}<> <(:)
  while [ -e "$work/state" ] && [ ! -e "$work/stopped" ]; do
    free=$(room_left 2>/dev/null)
    [ -n "$free" ] || return 0
    if [ "$free" -lt "$room" ]; then
      state full "$(now)"
      lttng_do stop "$session"
      return
    fi
    pause=$(((free - room) / 20972))
    pause=$((pause < 5 ? 5 : pause > 1000 ? 1000 : pause))
    read -r -t "$((pause / 100)).$(printf %02d $((pause % 100)))" -u "$never" _
  done
}

end_guard() {
  if alive "${guard:-}" && tr '\0' ' ' 2>/dev/null <"/proc/$guard/cmdline" | grep -a -q -F "guard $work"; then kill "$guard" 2>/dev/null; fi
  guard=''
}

# Ends the session and the daemon, if it is ours; says what cannot be done. Leaves the trace.
undo() {
  end_guard
  if [ -n "${session:-}" ] && lttng_ list "$session" >/dev/null 2>&1; then
    lttng_do destroy "$session" || say "cannot end the session $session: $reason"
  fi
  end_daemon
}

end_daemon() {
  local i others
  lock_daemon
  if alive "${sessiond:-}" && tr '\0' ' ' 2>/dev/null <"/proc/$sessiond/cmdline" | grep -a -q lttng-sessiond; then
    others=$(lttng_ --mi=xml list 2>/dev/null | grep -a -o '<session>\s*<name>[^<]*' | sed 's/.*>//')
    if [ -n "$others" ]; then
      say "the session daemon (process $sessiond) is left running: others record with it by now (${others//$'\n'/, })$(shared_daemon >/dev/null && echo "; the last bowline-record that uses it ends it")"
    else
      kill "$sessiond" 2>/dev/null
      for ((i = 0; i < 100; i++)); do alive "$sessiond" || break; sleep 0.1; done
      if alive "$sessiond"; then kill -KILL "$sessiond" 2>/dev/null; say "the session daemon did not end by itself"; fi
    fi
  fi
  sessiond=''
  unlock_daemon
  if [ -n "${home:-}" ]; then rm -rf -- "$home"; home=''; fi
}

# Discarded events and packets of the session, as LTTng counts them.
lost() { lttng_ --mi=xml list "$session" 2>/dev/null | grep -a -o -E '<(discarded_events|lost_packets)>[0-9]+' | awk -F '>' '{ n += $2 } END { print n + 0 }'; }

stop() {
  local count=0 code=0
  read_state || fail $FAULT "nothing was started here ($work)"
  [ ! -e "$work/stopped" ] || return 0
  end_guard
  read_state # what it has found until then
  if [ -n "$full" ]; then
    say "the disk was nearly full at $full, and the recording was ended there. Make room, or give another place (-o, --remote-dir), and record again."
    code=1
  fi
  if ! lttng_ list "$session" >/dev/null 2>&1; then
    say "the session is gone: LTTng's session daemon has died, or somebody destroyed it. What was written until then is kept."
    code=1
  else
    lttng_do stop "$session" || [ -n "$full" ] || { say "cannot stop: $reason"; code=1; }
    count=$(lost)
    [ "$mode" = snapshot ] || [ "$count" -eq 0 ] \
      || say "$count events were lost, the buffers were full: record again with more (--buffers), fewer profiles, or to a faster disk (--remote-dir)"
    lttng_do destroy "$session" || { say "cannot end the session: $reason"; code=1; }
  fi
  session=''
  end_daemon
  if [ "$mode" != snapshot ]; then
    nothing_told "$work/trace"
    describe "$count" "$work/trace"
    symbols "$work" "$work/trace/symbols" "$domains"
  fi
  state session '' # nothing is left to undo
  state sessiond ''
  state home ''
  : >"$work/stopped"
  return $code
}

# What the trace itself does not say.
describe() {
  mkdir -p "$2" || return
  {
    echo "host $(uname -n)"
    echo "label $label"
    echo "kernel $(uname -r) $(uname -m)"
    echo "cpus $(getconf _NPROCESSORS_ONLN)"
    lttng --version 2>/dev/null
    echo "clocksource $(cat /sys/devices/system/clocksource/clocksource0/current_clocksource 2>/dev/null)"
    echo "started $started"
    echo "ended ${full:-$(now)}"
    echo "lost $1"
    echo "plan"
    sed 's/^/  /' "$work/plan"
  } >"$2/system.txt"
  [ ! -e "$work/functions" ] || cp -- "$work/functions" "$2/functions.txt"
}

snapshot() {
  local target
  read_state || fail $FAULT "nothing was started here ($work)"
  [ "$mode" = snapshot ] || fail 2 "this recording is not a flight recorder: start it with --snapshot"
  # names of threads and interrupts may have been overwritten long ago
  lttng_do regenerate statedump --session="$session" || say "names may be missing: $reason"
  mkdir -p "$work/snapshots" || exit $CANNOT_WRITE
  target=$work/snapshots/$1
  lttng_do snapshot record --session="$session" || fail 1 "cannot take a snapshot: $reason"
  local taken=("$work"/trace/snapshot-*) # one: those before have been moved away
  [ -d "${taken[0]}" ] || fail 1 "LTTng wrote no snapshot; was anything recorded yet?"
  mv -- "${taken[0]}" "$target" || exit $CANNOT_WRITE
  nothing_told "$target"
  describe 0 "$target"
  symbols "$work" "$target/symbols" "$domains"
}

status() {
  local size free count=- condition=recording
  read_state || { echo "nothing was started"; return 1; }
  [ "$mode" != snapshot ] || condition="flight recorder running"
  if [ -e "$work/stopped" ]; then
    condition=stopped
  elif [ -n "$full" ]; then
    condition="NOT RECORDING: the disk was nearly full at $full"
  elif ! lttng_ --mi=xml list "$session" 2>/dev/null | tr -d '\n' | sed 's/<domains>.*//' | grep -a -q '<enabled>true'; then
    condition="NOT RECORDING: the session is gone or stopped by somebody else"
    # The guard says why before it ends the recording, maybe after the state was read above.
    if read_state && [ -n "$full" ]; then condition="NOT RECORDING: the disk was nearly full at $full"; fi
  fi
  [ -e "$work/stopped" ] || count=$(lost)
  size=$(du -sk "$work/trace" 2>/dev/null | awk '{ print $1 }')
  free=$(room_left)
  echo "$condition, $((${size:-0} / 1024)) MiB so far, $((free / 1024)) MiB free, $count events lost, since $started"
  case $condition in NOT*) return 1 ;; esac
}

# Notes the memory maps of the command and what it starts, until it ends: afterwards they are gone. Starts no program, so that it is quick.
watch() {
  local root=$1 processes never pause=1 # in 1/100 s; soon at first, for commands that are short
  exec {never}<> <(:)
  echo >&3 && exec 3>&-
  while alive "$root"; do
    processes=()
    descendants "$root"
    memory_maps "$work/maps" "${processes[@]}"
    read -r -t "$((pause / 100)).$(printf %02d $((pause % 100)))" -u "$never" _
    [ $pause -ge 100 ] || pause=$((pause * 2))
  done
}
# Adds a process, and all below it, to "processes".
descendants() {
  local children child file
  processes+=("$1")
  for file in "/proc/$1/task/"*/children; do
    children=()
    { read -r -a children <"$file"; } 2>/dev/null
    for child in "${children[@]}"; do descendants "$child"; done
  done
}

# A bowline-record that runs a command says here which process that is ("PID BORN"), and "done" when all is collected. If the input ends without
# that, it was killed: the recording ends with its command all the same.
keep() {
  local tool=$1 output=$2 mode=$3 line process='' never
  trap '' PIPE # nobody may read any more what is said
  printf '%s %s\n' $$ "$(born $$)" >"$work/keeper"
  while IFS= read -r line; do
    if [ "$line" = 'done' ]; then return; fi
    process=$line
  done
  # a process of its own for a pause would be seen by whoever records here
  exec {never}<> <(:)
  while [ -n "${process#* }" ] && [ "$(born "${process% *}")" = "${process#* }" ]; do read -r -t 0.5 -u "$never" _; done
  # somebody may have stopped it meanwhile, and begun another one
  if [ "$(cat -- "$work/keeper" 2>/dev/null)" != "$$ $(born $$)" ]; then return; fi
  say "bowline-record was killed, and its command has ended: ending the recording"
  [ -z "$mode" ] || bash "$tool" snapshot -o "$output"
  exec bash "$tool" stop -o "$output"
}

abort() {
  local starter i
  starter=$(sed -n 's/^starter=//p' "$work/state" 2>/dev/null)
  if alive "$starter" && [ "$starter" != "$PPID" ] && tr '\0' ' ' 2>/dev/null <"/proc/$starter/cmdline" | grep -a -q -F "$work"; then
    kill "$starter" 2>/dev/null
    for ((i = 0; i < 300; i++)); do alive "$starter" || break; sleep 0.1; done
  fi
  ! read_state || undo
  case $work in */bowline.* | */.recording/*) rm -rf -- "$work" ;; esac
}

[ $# -ge 2 ] || fail 2 "host.sh is for bowline-record"
action=$1 work=$2
shift 2
{ [ -d "$work" ] && [ -O "$work" ]; } || fail $CANNOT_WRITE "$work is not a directory of $(id -un); it may have been removed"
case $action in
  start | stop | snapshot | status | watch | guard | keep | abort) "$action" "$@" ;;
  *) fail 2 "host.sh is for bowline-record" ;;
esac
