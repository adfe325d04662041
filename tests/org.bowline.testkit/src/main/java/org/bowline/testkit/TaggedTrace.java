/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.bowline.testkit.CtfDeclaration.Event;

/**
 * Writes the traces of a host on which programs tell with tags which module they are in: who ran when on which processor (kernel), and the tags (user space). Moments are
 * nanoseconds since the begin of the recording; all that is known of each processor is told in any order and written when it is closed.
 */
public final class TaggedTrace implements AutoCloseable {
    private static final long EPOCH_SECOND = 1_700_000_000L;
    private static final UUID CLOCK = new UUID(1, 2);
    private static final long SLEEPING = 1;
    private static final int PRIORITY = 20;
    private static final int PACKET = 1 << 20;
    /** In the place of the end of a run: the thread executes another program. */
    private static final long EXECUTES = Long.MIN_VALUE;

    private record Run(int cpu, int tid, long from, long until) {}

    private record Told(int cpu, int tid, long time, String event, String path, long bytes) {}

    private final Path directory;
    private final String host;
    private final List<Run> runs = new ArrayList<>();
    private final List<Told> told = new ArrayList<>();
    private final List<Told> losses = new ArrayList<>();
    private final List<Run> wakes = new ArrayList<>();
    private final Map<Integer, Integer> priorities = new HashMap<>();

    /** Traces below a folder. */
    public TaggedTrace(Path directory, String host) {
        this.directory = directory;
        this.host = host;
    }

    /** A thread runs; it sleeps before and after, unless it runs there as well. Without any there is no kernel trace. */
    public TaggedTrace run(int cpu, int tid, long from, long until) {
        runs.add(new Run(cpu, tid, from, until));
        return this;
    }

    /** A thread has another priority than the usual one. */
    public TaggedTrace priority(int tid, int priority) {
        priorities.put(tid, priority);
        return this;
    }

    /** A thread wants a processor, gets it, and has it until a moment. */
    public TaggedTrace wake(int cpu, int tid, long at, long from, long until) {
        wakes.add(new Run(cpu, tid, at, from));
        return run(cpu, tid, from, until);
    }

    /** A thread that runs begins to run another program. */
    public TaggedTrace execute(int cpu, int tid, long at) {
        wakes.add(new Run(cpu, tid, at, EXECUTES));
        return this;
    }

    /** An event {@code bowline:tag_…}: push, pop, switch. */
    public TaggedTrace tag(int cpu, int tid, long time, String what, String path) {
        told.add(new Told(cpu, tid, time, "bowline:tag_" + what, path, 0));
        return this;
    }

    /** An event of the program's own, {@code app:begin} or {@code app:end}, with a path and a number of bytes. */
    public TaggedTrace own(int cpu, int tid, long time, String what, String path, long bytes) {
        told.add(new Told(cpu, tid, time, "app:" + what, path, bytes));
        return this;
    }

    /** Events of user space are lost between the last one before the moment and the first one after it. */
    public TaggedTrace lose(int cpu, long time) {
        losses.add(new Told(cpu, 0, time, "", "", 0));
        return this;
    }

    private CtfDeclaration declaration(String domain) {
        return new CtfDeclaration().clock(CLOCK, 1_000_000_000L, EPOCH_SECOND, 0).env("hostname", host).env("domain", domain)
                .env("tracer_name", "lttng-" + domain).env("kernel_release", "6.1.0");
    }

    /** Writes the traces. */
    @Override
    public void close() throws IOException {
        if (!runs.isEmpty()) {
            writeKernel();
        }
        writeTags();
    }

