#!/usr/bin/python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""oracle.py TRACES OUT [NAME]: what babeltrace 2 (not Bowline) finds in a recording, as CSV for the golden tests.

TRACES holds <host>/<kernel|ust>/...; needs babeltrace 2's Python bindings (2.1 for CTF 2; 2.0 repeats a stale value for an empty string field,
which none of these tables uses). Everything is on the clock of its own host: ns from the clock's origin, as `babeltrace2 --clock-seconds` prints.

counts.txt   trace,host,domain,event,count      events per class; names in <> are no event classes:
             <all events> <first ns> <last ns> <streams> <packets> <discarded events> <discarded packets>
spans.csv    host,tid,name,type,req,begin_ns,end_ns     wl:*_begin with the wl:*_end of the same thread, name, type and req
threads.csv  host,tid,thread,switched_in,running_ns     workload threads; time on a CPU between sched_switch events
waits.csv    host,tid,thread,syscall,ended_by,count,total_ns   workload threads; a wait runs from a sched_switch out in a blocked state
             to the first sched_waking. ended_by is what that CPU was doing: `irq NAME`, `softirq VEC`, `hrtimer`, else `thread NAME`; or
             (before)  the only waking came before the switch out (the race around it): length 0,   (unseen)  switched in without a waking,
             (open)  still waiting at the last event.
