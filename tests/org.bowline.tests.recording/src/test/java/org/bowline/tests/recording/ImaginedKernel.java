/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.Folders;

/**
 * Where the kernel cannot be recorded: the simplest kernel trace that agrees with a recording of user space. Each thread runs from its first event on a
 * processor to the next event of another one there, and sleeps until it is seen again.
 */
final class ImaginedKernel {
    private static final int SLEEPING = 1;
    private static final int PRIORITY = 20;

    private final Map<Integer, Integer> running = new HashMap<>();
    private final Map<Integer, CtfStreamWriter> streams = new HashMap<>();
    private final CtfWriter writer;
    private final Event change;

    private ImaginedKernel(CtfWriter writer, Event change) {
        this.writer = writer;
        this.change = change;
    }

    /** Writes a trace for the one of user space below a folder, on the same clock. */
    static void write(Path userSpace, Path directory) throws IOException, TraceReadException {
        try (CtfTrace trace = CtfTrace.open(Folders.traces(userSpace).get(0), ReadOptions.STRICT)) {
            ClockClass clock = trace.metadata().clocks().get(0);
            CtfDeclaration declaration = new CtfDeclaration()
                    .clock(UUID.fromString(clock.uuid()), clock.frequencyHz(), clock.offsetSeconds(), clock.offsetCycles())
                    .env("hostname", trace.metadata().environment().get("hostname")).env("domain", "kernel").env("kernel_release", "6.1.0");
            Event change = declaration.event("sched_switch", "prev_comm", CtfType.characters(16), "prev_tid", CtfType.signed(32),
                    "prev_prio",
                    CtfType.signed(32), "prev_state", CtfType.signed(64), "next_comm", CtfType.characters(16), "next_tid",
                    CtfType.signed(32),
                    "next_prio", CtfType.signed(32));
            EventSelection.Builder selection = EventSelection.builder();
            trace.metadata().eventClasses().forEach(type -> selection.add(type.name(), "$common.vtid"));
            try (CtfWriter writer = new CtfWriter(directory, declaration, CtfWriter.Metadata.TEXT, 4096, false);
                    EventCursor cursor = trace.cursor(selection.build())) {
                ImaginedKernel kernel = new ImaginedKernel(writer, change);
                long last = 0;
                while (cursor.next()) {
                    kernel.seen((int) cursor.integer(0), cursor.cpu(), cursor.cycles() - 1);
                    last = cursor.cycles();
                }
                for (int cpu : kernel.streams.keySet()) {
                    kernel.run(0, cpu, last + 1);
                }
            }
        }
    }

    private void seen(int tid, int cpu, long time) throws IOException {
        if (running.getOrDefault(cpu, 0) == tid) {
            return;
        }
        for (Map.Entry<Integer, Integer> other : Map.copyOf(running).entrySet()) {
            if (other.getValue() == tid) {
                run(0, other.getKey(), time);
            }
        }
        run(tid, cpu, time);
    }

    private void run(int tid, int cpu, long time) throws IOException {
        CtfStreamWriter out = streams.get(cpu);
        if (out == null) {
            out = writer.stream("kernel_" + cpu, cpu);
            streams.put(cpu, out);
        }
        int before = running.getOrDefault(cpu, 0);
        out.begin(change, Math.max(time, out.lastTime()));
        out.text("t" + before).integer(before).integer(PRIORITY).integer(before == 0 ? 0 : SLEEPING).text("t" + tid).integer(tid)
                .integer(PRIORITY);
        out.end();
        running.put(cpu, tid);
    }
}
