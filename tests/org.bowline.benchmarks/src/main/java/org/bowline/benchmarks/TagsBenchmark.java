/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagLog;
import org.bowline.core.tag.TagProfile;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.TagSpec;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/**
 * Reads tag events of four threads on four processors, puts them on the timeline, and reads the priorities of the threads: wall-clock seconds of each, several times.
 *
 * <pre>
 * TagsBenchmark FOLDER [EVENTS [EVENTS_PER_RUN]]
 * </pre>
 *
 * The folder is filled with a trace of that many events (10 million if not said) unless it has one; a thread runs for so many of them (200 if not said) until it is switched away and back.
 */
public final class TagsBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int CPUS = 4;
    private static final int REPETITIONS = 5;
    private static final int STEP = 500;
    private static final int SLICE = 200;
    private static final int PACKET = 1 << 20;

    private TagsBenchmark() {}

    /** Runs. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        int events = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000_000;
        if (!Files.exists(folder.resolve("ust"))) {
            write(folder, events / CPUS, arguments.length > 2 ? Integer.parseInt(arguments[2]) : SLICE);
        }
        for (int i = 0; i < REPETITIONS; i++) {
            try (Experiment experiment = Experiment.open(List.of(folder), OpenOptions.DEFAULT, Progress.NONE)) {
                ReadTraces read = experiment.read(Progress.NONE);
                Timeline timeline = read.timeline();
                long processor = THREADS.getCurrentThreadCpuTime();
                long begin = System.nanoTime();
                TagLog log = read.tags(List.of(TagSpec.ANNOTATIONS), Progress.NONE);
                long middle = System.nanoTime();
                processor = THREADS.getCurrentThreadCpuTime() - processor;
                TagProfile profile = TagProfile.of(timeline, log, timeline.startNanos(), timeline.endNanos(), thread -> true,
                        TagProfile.Cpus.ALL, Progress.NONE);
                long end = System.nanoTime();
                boolean known = !read.priorities(Progress.NONE).isEmpty();
                long last = System.nanoTime();
                long count = log.lanes().stream().mapToLong(TagLog.Lane::size).sum();
                System.out.printf(Locale.ROOT,
                        "%d events: read %.2f s (of which %.2f s on a processor), profile %.2f s; priorities%s %.2f s; %d segments, %d rows%n",
                        count,
                        (middle - begin) / 1e9, processor / 1e9,
                        (end - middle) / 1e9, known ? "" : " (none)", (last - end) / 1e9, timeline.segmentCount(), profile.byHost().size());
            }
        }
    }

    private static CtfDeclaration declaration(String domain) {
        return new CtfDeclaration().clock(new UUID(1, 2), 1_000_000_000L, 1_700_000_000L, 0).env("hostname", "h").env("domain", domain)
                .env("tracer_name", "lttng-" + domain).env("kernel_release", "6.1.0");
    }

    private static void write(Path folder, int each, int slice) throws IOException {
        CtfDeclaration kernel = declaration("kernel");
        CtfType name = CtfType.characters(16);
        CtfDeclaration.Event change = kernel.event("sched_switch", "prev_comm", name, "prev_tid", CtfType.signed(32), "prev_prio",
                CtfType.signed(32), "prev_state", CtfType.signed(64), "next_comm", name, "next_tid", CtfType.signed(32), "next_prio",
                CtfType.signed(32));
        CtfDeclaration user = declaration("ust").context("vtid", CtfType.signed(32));
        CtfDeclaration.Event push = user.event("bowline:tag_push", "path", CtfType.text());
        CtfDeclaration.Event pop = user.event("bowline:tag_pop", "path", CtfType.text());
        try (CtfWriter kernels = new CtfWriter(folder.resolve("kernel"), kernel, CtfWriter.Metadata.TEXT, PACKET, false);
                CtfWriter users = new CtfWriter(folder.resolve("ust"), user, CtfWriter.Metadata.TEXT, PACKET, false)) {
            for (int cpu = 0; cpu < CPUS; cpu++) {
                CtfStreamWriter switches = kernels.stream("chan_" + cpu, cpu);
                CtfStreamWriter tags = users.stream("chan_" + cpu, cpu);
                int tid = 100 + cpu;
                for (int i = 0; i < each; i++) {
                    long time = 1_000 + (long) i * STEP;
                    if (i % slice == 0) {
                        switches.begin(change, time - 2);
                        switches.text("t").integer(i == 0 ? 0 : tid).integer(20).integer(i == 0 ? 0 : 1).text("t").integer(0).integer(20);
                        switches.end();
                        switches.begin(change, time - 1);
                        switches.text("swapper").integer(0).integer(20).integer(0).text("t").integer(tid).integer(20);
                        switches.end();
                    }
                    tags.begin(i % 2 == 0 ? push : pop, time);
                    tags.integer(tid).text("engine/storage/module" + i / 2 % 50);
                    tags.end();
                }
            }
        }
    }
}
