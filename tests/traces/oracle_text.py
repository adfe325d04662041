#!/usr/bin/python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""oracle_text.py TRACE: what babeltrace2's text (not Bowline) tells of the threads of one kernel trace, LTTng of any version or perf.

Prints: switches; waits that were ended, by cause, and how many had no wake-up; running time of the threads that ran longest (only those that
were switched in and out within the trace). A plain state machine of its own: wake-ups are sched_waking, else sched_wakeup; a cause is the
innermost open interrupt of the CPU, else its thread, never the idle one. Traces that lost events are not for it.
"""
import collections, re, subprocess, sys

EVENT = re.compile(r"^\[(\d+)\.(\d{9})\] (?:\S+ )?([\w:]+): (.*)$")
FIELD = re.compile(r'(\w+) = (?:"([^"]*)"|(-?\w+))')


def number(text):
    return int(text, 16) if text.startswith("0x") else int(text)


def events(path):
    out = subprocess.run(["babeltrace2", "--clock-seconds", "--no-delta", path], stdout=subprocess.PIPE, text=True, errors="replace", check=True)
    for i, line in enumerate(out.stdout.splitlines()):
        m = EVENT.match(line)
        name = m.group(3).split(":")[-1]
        if i and not re.search("sched_|irq|hrtimer|block_rq", name): continue
        fields = {k: (s if not v else number(v) if re.match(r"-?(0x)?[0-9A-Fa-f]+$", v) else v) for k, s, v in FIELD.findall(m.group(4))}
        cpu = fields.get("cpu_id", fields.get("perf_cpu", 0))
        yield int(m.group(1)) * 10**9 + int(m.group(2)), cpu, name, {k.replace("_pid", "_tid") if k != "child_pid" else k: v for k, v in fields.items()}


def tid(fields): return fields["tid"] if "tid" in fields else fields["pid"]


def left(state, modern):
    if modern: return "R" if state == 0 or state & 0x100 else "X" if state & 0x30 else "S"
    return "X" if state & 0x70 else "S" if state & 0x1ff or state == 512 else "R"


def main(path):
    release = re.search(rb'release"? ?= ?"(\d+)\.(\d+)', open(path + "/metadata", "rb").read().replace(b"\0", b""))
    modern = not release or (int(release[1]), int(release[2])) >= (4, 14)
    all_events = list(events(path))
    waking = "sched_waking" if any(e[2] == "sched_waking" for e in all_events) else "sched_wakeup"
    current = {}
    for _, cpu, name, f in all_events:
        if name == "sched_switch": current.setdefault(cpu, f["prev_tid"])
    context, names = collections.defaultdict(list), {}
    state = {t: "on" for t in current.values() if t}
    early, since, running, waits = set(), {}, collections.Counter(), collections.Counter()
    switches = 0
    for ns, cpu, name, f in all_events:
        ctx = context[cpu]
        if name == "sched_switch":
            switches += 1
            ctx.clear()
            p, n = f["prev_tid"], f["next_tid"]
            if p:
                how = left(f["prev_state"], modern)
                if p in since: running[p] += ns - since.pop(p)
                state[p] = {"R": "off", "X": None, "S": "early" if p in early else "blocked"}[how]
                early.discard(p)
                names[p] = f["prev_comm"]
                if how == "X": del state[p]
            if n:
                if state.get(n) == "blocked": waits["(no wake-up)"] += 1
                state[n], since[n] = "on", ns
                early.discard(n)
            current[cpu] = n
        elif name == waking and f.get("success", 1):
            t = tid(f)
            if t == 0: continue
            cause = "thread" if current.get(cpu) else "unknown"
            for kind, what in reversed(ctx):
                if kind == "done": cause = "disk"
                elif kind == "hrtimer": cause = "timer"
                elif kind == "irq": cause = "timer" if what in ("timer", "arch_timer", "twd") else "device"
                else: cause = {1: "timer", 8: "timer", 2: "network", 3: "network", 4: "disk", 5: "disk"}.get(what, "kernel")
                break
            s = state.get(t, "blocked")
            if s == "on": early.add(t)
            elif s in ("blocked", "early"):
                if t in state or ns > all_events[0][0]: waits[cause] += 1  # a wait of no length within the trace is none
                state[t] = "off"
            names.setdefault(t, f["comm"])
        elif name == "sched_process_fork": state[f["child_tid"]] = "off"
        elif name == "irq_handler_entry": ctx.append(("irq", f["name"]))
        elif name.endswith("softirq_entry"): ctx[:] = [("soft", f["vec"])]
        elif name.endswith("hrtimer_expire_entry"): ctx.append(("hrtimer", 0))
        elif name == "block_rq_complete" and ctx: ctx[-1] = ("done", 0)
        elif name == "irq_handler_exit" and ctx: ctx.pop()
        elif name.endswith("softirq_exit") and ctx: ctx.pop()
        elif name.endswith("hrtimer_expire_exit") and ctx: ctx.pop()
    print("switches", switches)
    for cause, count in sorted(waits.items()): print("waits", cause, count)
    for t, ns in running.most_common(8):
        if t not in since: print("running", t, names.get(t), ns)


if __name__ == "__main__":
    main(sys.argv[1])
