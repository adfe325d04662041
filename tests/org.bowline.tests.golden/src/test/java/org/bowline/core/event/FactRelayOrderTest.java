/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.Progress;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** However many threads decode: events come in order of time, those of one time in the order of their streams, wherever events were lost. */
final class FactRelayOrderTest {
    private static final int STREAMS = 5;
    private static final int EVENTS = 3_000;
    private static final int INTERRUPTS = 4;
    /** So few that most events share theirs with events of other streams. */
    private static final int TIMES = 900;

    @TempDir private Path directory;

    private record Event(long time, int stream, int number) {}

    private final List<Event> written = new ArrayList<>();

    private void write(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        CtfDeclaration declaration = new CtfDeclaration().uuid(new UUID(1, 2)).clock(new UUID(3, 4), 1_000_000_000L, 0, 0)
                .env("domain", "kernel");
        CtfDeclaration.Event switched = declaration.event("sched_switch", "prev_comm", new CtfType.Text(), "prev_tid", CtfType.signed(32),
                "prev_state", CtfType.signed(64), "next_comm", new CtfType.Text(), "next_tid", CtfType.signed(32));
        CtfDeclaration.Event handler = declaration.event("irq_handler_entry", "irq", CtfType.signed(32), "name", new CtfType.Text());
        CtfDeclaration.Event listed = declaration.event("lttng_statedump_interrupt", "irq", CtfType.unsigned(32), "name",
                new CtfType.Text(),
                "action", new CtfType.Text());
        try (CtfWriter writer = new CtfWriter(directory, declaration, CtfWriter.Metadata.TEXT, 4096, false)) {
            for (int s = 0; s < STREAMS; s++) {
                CtfStreamWriter stream = writer.stream("s_" + s, s);
                // some streams are much longer than others, and one is all of one time
                int events = s == 2 ? EVENTS / 10 : EVENTS;
                long[] times = random.longs(events, 0, s == 3 ? 1 : TIMES).sorted().toArray();
                for (int i = 0; i < events; i++) {
                    if (random.nextInt(400) == 0) {
                        stream.discard(3);
                    }
                    switch (random.nextInt(8)) {
                        case 0 -> {
                            stream.begin(handler, times[i]);
                            stream.integer(random.nextInt(INTERRUPTS)).text("handler" + random.nextInt(3));
                        }
                        case 1 -> {
                            stream.begin(listed, times[i]);
                            stream.integer(random.nextInt(INTERRUPTS)).text("chip").text(random.nextBoolean() ? "" : "device" + s);
                        }
                        default -> {
                            stream.begin(switched, times[i]);
                            stream.text("a").integer(0).integer(0).text("b").integer(s * EVENTS + i);
                            written.add(new Event(times[i], s, s * EVENTS + i));
                        }
                    }
                    stream.end();
                }
            }
        }
    }

    /** What a sink was told. */
    private static final class Told {
        /** All but names of handlers: these may be told again. */
        private final List<String> facts = new ArrayList<>();
        private final List<Integer> numbers = new ArrayList<>();
        private final Map<Integer, String> names = new TreeMap<>();
        private final KernelSink sink = (KernelSink) Proxy.newProxyInstance(KernelSink.class.getClassLoader(),
                new Class<?>[] {KernelSink.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "knows" -> {
                            return false;
                        }
                        case "switched" -> numbers.add((Integer) arguments[5]);
                        case "handlerName" -> {
                            names.putIfAbsent((Integer) arguments[1], (String) arguments[2]);
                            return null;
                        }
                        case "interruptName" -> names.merge((Integer) arguments[1], (String) arguments[2], (old, now) -> old + "," + now);
                        default -> {
                            // only told
                        }
                    }
                    facts.add(method.getName() + Arrays.toString(arguments));
                    return null;
                });
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void factsComeInTheOrderOfOneThread(long seed) throws IOException {
        write(seed);
        List<Integer> expected = written.stream().sorted(Comparator.comparingLong(Event::time).thenComparingInt(Event::stream)
                .thenComparingInt(Event::number)).map(Event::number).toList();
        try (CtfTrace trace = CtfTrace.open(directory, ReadOptions.TOLERANT)) {
            List<CtfTrace> traces = List.of(trace);
            Told alone = new Told();
            KernelReader.read(traces, new long[1], alone.sink, Progress.NONE);
            assertThat(alone.numbers).isEqualTo(expected);
            assertThat(alone.facts).anyMatch(fact -> fact.startsWith("lost["));
            for (int decoders = 1; decoders <= STREAMS + 1; decoders++) {
                Told relayed = new Told();
                FactRelay.read(traces, new long[1], decoders, relayed.sink, Progress.NONE);
                assertThat(relayed.facts).as("with %d decoders", decoders).isEqualTo(alone.facts);
                assertThat(relayed.names).as("with %d decoders", decoders).isEqualTo(alone.names);
            }
        }
    }
}
