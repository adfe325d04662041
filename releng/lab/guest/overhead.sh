# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# What profiles cost: pairs of runs, untraced and traced by turns, who is first alternates; in rounds of a pair of each profile, so that whatever else
# the machine does in these minutes disturbs all alike. Lines for overhead.py:
# PROFILE PAIR untraced|traced MEAN_NS MEDIAN_NS SECONDS BYTES; the trace of the first pair is kept, for its events to be counted
# A profile may be several, A+B; "nothing" is a pair of which neither is recorded: what it shows is the noise of the method.
# rpc on one CPU: waking a thread of another takes five times as long or not, at the scheduler's whim, which would be all that is seen
run() {
	case $S_mode in
	rpc) taskset -c 0 load rpc 3000 ;;
	memcached) case $p in *locks*) port=11212 ;; *) port=11211 ;; esac; memcached-load work $port 10000 4 500 10 | head -n 1 ;;
	*) load app 250 /data/x ;;
	esac
}
seconds() { cut -d ' ' -f 1 /proc/uptime; }
untraced() { b=$(seconds); r=$(run); echo "$p $i untraced $r $(seconds) $b 0" >> $O/runs.raw; }
traced() {
	if [ "$p" = nothing ]; then b=$(seconds); r=$(run); echo "$p $i traced $r $(seconds) $b 0" >> $O/runs.raw; return; fi
	each=$(echo "$p" | tr + ' ')
	for q in $each; do
		lttng -n load -i "/run/kit/profiles/$q.lttng" "bowline-$q" --override-url="file:///tmp/o/t/$q" > /dev/null
		lttng -n start "bowline-$q" > /dev/null
	done
	b=$(seconds); r=$(run); e=$(seconds)
	for q in $each; do
		lttng -n stop "bowline-$q" > /dev/null
		lost=$(lttng -n --mi=xml list "bowline-$q" | grep -o '<discarded_events>[0-9]*' | awk -F '>' '{ n += $2 } END { print n + 0 }'); [ "$lost" = 0 ] || echo "$p $i lost $lost" >> $O/lost.txt
		lttng -n destroy "bowline-$q" > /dev/null
	done
	bytes=$(find /tmp/o/t -name 'bowline-*' ! -name '*.idx' -exec cat {} + | wc -c)
	echo "$p $i traced $r $e $b $bytes" >> $O/runs.raw
	mkdir -p "$O/kept/$p"; [ "$i" != 1 ] || mv /tmp/o/t/* "$O/kept/$p/"; rm -rf /tmp/o/t
}
lttng-sessiond -d
if [ "$S_mode" = memcached ]; then # a second one for locks: what the library that tells of them costs by itself is no part of a profile's price
	export LD_LIBRARY_PATH=/run/kit LTTNG_UST_REGISTER_TIMEOUT=5000
	memcached -u root -l 127.0.0.1 -p 11211 -t 4 -U 0 &
	LD_PRELOAD=liblttng-ust-pthread-wrapper.so.1 memcached -u root -l 127.0.0.1 -p 11212 -t 4 -U 0 &
	for port in 11211 11212; do until memcached-load fill $port 10000 2> /dev/null; do sleep 0.2; done; done
fi
profiles=$(echo "${S_profiles:-waits-minimal,waits-network,waits-disk,waits-stacks,syscalls}" | tr , ' ')
for p in $profiles; do run > /dev/null; done
i=1; while [ $i -le "${S_pairs:-10}" ]; do
	for p in $profiles; do
		if [ $((i % 2)) = 1 ]; then untraced; traced; else traced; untraced; fi
	done
	echo "round $i" > /dev/console
	i=$((i + 1))
done
awk '{ print $1, $2, $3, $4, $5, $6 - $7, $8 }' $O/runs.raw > $O/runs.txt
