# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# In a guest of the lab (releng/lab/guest/main.sh): each build of server.c once recorded with 4 clients and with 16, then three times each with 1, 4 and 16; what it says goes to run.csv and runs.csv.
events=sched_switch,sched_waking,sched_process_fork,sched_process_exec,irq_handler_entry,irq_handler_exit,irq_softirq_entry,irq_softirq_exit
events=$events,timer_hrtimer_expire_entry,timer_hrtimer_expire_exit,x86_irq_vectors_local_timer_entry,x86_irq_vectors_local_timer_exit
events=$events,block_rq_insert,block_rq_issue,block_rq_complete,lttng_statedump_start,lttng_statedump_end,lttng_statedump_process_state
events=$events,lttng_statedump_interrupt,lttng_statedump_block_device
lttng-sessiond -d
mkdir -p "$O/runs"
cp /run/kit/server /tmp/server; : > /data/pages; /tmp/server even 4 16
for build in ask evict select backoff; do for clients in 4 16; do
	dir=$O/runs/$build-$clients-recorded; mkdir -p "$dir"
	lttng -n create s --output="$dir/A/kernel" > /dev/null
	lttng -n enable-channel -k -s s c0 --subbuf-size=1M --num-subbuf=4 --discard > /dev/null
	lttng -n enable-event -k -s s -c c0 $events > /dev/null
	lttng -n enable-event -k -s s -c c0 --syscall futex > /dev/null
	sync; lttng -n start s > /dev/null
	said=$(/tmp/server $build $clients "${S_rec:-64}" | sed 's/.*: //')
	lttng -n stop s > /dev/null; lttng -n destroy s > /dev/null
	printf 'build,clients,run,throughput\n%s,%s,0,%s\n' $build $clients "$said" > "$dir/run.csv"; cat "$dir/run.csv" > /dev/console
done; done
tar cf /dev/vdc -C "$O" .
echo build,clients,run,throughput > "$O/runs.csv"
for run in 1 2 3 4 5 6; do for clients in 1 4 16; do for build in even ask evict select backoff; do
	echo "$build,$clients,$run,$(/tmp/server $build $clients "${S_n:-64}" | sed 's/.*: //')" >> "$O/runs.csv"
done; done; tail -n 15 "$O/runs.csv" > /dev/console; tar cf /dev/vdc -C "$O" .; done
