# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Guest A tries what only a kernel with LTTng's modules can show, B is its second host. A line "ok NAME" or "FAILED NAME" each in results.txt.
R=/run/kit/profiles/bowline-record
N='waits-minimal waits-network waits-disk waits-stacks'
result() { # result NAME COMMAND...
	name=$1; shift
	if "$@" > "$O/log.$name" 2>&1; then echo "ok $name"; else echo "FAILED $name"; sed 's/^/  /' "$O/log.$name"; fi >> $O/results.txt
}
work() { w3 2 15 > /dev/null; }
left() { # nothing of LTTng runs, nothing lies about
	pgrep -a lttng && return 1
	set -- /var/tmp/bowline.* /tmp/bowline.*; [ "$1 ${2:-}" = '/var/tmp/bowline.* /tmp/bowline.*' ] || { echo "$@"; return 1; }
}
loads() { # a session file as it is, by LTTng's own command
	lttng-sessiond -d && lttng -n load -i "/run/kit/profiles/$1.lttng" "bowline-$1" "--override-url=file://$O/load-$1" && lttng -n start "bowline-$1" && work &&
		lttng -n stop "bowline-$1" && lttng -n list "bowline-$1" && lttng -n destroy "bowline-$1"
	code=$?; kill "$(cat /run/lttng/lttng-sessiond.pid)"; while pgrep lttng-sessiond > /dev/null; do sleep 0.2; done
	return $code
}
records() { $R start --profile "$1" -o "$O/record-$1" -- w3 2 60 && left; }
two() {
	$R start --event 'wl:*' --profile waits-network --profile waits-disk --host local --host ssh://root@hostB -o $O/two -- w1 client 10.77.0.2 40 && left && ssh root@hostB ". /run/kit/left.sh"
}
by_hand() { # start, status, stop without a command
	$R start --profile waits-network --host ssh://hostB:22 --host local -o $O/hand && work && ssh hostB true && $R status -o $O/hand && $R stop -o $O/hand && left && ssh hostB ". /run/kit/left.sh"
}
rotates() { $R start --profile waits-minimal --rotate 2s -o $O/rotated && work && sleep 3 && work && sleep 3 && $R stop -o $O/rotated && left && [ "$(ls $O/rotated/A/archives | wc -l)" -ge 2 ]; }
flight() {
	$R start --profile waits-network --snapshot --host local --host ssh://hostB -o $O/flight && work && $R snapshot -o $O/flight && work && $R snapshot -o $O/flight && $R stop -o $O/flight &&
		left && [ -d $O/flight/snapshot-2/hostB/kernel ]
}
stacks() { grep -q ' T schedule$' $O/record-waits-stacks/A/symbols/kallsyms && grep -q 'kernel' $O/record-waits-stacks/A/symbols/build-ids && grep -q '/w3$' $O/record-waits-stacks/A/symbols/build-ids; }
says() { # says CODE TEXT COMMAND...: fails with the code, says the text, leaves nothing
	code=$1 text=$2; shift 2
	"$@" > /tmp/said 2>&1; got=$?; cat /tmp/said
	[ $got -eq "$code" ] && grep -q -e "$text" /tmp/said && left
}
missing_event() { sed 's/sched_waking/sched_not_there/' /run/kit/profiles/waits-minimal.lttng > /tmp/missing.lttng; says 69 'does not have: sched_not_there' $R start --profile /tmp/missing.lttng -o /tmp/missing && [ ! -e /tmp/missing ]; }
no_permission() { says 69 'kernel events need root' setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp/nobody $R start --profile waits-minimal -o /tmp/nobody/rec; }
unreachable() { says 69 'ssh cannot reach it' $R start --profile waits-minimal --host local --host ssh://hostB:9 -o /tmp/unreachable && [ ! -e /tmp/unreachable ]; }
unknown_key() { # whoever answers at that address: asked by ssh itself, not by us
	mv ~/.ssh/known_hosts /tmp/; says 69 'Host key verification failed' $R start --profile waits-minimal --host local --host ssh://hostB -o /tmp/unknown && grep -q '"ssh hostB true" must work' /tmp/said && [ ! -e /tmp/unknown ]
	code=$?; mv /tmp/known_hosts ~/.ssh/
	return $code
}
disk_fills() { # something else takes the room: what was recorded until then is kept, and can be read
	mkdir -m 700 /tmp/small; mount -t tmpfs -o size=190m,mode=700 tmpfs /tmp/small
	$R start --profile waits-minimal --buffers 1M -o /tmp/small/full && work && head -c 130M /dev/zero > /tmp/small/other && sleep 3 && ! $R status -o /tmp/small/full && says 1 'disk was nearly full at' $R stop -o /tmp/small/full && cp -R /tmp/small/full $O/
	code=$?; umount /tmp/small
	return $code
}
daemon_dies() {
	$R start --profile waits-minimal -o $O/died && work && sleep 2 && kill -9 "$(pgrep -o lttng-sessiond)" && says 1 'session is gone' $R stop -o $O/died && [ -d $O/died/A/kernel ]
}
no_modules() { # as on a machine where they were never installed
	mv "/lib/modules/$(uname -r)/extra" /lib/modules/away; lsmod | awk '/^lttng/ { print $1 }' | tac > /tmp/lttng-modules
	for i in 1 2 3 4 5 6 7 8; do lsmod | awk '/^lttng/ && $3 == 0 { print $1 }' | xargs -r rmmod; done
	says 69 "modules are not installed for kernel $(uname -r)" $R start --profile waits-minimal -o /tmp/modules; code=$?
	mv /lib/modules/away "/lib/modules/$(uname -r)/extra"
	return $code
}
case $S_host in
B)
	cp /run/kit/left.sh /run/ 2> /dev/null
	/usr/sbin/sshd -o ListenAddress=10.77.0.2 -o PermitRootLogin=prohibit-password
	w1 backend /data/w1.dat & w1 server 10.77.0.2 &
	i=0; while [ ! -e /run/finished ] && [ $i -lt 900 ]; do sleep 0.5; i=$((i + 1)); done
	;;
A)
	mkdir -p /tmp/nobody; chown 65534:65534 /tmp/nobody
	i=0; while [ $i -lt 60 ] && ! ssh -o BatchMode=yes -o ConnectTimeout=2 hostB true; do sleep 1; i=$((i + 1)); done
	for n in $N; do result "lttng-load-$n" loads "$n"; done
	for n in $N; do result "record-$n" records "$n"; done
	result symbols-of-stacks stacks
	result two-hosts two
	result start-status-stop by_hand
	result rotation rotates
	result flight-recorder flight
	result missing-event missing_event
	result no-permission no_permission
	result unreachable-host unreachable
	result unknown-host-key unknown_key
	result full-disk disk_fills
	result daemon-dies daemon_dies
	result no-modules no_modules
	ssh hostB touch /run/finished
	;;
esac
