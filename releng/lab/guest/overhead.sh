# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# What the kernel profiles cost: pairs of runs of load, untraced and traced by turns, who is first alternates. Lines for overhead.py:
# PROFILE PAIR untraced|traced MEAN_NS MEDIAN_NS SECONDS BYTES; the trace of the first pair is kept, for its events to be counted
# rpc on one CPU: waking a thread of another takes five times as long or not, at the scheduler's whim, which would be all that is seen
run() { case $S_mode in rpc) taskset -c 0 load rpc 3000 ;; *) load app 250 /data/x ;; esac; }
seconds() { cut -d ' ' -f 1 /proc/uptime; }
untraced() { b=$(seconds); r=$(run); echo "$p $i untraced $r $(seconds) $b 0" >> $O/runs.raw; }
traced() {
	lttng -n load -i "/run/kit/profiles/$p.lttng" "bowline-$p" --override-url=file:///tmp/o/t > /dev/null
	lttng -n start "bowline-$p" > /dev/null; b=$(seconds); r=$(run); e=$(seconds); lttng -n stop "bowline-$p" > /dev/null
	lost=$(lttng -n --mi=xml list "bowline-$p" | grep -o '<discarded_events>[0-9]*' | awk -F '>' '{ n += $2 } END { print n + 0 }'); [ "$lost" = 0 ] || echo "$p $i lost $lost" >> $O/lost.txt
	lttng -n destroy "bowline-$p" > /dev/null
	bytes=$(find /tmp/o/t -name 'bowline-*' ! -name '*.idx' -exec cat {} + | wc -c)
	echo "$p $i traced $r $e $b $bytes" >> $O/runs.raw
	mkdir -p "$O/kept/$p"; [ "$i" != 1 ] || mv /tmp/o/t/kernel "$O/kept/$p/"; rm -rf /tmp/o/t
}
lttng-sessiond -d
run > /dev/null; run > /dev/null
for p in ${S_profiles:-waits-minimal waits-network waits-disk waits-stacks syscalls}; do
	i=1; while [ $i -le "${S_pairs:-10}" ]; do
		if [ $((i % 2)) = 1 ]; then untraced; traced; else traced; untraced; fi
		i=$((i + 1))
	done
done
awk '{ print $1, $2, $3, $4, $5, $6 - $7, $8 }' $O/runs.raw > $O/runs.txt
