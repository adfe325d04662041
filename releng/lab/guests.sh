# shellcheck shell=bash
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Guests of the lab with more in them; sourced by the commands in releng that record there, after releng/lib.sh. The lab is ../shared/lab (or $BOWLINE_SHARED/lab);
# its README says what it needs: qemu, mmdebstrap, nbdkit, root.

# Sets "lab", and ends the command with 69 if there is none. WHAT says what was not done then.
find_lab() {
  local what=$1 tool
  export LAB_WORK=${LAB_WORK:-$HOME/.cache/trace-lab}
  lab=${BOWLINE_SHARED:-$root/../shared}/lab
  [ -x "$lab/run.py" ] || { say "$what: there is no lab at $lab; set BOWLINE_SHARED to the directory that holds it."; exit 69; }
  for tool in qemu-system-x86_64 nbdkit mmdebstrap mke2fs; do
    command -v "$tool" >/dev/null || { say "$what: $tool is missing; $lab/README.md says what to install."; exit 69; }
  done
  [ "$(id -u)" -eq 0 ] || { say "$what: the lab's guests are made as root."; exit 69; }
}

# guest NAME COMMAND: the lab's guest in which COMMAND was run besides, a copy beside it. It is made again when COMMAND has changed. Sets "build" to its folder, and SUITE.
guest() {
  local plain=$LAB_WORK/build command=$2
  [ -d "$plain/root" ] || SUITE=bookworm "$lab/build-root.sh" || return
  export SUITE=bookworm-$1
  build=$LAB_WORK/build-$SUITE
  if [ "$(cat "$build/ready" 2>/dev/null)" != "$command" ]; then
    rm -rf "$build"
    mkdir -p "$build" && cp -a --reflink=auto "$plain/root" "$build/root" && cp "$plain/hub" "$plain/shmclock" "$build/" || return
    cp /etc/resolv.conf "$build/root/etc/"
    printf 'exit 101\n' >"$build/root/usr/sbin/policy-rc.d" && chmod +x "$build/root/usr/sbin/policy-rc.d" || return # servers are not started here
    "$lab/chr.sh" bash -ec "$command" >"$build/made.log" 2>&1 || { tail -n 5 "$build/made.log"; return 1; }
    "$lab/make-image.sh" >/dev/null && echo "$command" >"$build/ready" || return
  fi
  rm -rf "$build/root/root/kit"
  mkdir -p "$build/root/root/kit/profiles" && cp -R "$root"/lttng-profiles/{bowline-record,record,*.lttng} "$build/root/root/kit/profiles/"
}

# kit FILE...: these, too, are in the guest's /run/kit; of NAME-load.c and load.c the program is as well.
kit() {
  cp "$@" "$build/root/root/kit/" || return
  # shellcheck disable=SC2016
  "$lab/chr.sh" bash -ec 'cd ~/kit; for p in *load.c; do gcc -O1 -g -o "${p%.c}" "$p" -lpthread; done' || return
  tar cf "$build/kit.tar" -C "$build/root/root/kit" .
}

# counted DIR: "EVENTS,OTHERS" of a trace, apart from and of its statedump
counted() {
  "$root/bowline" info "$1" --events --format csv | awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["event"] ~ /^\(discarded\)/ { next }
    $column["event"] ~ /statedump/ { others += $column["count"]; next }
    { events += $column["count"] }
    END { print events + 0 "," others + 0 }'
}

# analysis_seconds DIR: how long `bowline analyze` takes for it, from its start to its end: the median of three.
analysis_seconds() {
  local begin
  for _ in 1 2 3; do
    begin=$(date +%s%N)
    "$root/bowline" analyze "$1" >/dev/null 2>&1 || return
    awk -v from="$begin" -v to="$(date +%s%N)" 'BEGIN { printf "%.2f\n", (to - from) / 1e9 }'
  done | sort -n | sed -n 2p
}
