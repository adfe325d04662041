/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.bowline.annotation.Interval;
import org.bowline.annotation.Label;
import org.bowline.annotation.Tag;
import org.bowline.annotation.Waits;

/**
 * The price of each annotation as this process has it: with the library or without, recorded or not. {@code ../../measure} runs it in all cases.
 *
 * <pre>java -cp org.bowline.annotation.jar Price.java [BATCHES [CALLS]]     median and its 95 % confidence interval, ns per call</pre>
 *
 * With LTTng's Java agent on the class path, also that of a message of its own through {@code java.util.logging}.
 */
public final class Price {
    private static final Label CRC = Label.of("engine/storage/crc");
    private static final Label GET = Label.of("GET");
    private static final Logger LOGGER = Logger.getLogger("bowline");

    private static int batches = 40;
    private static int calls = 100_000;
    private static long sink;

    public static void main(String[] words) {
        batches = words.length > 0 ? Integer.parseInt(words[0]) : batches;
        calls = words.length > 1 ? Integer.parseInt(words[1]) : calls;
        measure("an empty loop", 1, i -> sink += i);
        measure("tag push, pop", 2, i -> {
            try (Tag tag = Tag.push(CRC)) {
                sink += i;
            }
        });
        measure("tag switch", 1, i -> Tag.switchTo(CRC));
        measure("interval start, end", 2, i -> {
            try (Interval interval = Interval.start(GET)) {
                sink += i;
            }
        });
        measure("interval switch", 1, i -> Interval.leave());
        measure("spin begin, end", 2, i -> {
            Waits.spinBegin(1, 0);
            Waits.spinEnd(1, true);
        });
        measure("false wake-up", 1, i -> Waits.falseWakeup(1));
        try {
            LOGGER.setUseParentHandlers(false);
            LOGGER.addHandler((Handler) Class.forName("org.lttng.ust.agent.jul.LttngLogHandler").getConstructor().newInstance());
            measure("java.util.logging, agent", 1, i -> LOGGER.log(Level.INFO, "engine/storage/crc"));
        } catch (ReflectiveOperationException e) {
            if (System.getenv("BOWLINE_LTTNG_AGENT") != null) {
                System.err.println("without LTTng's Java agent: " + e + ", " + e.getCause());
            }
        }
    }

    /** The call of the lambda, as of code that is not inlined, is part of each number. */
    private static void measure(String what, int callsPerRun, IntConsumer run) {
        int runs = calls / callsPerRun;
        for (int i = 0; i < 20; i++) {
            loop(run, runs);
        }
        double[] each = new double[batches];
        for (int i = 0; i < batches; i++) {
            long begin = System.nanoTime();
            loop(run, runs);
            each[i] = (System.nanoTime() - begin) / (double) (runs * callsPerRun);
        }
        Arrays.sort(each);
        double half = 0.98 * Math.sqrt(batches);
        int low = (int) Math.max(0, Math.floor(batches / 2.0 - half) - 1);
        int high = (int) Math.min(batches - 1, Math.ceil(batches / 2.0 + half));
        System.out.printf("%-28s %9.2f  %.2f to %.2f%n", what, (each[(batches - 1) / 2] + each[batches / 2]) / 2, each[low], each[high]);
    }

    private static void loop(IntConsumer run, int runs) {
        for (int i = 0; i < runs; i++) {
            run.accept(i);
        }
    }
}
