/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

import org.bowline.testkit.CtfDeclaration.Event;

/**
 * Writes the traces of a host on which programs tell of polling and of false wake-ups: switches and wake-ups (kernel), and what they tell (user space). Moments are nanoseconds since the begin of the
 * recording, told in any order and written when it is closed. What happens at one moment on a processor is written in the order in which it was told.
 */
public final class AnnotatedTrace implements AutoCloseable {
    private static final long EPOCH_SECOND = 1_700_000_000L;
    private static final UUID CLOCK = new UUID(1, 2);
    private static final int PRIORITY = 20;
    private static final int PACKET = 1 << 20;

    private record Told(int cpu, long time, Event event, Object[] values) {}

    private final Path directory;
    private final String host;
    private final CtfDeclaration kernel;
    private final CtfDeclaration user;
    private final Event change;
    private final Event wake;
    private final Event begin;
    private final Event end;
    private final Event vain;
    private final Event ownBegin;
    private final Event ownEnd;
    private final List<Told> kernels = new ArrayList<>();
    private final List<Told> users = new ArrayList<>();

    /** Traces below a folder. */
    public AnnotatedTrace(Path directory, String host) {
        this.directory = directory;
        this.host = host;
        kernel = declaration("kernel");
        CtfType name = CtfType.characters(16);
        change = kernel.event("sched_switch", "prev_comm", name, "prev_tid", CtfType.signed(32), "prev_prio", CtfType.signed(32),
                "prev_state", CtfType.signed(64), "next_comm", name, "next_tid", CtfType.signed(32), "next_prio", CtfType.signed(32));
        wake = kernel.event("sched_waking", "comm", name, "tid", CtfType.signed(32), "prio", CtfType.signed(32), "target_cpu",
                CtfType.signed(32));
        user = declaration("ust").context("vtid", CtfType.signed(32));
        begin = user.event("bowline:spin_begin", "object", CtfType.unsigned(64), "owner", CtfType.signed(32));
        end = user.event("bowline:spin_end", "object", CtfType.unsigned(64), "acquired", CtfType.unsigned(8));
        vain = user.event("bowline:false_wakeup", "object", CtfType.unsigned(64));
        ownBegin = user.event("app:poll_begin", "what", CtfType.unsigned(64), "who", CtfType.signed(32));
        ownEnd = user.event("app:poll_end", "what", CtfType.unsigned(64));
    }

    private CtfDeclaration declaration(String domain) {
        return new CtfDeclaration().clock(CLOCK, 1_000_000_000L, EPOCH_SECOND, 0).env("hostname", host).env("domain", domain)
                .env("tracer_name", "lttng-" + domain).env("kernel_release", "6.1.0");
    }

    /** A processor goes from one thread (0: none) to another one; {@code sleeps}: the first one wants it no longer. */
    public AnnotatedTrace change(int cpu, long time, int from, boolean sleeps, int to) {
        kernels.add(new Told(cpu, time, change, new Object[] {name(from), (long) from, (long) PRIORITY, from != 0 && sleeps ? 1L : 0L,
            name(to), (long) to, (long) PRIORITY}));
        return this;
    }

    /** Whoever runs on a processor wakes a thread. */
    public AnnotatedTrace wake(int cpu, long time, int tid) {
        kernels.add(new Told(cpu, time, wake, new Object[] {name(tid), (long) tid, (long) PRIORITY, (long) cpu}));
        return this;
    }

    /** A thread begins to poll. */
    public AnnotatedTrace spinBegin(int cpu, int tid, long time, long object, int owner) {
        users.add(new Told(cpu, time, begin, new Object[] {(long) tid, object, (long) owner}));
        return this;
    }

    /** It polls no longer. */
    public AnnotatedTrace spinEnd(int cpu, int tid, long time, long object, boolean acquired) {
        users.add(new Told(cpu, time, end, new Object[] {(long) tid, object, acquired ? 1L : 0L}));
        return this;
    }

    /** A thread was woken in vain. */
    public AnnotatedTrace falseWakeUp(int cpu, int tid, long time, long object) {
        users.add(new Told(cpu, time, vain, new Object[] {(long) tid, object}));
        return this;
    }

    /** The program's own events {@code app:poll_begin} {what, who} and {@code app:poll_end} {what}. */
    public AnnotatedTrace own(int cpu, int tid, long from, long until, long what, int who) {
        users.add(new Told(cpu, from, ownBegin, new Object[] {(long) tid, what, (long) who}));
        users.add(new Told(cpu, until, ownEnd, new Object[] {(long) tid, what}));
        return this;
    }

    /** Events of user space are lost on a processor between the last one before the moment and the first one after it. */
    public AnnotatedTrace lose(int cpu, long time) {
        users.add(new Told(cpu, time, begin, new Object[0]));
        return this;
    }

    /** Writes the traces; without any event of the kernel, none of it. */
    @Override
    public void close() throws IOException {
        if (!kernels.isEmpty()) {
            write("kernel", kernel, kernels);
        }
        write("ust", user, users);
    }

    private void write(String folder, CtfDeclaration declaration, List<Told> told) throws IOException {
        told.sort(Comparator.comparingLong(Told::time));
        int cpus = told.stream().mapToInt(Told::cpu).max().orElse(0) + 1;
        try (CtfWriter writer = new CtfWriter(directory.resolve(host).resolve(folder), declaration, CtfWriter.Metadata.TEXT, PACKET,
                false)) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                CtfStreamWriter out = writer.stream("chan_" + cpu, cpu);
                for (Told one : told) {
                    if (one.cpu() == cpu && one.values().length == 0) {
                        out.discard(1);
                    } else if (one.cpu() == cpu) {
                        write(out, one);
                    }
                }
            }
        }
    }

    private static void write(CtfStreamWriter out, Told one) throws IOException {
        out.begin(one.event(), one.time());
        for (Object value : one.values()) {
            if (value instanceof Long number) {
                out.integer(number);
            } else {
                out.text((String) value);
            }
        }
        out.end();
    }

    private static String name(int tid) {
        return tid == 0 ? "swapper" : "t" + tid;
    }
}
