#!/usr/bin/python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""oracle.py TRACE: how long the server's threads were on a processor with each tag, by babeltrace 2 (not Bowline), as CSV.

TRACE holds kernel/ and ust/ of one host, where no event was lost. A thread is on a processor between the sched_switch that puts it there and the one that takes it away;
interrupts in between count, too. Both traces have
the same clock, whose offset from the time of day each was told a little differently: times are those of the clock. Needs babeltrace 2's Python bindings.
"""
import bt2, collections, sys


def main(trace):
    on, since, stacks, spent, entries = {}, {}, collections.defaultdict(list), collections.Counter(), collections.Counter()
    known = set()

    def settle(cpu, now):
        tid = on.get(cpu)
        if tid and tid in known:
            stack = stacks[tid]
            spent[cpu, stack[-1] if stack else ""] += now - since[cpu]
        since[cpu] = now

    events = []
    for message in bt2.TraceCollectionMessageIterator(trace):
        if type(message) is bt2._EventMessageConst:
            event, now = message.event, message.default_clock_snapshot.value
            if event.name == "sched_switch":
                events.append((now, 0, int(event.packet.context_field["cpu_id"]), int(event["next_tid"]), ""))
            elif event.name.startswith("bowline:tag_"):
                tid = int(event.common_context_field["vtid"])
                known.add(tid)
                events.append((now, event.name[len("bowline:tag_"):], int(event.packet.context_field["cpu_id"]), tid, str(event["path"])))
    events.sort(key=lambda event: event[0])
    for now, what, cpu, tid, path in events: # only now it is known which threads have tags
        settle(cpu, now)
        if what == 0:
            on[cpu] = tid
        elif what == "push":
            stacks[tid].append(path)
            entries[path] += 1
        elif what == "pop":
            stacks[tid].pop()
        else:
            stacks[tid] = [path]
            entries[path] += 1
    print("cpu,path,on_cpu_ns,entries")
    for cpu, path in sorted(spent):
        print(f"{cpu},{path},{spent[cpu, path]},{entries[path]}")


if __name__ == "__main__":
    if len(sys.argv) != 2: sys.exit(__doc__)
    main(sys.argv[1])
