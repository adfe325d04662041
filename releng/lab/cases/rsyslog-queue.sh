# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# packages: rsyslog
# rsyslog: a queue on the disk, which loses nothing, for what programs of this host tell and for what another one sends. one-queue: the same for both;
# own-queue: what is sent has one of its own, as safe. Recorded by turns.
export LTTNG_UST_REGISTER_TIMEOUT=5000
lttng-sessiond -d
cp "$(command -v syslog-load)" /tmp/shop # names of their own
cp "$(command -v syslog-load)" /tmp/till
cat > /tmp/head.conf <<X
global(workDirectory="/data/spool")
module(load="imuxsock")
module(load="imtcp")
main_queue(queue.type="Disk" queue.filename="main" queue.syncQueueFiles="on")
X
cat /tmp/head.conf - > /tmp/one-queue.conf <<X
input(type="imtcp" port="10514" address="127.0.0.1")
action(type="omfile" file="/tmp/out/all.log")
X
cat /tmp/head.conf - > /tmp/own-queue.conf <<X
ruleset(name="sent" queue.type="Disk" queue.filename="sent" queue.syncQueueFiles="on") {
	action(type="omfile" file="/tmp/out/sent.log")
}
input(type="imtcp" port="10514" address="127.0.0.1" ruleset="sent")
action(type="omfile" file="/tmp/out/all.log")
X
cat > /tmp/job <<X
#!/bin/sh
/tmp/till remote 10514 ${S_batch:-10} ${S_pause:-80} &
till=\$!
/tmp/shop local \$1 ${S_seconds:-15}
kill \$till
X
chmod +x /tmp/job
mkdir -p "$O/runs" /data/spool /tmp/out
i=1; while [ $i -le "${S_runs:-5}" ]; do
	for v in one-queue own-queue; do
		rm -rf /data/spool/* /tmp/out/* /dev/log
		LD_PRELOAD=liblttng-ust-pthread-wrapper.so.1 rsyslogd -n -f "/tmp/$v.conf" -i /tmp/rsyslogd.pid &
		server=$!
		until [ -S /dev/log ]; do sleep 0.2; done
		sleep 1
		/tmp/job 20
		sleep 1
		/run/kit/profiles/bowline-record start -o "$O/runs/$v-$i" --profile waits-network --profile waits-disk --profile locks -- \
			/tmp/job "${S_lines:-200}" > "$O/$v-$i.txt" 2>&1
		echo "$v $i" > /dev/console
		kill $server
		wait $server
		grep -H -E 'lines in' "$O/$v-$i.txt"
		wc -l /tmp/out/*
	done
	tar cf /dev/vdc -C "$O" . # what was recorded is there, whatever happens to the guest
	i=$((i + 1))
done
