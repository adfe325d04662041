/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.RecordedStacks;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/**
 * Waits with call stacks of four threads on four processors, from the trace to the rows of a flame graph: wall-clock seconds of each step, several times, and the most memory that was in use.
 *
 * <pre>
 * StacksBenchmark FOLDER [WAITS [DIFFERENT]]
 * </pre>
 *
 * The folder is filled with a trace of so many waits (1 million if not said) unless it has one; they have so many different stacks (20,000 if not said) of 12 functions of the program and 8 of the kernel.
 */
public final class StacksBenchmark {
    private static final int CPUS = 4;
    private static final int REPETITIONS = 3;
    private static final int STEP = 10_000;
    private static final int PACKET = 1 << 20;
    private static final int USER = 12;
    private static final int KERNEL = 8;
    private static final double SECOND = 1e9;
    private static final double MEBIBYTE = 1 << 20;

    private StacksBenchmark() {}

    /** Runs. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        int waits = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
        if (!Files.exists(folder.resolve("kernel"))) {
            write(folder, waits / CPUS, arguments.length > 2 ? Integer.parseInt(arguments[2]) : 20_000);
        }
        Question question = Question.ALL.with(FunctionQuestion.SYMBOLS, List.of());
        for (int i = 0; i < REPETITIONS; i++) {
            ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
            try (Experiment experiment = Experiment.open(List.of(folder), OpenOptions.DEFAULT, Progress.NONE)) {
                long begin = System.nanoTime();
                ReadTraces read = experiment.read(Progress.NONE);
                long timeline = System.nanoTime();
                RecordedStacks stacks = read.stacks(Progress.NONE);
                long stacked = System.nanoTime();
                Analysis analysis = Analysis.of(read, question, Progress.NONE); // reads them again, as the command line does
                boolean empty = analysis.get(StackQuestion.STACKS).isEmpty();
                long named = System.nanoTime();
                int rows = OffCpuRow.of(analysis).size();
                long end = System.nanoTime();
                System.out.printf(Locale.ROOT,
                        "%d waits, %d different stacks%s: timeline %.2f s, stacks %.2f s; again with system calls and names %.2f s, %d rows %.2f s; %.0f MiB of memory%n",
                        stacks == null ? 0 : stacks.stacks().waits(), stacks == null ? 0 : stacks.stacks().size(), empty ? " (none)" : "",
                        (timeline - begin) / SECOND, (stacked - timeline) / SECOND, (named - stacked) / SECOND, rows,
                        (end - named) / SECOND, peak() / MEBIBYTE);
            }
        }
    }

    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    }

    private static void write(Path folder, int each, int different) throws IOException {
        CtfType stack = new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(64));
        CtfType name = CtfType.characters(16);
        CtfDeclaration kernel = new CtfDeclaration().clock(new UUID(1, 2), 1_000_000_000L, 1_700_000_000L, 0).env("hostname", "h")
                .env("domain", "kernel").env("tracer_name", "lttng-modules").env("kernel_release", "6.1.0")
                .context("callstack_kernel", stack, "callstack_user", stack);
        CtfDeclaration.Event change = kernel.event("sched_switch", "prev_comm", name, "prev_tid", CtfType.signed(32), "prev_prio",
                CtfType.signed(32), "prev_state", CtfType.signed(64), "next_comm", name, "next_tid", CtfType.signed(32), "next_prio",
                CtfType.signed(32));
        CtfDeclaration.Event waking = kernel.event("sched_waking", "comm", name, "tid", CtfType.signed(32), "prio", CtfType.signed(32),
                "target_cpu", CtfType.signed(32));
        try (CtfWriter writer = new CtfWriter(folder.resolve("kernel"), kernel, CtfWriter.Metadata.TEXT, PACKET, false)) {
            for (int cpu = 0; cpu < CPUS; cpu++) {
                CtfStreamWriter stream = writer.stream("chan_" + cpu, cpu);
                Random random = new Random(cpu);
                int tid = 100 + cpu;
                for (int i = 0; i < each; i++) {
                    long time = 1_000 + (long) i * STEP;
                    stream.begin(change, time);
                    stream.integers().integers().text("swapper").integer(0).integer(20).integer(0).text("t").integer(tid).integer(20).end();
                    int which = random.nextInt(Math.max(1, different / CPUS));
                    stream.begin(change, time + STEP / 2);
                    stream.integers(addresses(0xffffffff81000000L, which % 50, KERNEL)).integers(addresses(0x400000, which, USER)).text("t")
                            .integer(tid).integer(20).integer(1).text("swapper").integer(0).integer(20).end();
                    stream.begin(waking, time + STEP - 100);
                    stream.integers().integers().text("t").integer(tid).integer(20).integer(cpu).end();
                }
            }
        }
    }

    /** The innermost differ, the outermost are the same of many. */
    private static long[] addresses(long base, int which, int count) {
        long[] stack = new long[count];
        for (int i = 0; i < count; i++) {
            stack[i] = base + 0x1000L * i + 16L * (which >> i);
        }
        return stack;
    }
}
