#!/bin/sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Pid 1's work in a guest of releng/check-recording: network, modules, ssh, then the script that the kernel command line names (lab.wl);
# everything below /tmp/o goes to /dev/vdc as a tar.
export PATH=/run/kit:/usr/sbin:/usr/bin:/sbin:/bin
HOME=$(getent passwd 0 | cut -d: -f6); export HOME
for word in $(cat /proc/cmdline); do case $word in lab.*) word=${word#lab.}; eval "S_${word%%=*}=\${word#*=}" ;; esac; done
mkdir -p /tmp/o; mount -t tmpfs -o size=700m,mode=700 tmpfs /tmp/o; O=/tmp/o
hostname "$S_host"; printf '127.0.0.1 localhost %s\n10.77.0.1 hostA\n10.77.0.2 hostB\n' "$S_host" > /etc/hosts
ip link set lo up; ip link set eth0 up; ip addr add "10.77.0.$S_ip/24" dev eth0
if [ -b /dev/vdd ]; then mkdir -p /data; mke2fs -q -t ext4 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 -O ^has_journal /dev/vdd; mount -o noatime /dev/vdd /data; fi
chmod 700 ~ ~/.ssh; mkdir -p /run/sshd
{ uname -a; lttng --version; cat /etc/debian_version; } > $O/system.txt 2>&1
modprobe lttng-tracer 2>/dev/null
for m in $(find /lib/modules/*/extra -name 'lttng-probe-*' | sed 's/.*\///; s/.ko.*//'); do modprobe -q "$m"; done
. "/run/kit/$S_wl.sh" > $O/workload.log 2>&1
dmesg > $O/dmesg.txt
tar cf /dev/vdc -C $O . ; sync