Time while events were discarded is not handled: threads.csv and waits.csv are left out for a recording that lost kernel events.
"""
import bt2, collections, csv, os, re, sys

WORKLOAD = re.compile(r"w\d")
DEAD, BLOCKED = 16 | 32, 0xFF          # prev_state as the tracepoint gives it: 0 and 256 are runnable


def kinds(path):
    for m in bt2.TraceCollectionMessageIterator(path):
        yield type(m), m


def scan(path, on_event):
    n, first, last = collections.Counter(), None, None
    streams = packets = lost_events = lost_packets = 0
    for kind, m in kinds(path):
        if kind is bt2._EventMessageConst:
            ts = m.default_clock_snapshot.ns_from_origin
            first, last = ts if first is None else first, ts
            n[m.event.name] += 1
            on_event(m.event, ts)
        elif kind is bt2._StreamBeginningMessageConst: streams += 1
        elif kind is bt2._PacketBeginningMessageConst: packets += 1
        elif kind is bt2._DiscardedEventsMessageConst: lost_events += m.count or 0
        elif kind is bt2._DiscardedPacketsMessageConst: lost_packets += m.count or 0
    rows = sorted(n.items()) + [("<all events>", sum(n.values())), ("<first ns>", first), ("<last ns>", last), ("<streams>", streams),
                                ("<packets>", packets), ("<discarded events>", lost_events), ("<discarded packets>", lost_packets)]
    return rows, last, lost_events + lost_packets


class Spans:
    def __init__(self): self.open, self.rows = {}, []

    def event(self, e, ts):
        if not re.fullmatch(r"wl:\w+_(begin|end)", e.name): return
        f, tid = e.payload_field, int(e["vtid"])
        k = tid, str(f["name"]), int(f["type"]), int(f["req"]), e.name.rsplit("_", 1)[0]
        if e.name.endswith("_begin"): self.open[k] = ts
        elif k in self.open: self.rows.append((*k[:4], self.open.pop(k), ts))


class Sched:
    """Plain state machine over sched_switch, sched_waking and the interrupt events; the innermost open interrupt of a CPU is its context."""

    def __init__(self):
        self.on, self.context, self.syscall = {}, collections.defaultdict(list), {}
        self.name, self.since, self.blocked, self.early, self.woken = {}, {}, {}, set(), set()
        self.running, self.ins = collections.Counter(), collections.Counter()
        self.waits = collections.defaultdict(lambda: [0, 0])

    def wait(self, tid, by, ns):
        w = self.waits[tid, self.syscall.get(tid, ""), by]
        w[0] += 1
        w[1] += ns

    def event(self, e, ts):
        n, cpu = e.name, int(e.packet.context_field["cpu_id"])
        ctx = self.context[cpu]
        if n.startswith("syscall_entry_"): self.syscall[self.on.get(cpu)] = n[14:]
        elif n.startswith("syscall_exit_"): self.syscall.pop(self.on.get(cpu), None)
        elif n == "irq_handler_entry": ctx.append("irq %s" % e["name"])
        elif n == "irq_softirq_entry": ctx.append("softirq %d" % e["vec"])
        elif n == "timer_hrtimer_expire_entry": ctx.append("hrtimer")
        elif n in ("irq_handler_exit", "irq_softirq_exit", "timer_hrtimer_expire_exit"):
            if ctx: ctx.pop()
        elif n == "sched_waking":
            tid = int(e["tid"])
            by = ctx[-1] if ctx else "thread %s" % self.name.get(self.on.get(cpu), "?")
            if tid in self.blocked:
                self.wait(tid, by, ts - self.blocked.pop(tid))
                self.woken.discard(tid)                       # a waking before the switch out was spent on an earlier, aborted sleep
            elif tid in self.since: self.early.add(tid)
        elif n == "sched_switch":
            out, into, state = int(e["prev_tid"]), int(e["next_tid"]), int(e["prev_state"])
            self.name[out], self.name[into], self.on[cpu] = str(e["prev_comm"]), str(e["next_comm"]), into
            if out in self.since: self.running[out] += ts - self.since.pop(out)
            early = out in self.early
            self.early.discard(out)
            if state & BLOCKED and not state & DEAD:
                self.blocked[out] = ts
                if early: self.woken.add(out)
            if into in self.blocked:
                at = self.blocked.pop(into)
                if into in self.woken: self.wait(into, "(before)", 0)
                else: self.wait(into, "(unseen)", ts - at)
            self.woken.discard(into)
            self.since[into] = ts
            self.ins[into] += 1

    def end(self, ts):
        for tid, at in self.blocked.items(): self.wait(tid, "(open)", ts - at)
        for tid, at in self.since.items(): self.running[tid] += ts - at

    def threads(self): return sorted(t for t in self.ins if t and WORKLOAD.match(self.name[t]))


def main(root, out, name):
    tables = {"counts.txt": [("trace", "host", "domain", "event", "count")], "spans.csv": [("host", "tid", "name", "type", "req", "begin_ns", "end_ns")],
              "threads.csv": [("host", "tid", "thread", "switched_in", "running_ns")],
              "waits.csv": [("host", "tid", "thread", "syscall", "ended_by", "count", "total_ns")]}
    lost = 0
    for host in sorted(d for d in os.listdir(root) if len(d) == 1 and os.path.isdir(f"{root}/{d}")):
        sched, spans = Sched(), Spans()
        for domain, consumer in (("kernel", sched), ("ust", spans)):
            rows, last, l = scan(f"{root}/{host}/{domain}", consumer.event)
            tables["counts.txt"] += [(name, host, domain, *r) for r in rows]
            if domain == "kernel": sched.end(last); lost += l
        tables["spans.csv"] += [(host, *r) for r in sorted(spans.rows, key=lambda r: (r[4], r))]
        for t in sched.threads(): tables["threads.csv"].append((host, t, sched.name[t], sched.ins[t], sched.running[t]))
        for (t, s, by), (n, ns) in sorted(sched.waits.items()):
            if t in sched.threads(): tables["waits.csv"].append((host, t, sched.name[t], s, by, n, ns))
    for file, rows in tables.items():
        if lost and file in ("threads.csv", "waits.csv"): continue
        with open(f"{out}/{file}", "w", newline="") as f: csv.writer(f, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    if len(sys.argv) < 3: sys.exit(__doc__)
    main(sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else os.path.basename(sys.argv[2].rstrip("/")))
