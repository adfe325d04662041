#!/usr/bin/env bash
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# overhead-here.sh BUILD rpc|app PROFILES: as guest/overhead.sh, for the profiles of user space: BUILD/PROFILE is load made for it. Untraced means
# with the same libraries loaded and no recording session. Each round has a pair of each profile, so that whatever else the machine does in
# these minutes disturbs all alike; "nothing" is a pair of which neither is recorded: what it shows is the noise of the method.
set -u
build=$1 mode=$2 profiles=$3
out=$build/$mode
file=/run/load # in memory, where check-recording gives root a /run of its own: others use the disk here
[ -w /run ] || file=$build/load
declare -A preload=([nothing]='' [requests]='' [functions]=liblttng-ust-cyg-profile.so.1 [locks]=liblttng-ust-pthread-wrapper.so.1)
cpu=$(taskset -c -p $$ | sed 's/.*[ ,-]//') # rpc on one of those that we may use, as in the guests: from one to another it takes four times as long
run() { if [ "$mode" = rpc ]; then env LD_PRELOAD="${preload[$p]}" taskset -c "$cpu" "$build/$p" rpc 20000; else env LD_PRELOAD="${preload[$p]}" "$build/$p" app 1000 "$file"; fi; }
now() { date +%s%N; }
untraced() { local b r; b=$(now); r=$(run); echo "$p $i untraced $r $(seconds "$b") 0"; }
seconds() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.3f\n", (to - from) / 1e9 }'; }
traced() {
  local b r s lost
  if [ "$p" = nothing ]; then untraced | sed 's/ untraced / traced /'; return; fi
  lttng -n load -i "$profiles/$p.lttng" "bowline-$p" --override-url="file://$out/t" >&2
  lttng -n start "bowline-$p" >&2
  b=$(now) r=$(run) s=$(seconds "$b")
  lttng -n stop "bowline-$p" >&2
  lost=$(lttng -n --mi=xml list "bowline-$p" | grep -o '<discarded_events>[0-9]*' | awk -F '>' '{ n += $2 } END { print n + 0 }')
  [ "$lost" = 0 ] || echo "$p $i lost $lost" >>"$out/lost.txt"
  lttng -n destroy "bowline-$p" >&2
  echo "$p $i traced $r $s $(find "$out/t" -name 'bowline-*' ! -name '*.idx' -exec cat {} + | wc -c)"
  mkdir -p "$out/kept/$p"
  [ "$i" != 1 ] || mv "$out/t/ust" "$out/kept/$p/"
  rm -rf "$out/t"
}
lttng-sessiond --no-kernel >&2 &
daemon=$!
trap 'kill $daemon; wait $daemon' EXIT
until lttng -n list >&2; do kill -0 $daemon || exit 1; done
profiles_of_user_space=(nothing requests functions locks)
for p in "${profiles_of_user_space[@]}"; do run >&2; done
for ((i = 1; i <= ${PAIRS:-100}; i++)); do
  for p in "${profiles_of_user_space[@]}"; do
    if ((i % 2)); then untraced; traced; else traced; untraced; fi
  done
done >"$out/runs.txt"
