/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.counter.CounterLane;
import org.bowline.core.counter.CounterLane.Change;
import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.Counter;
import org.bowline.core.function.FunctionUse.OfFunction;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class FunctionUseTest {
    private static final int RUNS = 200;
    private static final int THREADS = 2;
    private static final int PROCESS = 9;

    private final CallRecorder recorder = new CallRecorder(THREADS);
    private final CounterLog.Builder counters = new CounterLog.Builder();

    private static Timeline host() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        return builder.build();
    }

    private static long[] told(long instructions) {
        long[] told = new long[Counter.values().length];
        Arrays.fill(told, Counter.ABSENT);
        told[Counter.INSTRUCTIONS.ordinal()] = instructions;
        return told;
    }

    private static void read(CounterLane lane, long time, long instructions) {
        lane.add(time, told(instructions), Change.NONE, CounterLog.NO_KEY);
    }

    private FunctionUse use(CallRecorder of, CounterLog.Builder readings, long from, long to) {
        CallLog calls = of.finish();
        return FunctionUse.of(THREADS, calls, new FunctionNames(calls, new SymbolFiles(List.of())), readings.build(host()), from, to,
                thread -> true, Progress.NONE);
    }

    private static OfFunction function(FunctionUse use, long address) {
        return use.functions().stream().filter(one -> one.name().equals("0x" + Long.toHexString(address))).findFirst().orElseThrow();
    }

    private static long own(FunctionUse use, long address) {
        return function(use, address).own()[Counter.INSTRUCTIONS.ordinal()];
    }

    private static long all(FunctionUse use, long address) {
        return function(use, address).all()[Counter.INSTRUCTIONS.ordinal()];
    }

    @Test
    void whatWasCountedBetweenTwoEventsIsOfTheInnermostFunctionAndOfThoseThatCalledIt() {
        CounterLane lane = counters.lane(0, 0, 7);
        recorder.enter(0, 0, PROCESS, 0x1000, 10);
        read(lane, 10, 1000);
        recorder.enter(0, 0, PROCESS, 0x2000, 20);
        read(lane, 20, 1100);
        recorder.exit(0, 0, PROCESS, 0x2000, 50);
        read(lane, 50, 1700);
        recorder.exit(0, 0, PROCESS, 0x1000, 60);
        read(lane, 60, 1750);
        FunctionUse use = use(recorder, counters, 0, 100);
        assertThat(own(use, 0x1000)).isEqualTo(150);
        assertThat(all(use, 0x1000)).isEqualTo(750);
        assertThat(own(use, 0x2000)).isEqualTo(600);
        assertThat(function(use, 0x1000).ownNanos()).isEqualTo(20);
        assertThat(function(use, 0x1000).allNanos()).isEqualTo(50);
        assertThat(function(use, 0x1000).own()[Counter.CYCLES.ordinal()]).as("nobody has it").isEqualTo(Counter.ABSENT);
        assertThat(use.functions()).extracting(OfFunction::calls).containsOnly(1L);
        assertThat(use.pages()).isEqualTo(2);
        assertThat(use.sizeUnknown()).isEqualTo(2);
    }

    @Test
    void functionsThatBeginOnOnePageAreOnOnePageAndOnesThatWereNotCalledInTheRangeOnNone() {
        recorder.enter(0, 0, PROCESS, 0x1000, 10);
        recorder.enter(0, 0, PROCESS, 0x1ff0, 20);
        recorder.exit(0, 0, PROCESS, 0x1ff0, 30);
        recorder.exit(0, 0, PROCESS, 0x1000, 40);
        recorder.enter(0, 0, PROCESS, 0x5000, 60);
        FunctionUse use = use(recorder, counters, 0, 50);
        assertThat(use.functions()).hasSize(2);
        assertThat(use.pages()).isEqualTo(1);
        assertThat(use.isCounted()).isFalse();
    }

    @Test
    void whereAFunctionBeganWithoutACounterItIsNotKnownWhoseTheCountIs() {
        CounterLane lane = counters.lane(0, 0, 7);
        recorder.enter(0, 0, PROCESS, 0x1000, 10);
        read(lane, 10, 0);
        recorder.enter(0, 0, PROCESS, 0x2000, 20); // of another channel
        recorder.exit(0, 0, PROCESS, 0x2000, 30);
        read(lane, 30, 500);
        recorder.exit(0, 0, PROCESS, 0x1000, 40);
        read(lane, 40, 520);
        FunctionUse use = use(recorder, counters, 0, 100);
        assertThat(own(use, 0x1000)).isEqualTo(20);
        assertThat(own(use, 0x2000)).isZero();
    }

    /** What the two threads do is told to the recorder and to a table that is filled event by event. */
    @Test
    void countsTimesAndCallsAreThoseThatABruteForceAddsUp() {
        for (int run = 0; run < RUNS; run++) {
            long seed = Seeds.of(run);
            Random random = new Random(seed);
            CallRecorder calls = new CallRecorder(THREADS);
            CounterLog.Builder readings = new CounterLog.Builder();
            Map<Long, long[]> expected = new HashMap<>();
            for (int thread = 0; thread < THREADS; thread++) {
                thread(random, calls, readings.lane(0, thread, thread + 1), thread, expected);
            }
            FunctionUse use = use(calls, readings, 0, Long.MAX_VALUE / 4);
            assertThat(use.functions()).as(Seeds.name(seed)).hasSize(expected.size());
            expected.forEach((address, sums) -> {
                OfFunction one = function(use, address);
                assertThat(new long[] {one.calls(), one.ownNanos(), one.allNanos(), own(use, address), all(use, address)})
                        .as(Seeds.name(seed)).isEqualTo(sums);
            });
        }
    }

    private static void thread(Random random, CallRecorder calls, CounterLane lane, int thread, Map<Long, long[]> expected) {
        List<Long> stack = new ArrayList<>();
        long time = random.nextInt(5);
        long count = random.nextInt(100);
        long told = -1; // what the last reading said, if nothing happened since
        for (int step = 0; step < 40 || !stack.isEmpty(); step++) {
            long next = time + 1 + random.nextInt(9);
            long grown = random.nextInt(50);
            count += grown;
            if (step > 0) {
                add(expected, stack, 1, next - time);
            }
            boolean isRead = step == 0 || random.nextInt(4) > 0;
            if (isRead && told >= 0) {
                add(expected, stack, 3, count - told);
            }
            told = isRead ? count : -1;
            if (stack.isEmpty() || step < 40 && random.nextBoolean()) {
                long address = 0x1000L * (1 + random.nextInt(4));
                calls.enter(0, thread, PROCESS, address, next);
                stack.add(address);
                expected.computeIfAbsent(address, key -> new long[5])[0]++;
            } else {
                calls.exit(0, thread, PROCESS, stack.remove(stack.size() - 1), next);
            }
            if (isRead) {
                read(lane, next, count);
            }
            time = next;
        }
    }

    /** To the innermost, and behind it to all that are open, each once. */
    private static void add(Map<Long, long[]> expected, List<Long> stack, int place, long value) {
        if (!stack.isEmpty()) {
            expected.computeIfAbsent(stack.get(stack.size() - 1), key -> new long[5])[place] += value;
            new LinkedHashSet<>(stack).forEach(address -> expected.computeIfAbsent(address, key -> new long[5])[place + 1] += value);
        }
    }
}