    private void writeKernel() throws IOException {
        CtfDeclaration declaration = declaration("kernel");
        CtfType name = CtfType.characters(16);
        Event change = declaration.event("sched_switch", "prev_comm", name, "prev_tid", CtfType.signed(32), "prev_prio", CtfType.signed(32),
                "prev_state", CtfType.signed(64), "next_comm", name, "next_tid", CtfType.signed(32), "next_prio", CtfType.signed(32));
        Event waking = declaration.event("sched_waking", "comm", name, "tid", CtfType.signed(32), "prio", CtfType.signed(32), "target_cpu",
                CtfType.signed(32));
        Event exec = declaration.event("sched_process_exec", "filename", CtfType.text(), "tid", CtfType.signed(32), "old_tid",
                CtfType.signed(32));
        runs.sort(Comparator.comparingLong(Run::from));
        wakes.sort(Comparator.comparingLong(Run::from));
        try (CtfWriter writer = new CtfWriter(directory.resolve(host).resolve("kernel"), declaration, CtfWriter.Metadata.TEXT, PACKET,
                false)) {
            int cpus = runs.stream().mapToInt(Run::cpu).max().orElse(0) + 1;
            for (int cpu = 0; cpu < cpus; cpu++) {
                CtfStreamWriter out = writer.stream("chan_" + cpu, cpu);
                int number = cpu;
                List<Run> own = runs.stream().filter(one -> one.cpu() == number).toList();
                List<Run> woken = new ArrayList<>(wakes.stream().filter(one -> one.cpu() == number).toList());
                for (int i = 0; i < own.size(); i++) {
                    Run run = own.get(i);
                    wake(out, waking, exec, woken, run.from());
                    int before = i > 0 && own.get(i - 1).until() == run.from() ? own.get(i - 1).tid() : 0;
                    if (before != run.tid()) {
                        change(out, change, run.from(), before, run.tid());
                    }
                    if (i + 1 == own.size() || own.get(i + 1).from() != run.until()) {
                        wake(out, waking, exec, woken, run.until());
                        change(out, change, run.until(), run.tid(), 0);
                    }
                }
            }
        }
    }

    private void change(CtfStreamWriter out, Event event, long time, int from, int to) throws IOException {
        out.begin(event, time);
        out.text(name(from)).integer(from).integer(priorities.getOrDefault(from, PRIORITY)).integer(from == 0 ? 0 : SLEEPING).text(name(to))
                .integer(to)
                .integer(priorities.getOrDefault(to, PRIORITY));
        out.end();
    }

    /** Those up to a moment. */
    private static void wake(CtfStreamWriter out, Event waking, Event exec, List<Run> woken, long until) throws IOException {
        while (!woken.isEmpty() && woken.get(0).from() <= until) {
            Run wake = woken.remove(0);
            out.begin(wake.until() == EXECUTES ? exec : waking, wake.from());
            if (wake.until() == EXECUTES) {
                out.text("/bin/other").integer(wake.tid()).integer(wake.tid());
            } else {
                out.text(name(wake.tid())).integer(wake.tid()).integer(PRIORITY).integer(wake.cpu());
            }
            out.end();
        }
    }

    private static String name(int tid) {
        return tid == 0 ? "swapper" : "t" + tid;
    }

    private void writeTags() throws IOException {
        CtfDeclaration declaration = declaration("ust").context("vtid", CtfType.signed(32));
        List<Event> events = new ArrayList<>();
        for (String what : List.of("push", "pop", "switch")) {
            events.add(declaration.event("bowline:tag_" + what, "path", CtfType.text()));
        }
        for (String what : List.of("begin", "end")) {
            events.add(declaration.event("app:" + what, "module", CtfType.text(), "size", CtfType.signed(64)));
        }
        List<Told> all = new ArrayList<>(told);
        all.addAll(losses);
        all.sort(Comparator.comparingLong(Told::time));
        try (CtfWriter writer = new CtfWriter(directory.resolve(host).resolve("ust"), declaration, CtfWriter.Metadata.TEXT, PACKET,
                false)) {
            int cpus = all.stream().mapToInt(Told::cpu).max().orElse(0) + 1;
            for (int cpu = 0; cpu < cpus; cpu++) {
                CtfStreamWriter out = writer.stream("chan_" + cpu, cpu);
                for (Told one : all) {
                    if (one.cpu() == cpu && one.event().isEmpty()) {
                        out.discard(1);
                    } else if (one.cpu() == cpu) {
                        write(out, events, one);
                    }
                }
            }
        }
    }

    private static void write(CtfStreamWriter out, List<Event> events, Told one) throws IOException {
        out.begin(events.stream().filter(event -> event.name().equals(one.event())).findFirst().orElseThrow(), one.time());
        out.integer(one.tid()).text(one.path());
        if (one.event().startsWith("app:")) {
            out.integer(one.bytes());
        }
        out.end();
    }
}
