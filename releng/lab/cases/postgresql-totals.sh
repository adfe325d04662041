# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# interval: syscalls=send..recv
# PostgreSQL: each order is a row of its own and is added to a total. one-row: there is one total for all; spread: each client adds to one of
# its own, and the sum is made by who asks for it. Recorded by turns, under one server.
P=$(echo /usr/lib/postgresql/*/bin)
cp -a /var/lib/postgresql/wl /data/
su postgres -c "$P/pg_ctl -D /data/wl -w -t 120 -o \"-c listen_addresses= -c max_wal_size=256MB -c autovacuum=off -k /tmp\" -l /tmp/pg.log start"
"$P/psql" -q -h /tmp -U postgres bench <<'X'
create table orders (id bigserial primary key, client int, amount int);
create table totals (id int primary key, amount bigint) with (fillfactor = 10);
insert into totals select i, 0 from generate_series(0, 63) i;
checkpoint;
X
# shellcheck disable=SC2016
printf '%s\n' 'insert into orders (client, amount) values (:client_id, 10) \; update totals set amount = amount + 10 where id = :client_id * :spread;' > /tmp/order.sql
load() { "$P/pgbench" -n -h /tmp -U postgres -f /tmp/order.sql -D "spread=$1" -c "${S_clients:-8}" -t "$2" bench; }
load 1 10 > /dev/null
mkdir -p "$O/runs"
i=1; while [ $i -le "${S_runs:-5}" ]; do
	for v in one-row spread; do
		case $v in one-row) spread=0 n=${S_before:-20} ;; *) spread=1 n=${S_after:-50} ;; esac
		/run/kit/profiles/bowline-record start -o "$O/runs/$v-$i" --profile waits-disk --profile syscalls -- \
			"$P/pgbench" -n -h /tmp -U postgres -f /tmp/order.sql -D "spread=$spread" -c "${S_clients:-8}" -t "$n" bench > "$O/$v-$i.txt" 2>&1
		echo "$v $i" > /dev/console
		grep -H -E 'tps|latency' "$O/$v-$i.txt"
	done
	tar cf /dev/vdc -C "$O" . # what was recorded is there, whatever happens to the guest
	i=$((i + 1))
done
su postgres -c "$P/pg_ctl -D /data/wl -m fast -w stop"
