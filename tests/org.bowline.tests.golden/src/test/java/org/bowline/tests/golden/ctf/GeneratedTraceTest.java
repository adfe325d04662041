/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;
import org.bowline.testkit.sim.KernelTraceGenerator.Summary;

/** Generated traces are what they claim: repeatable, causally valid, and the truth that comes with them is true. */
final class GeneratedTraceTest {
    private static final Options OPTIONS = new Options(150_000, 3, 2, 4, 5, true, true, 65536, 0, 0);
    private static final Pattern HOST = Pattern.compile("\"([A-Z])\": \\{\"trace_clock_offset_ns\": (\\d+), \"B\": ([0-9.E-]+), "
            + "\"ref_trace_ns\": (\\d+), \"ref_host_ns\": (\\d+)");

    @TempDir Path temporary;

    /** The waker is given only for a thread of the same host; a packet's sender is none. */
    private record Wait(String host, int tid, long begin, long end, String cause, int waker) {}

    private final List<Wait> truth = new ArrayList<>();
    private Summary summary = new Summary(0, 0);

    @BeforeEach
    void generate() throws IOException {
        summary = KernelTraceGenerator.generate(OPTIONS, temporary,
                (host, tid, begin, end, cause, wakerHost, wakerTid) -> truth
                        .add(new Wait(host, tid, begin, end, cause, cause.equals("thread") ? wakerTid : -1)));
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).map(folder::relativize).sorted().toList();
        }
    }

    @Test
    void equalSeedsGiveEqualBytes() throws IOException {
        Path again = temporary.resolve("again");
        KernelTraceGenerator.generate(OPTIONS, again);
        List<Path> files = files(again);
        assertThat(files).hasSizeGreaterThan(20);
        for (Path file : files) {
            assertThat(Files.mismatch(temporary.resolve(file), again.resolve(file))).as("%s", file).isEqualTo(-1);
        }
    }

    @Test
    void anotherSeedGivesAnotherTrace() throws IOException {
        Path other = temporary.resolve("other");
        KernelTraceGenerator.generate(new Options(150_000, 3, 2, 4, 6, true, true, 65536, 0, 0), other);
        assertThat(Files.mismatch(temporary.resolve("A/kernel/c0_0"), other.resolve("A/kernel/c0_0"))).isNotEqualTo(-1);
    }

    @Test
    void theTracesHoldAsManyEventsAsPromised() throws IOException {
        long events = 0;
        for (String host : List.of("A", "B", "C")) {
            events += count(temporary.resolve(host).resolve("kernel")) + count(temporary.resolve(host).resolve("ust"));
        }
        assertThat(events).isEqualTo(summary.events()).isBetween(OPTIONS.events(), OPTIONS.events() + 2000);
    }

    private static long count(Path trace) throws IOException {
        long events = 0;
        try (CtfTrace open = CtfTrace.open(trace, ReadOptions.STRICT); EventCursor cursor = open.cursor(EventSelection.everything())) {
            while (cursor.next()) {
                assertThat(cursor.kind()).isNotEqualTo(EventCursor.LOST);
                events++;
            }
            assertThat(open.caveats()).isEmpty();
        }
        return events;
    }

    @Test
    void lostEventsAreCounted() throws IOException {
        Path lossy = temporary.resolve("lossy");
        KernelTraceGenerator.generate(new Options(50_000, 1, 2, 4, 5, false, true, 16384, 300, 0), lossy);
        try (CtfTrace open = CtfTrace.open(lossy.resolve("A/kernel"), ReadOptions.TOLERANT);
                EventCursor cursor = open.cursor(EventSelection.everything())) {
            long lost = 0;
            while (cursor.next()) {
                lost += cursor.kind() == EventCursor.LOST ? cursor.lostCount() : 0;
            }
            assertThat(lost).isGreaterThan(1000).isEqualTo(open.streams().stream().mapToLong(StreamInfo::discardedEvents).sum());
            assertThat(open.caveats()).extracting(ReadCaveat::kind).containsOnly(ReadCaveat.Kind.DISCARDED_EVENTS);
        }
    }

    @Test
    void threadsRunWaitAndWakeInAPossibleOrder() throws IOException {
        List<Wait> found = new ArrayList<>();
        for (String host : List.of("A", "B", "C")) {
            waits(host, found);
        }
        Map<String, Long> causes = new HashMap<>();
        truth.forEach(wait -> causes.merge(wait.cause, 1L, Long::sum));
        assertThat(causes.keySet()).containsExactlyInAnyOrder("thread", "timer", "disk", "network");
        assertThat(found).containsExactlyInAnyOrderElementsOf(truth);
    }

    /** Follows the scheduler's events of a host; checks that each is possible, and finds the waits. */
    private void waits(String host, List<Wait> found) throws IOException {
        EventSelection.Builder builder = EventSelection.builder();
        int switches = builder.add("sched_switch", "prev_tid", "prev_state", "next_tid");
        int waking = builder.add("sched_waking", "tid");
        int wakeup = builder.add("sched_wakeup", "tid", "target_cpu");
        int forked = builder.add("sched_wakeup_new", "tid");
        int irqEntry = builder.add("irq_handler_entry", "irq");
        int irqExit = builder.add("irq_handler_exit", "irq");
        int softirqEntry = builder.add("irq_softirq_entry", "vec");
        int softirqExit = builder.add("irq_softirq_exit", "vec");
        int timerEntry = builder.add("timer_hrtimer_expire_entry");
        int timerExit = builder.add("timer_hrtimer_expire_exit");
        int complete = builder.add("block_rq_complete");
        int statedump = builder.add("lttng_statedump_process_state", "tid");
        long[] current = new long[OPTIONS.cpus()];
        List<ArrayDeque<String>> contexts = new ArrayList<>();
        for (int i = 0; i < OPTIONS.cpus(); i++) {
            contexts.add(new ArrayDeque<>());
        }
        Map<Long, Long> blockedSince = new HashMap<>();
        Set<Long> waked = new HashSet<>();
        Set<Long> runnable = new HashSet<>();
        boolean[] completed = new boolean[OPTIONS.cpus()];
        try (CtfTrace open = CtfTrace.open(temporary.resolve(host).resolve("kernel"), ReadOptions.STRICT);
                EventCursor cursor = open.cursor(builder.build())) {
            while (cursor.next()) {
                int cpu = cursor.cpu();
                int kind = cursor.kind();
                ArrayDeque<String> context = contexts.get(cpu);
                String where = host + " cpu " + cpu + " at " + cursor.timeNanos();
                if (kind == switches) {
                    long prev = cursor.integer(0);
                    long next = cursor.integer(2);
                    assertThat(prev).as("thread that leaves %s", where).isEqualTo(current[cpu]);
                    assertThat(context).as("interrupts at a switch on %s", where).isEmpty();
                    if (prev != 0 && cursor.integer(1) != 0 && (cursor.integer(1) & 0x100) == 0) {
                        if (cursor.integer(1) != 0x20) {
                            blockedSince.put(prev, cursor.timeNanos());
                        }
                    } else if (prev != 0) {
                        runnable.add(prev);
                    }
                    assertThat(next == 0 || runnable.remove(next)).as("thread %d that comes on %s was ready", next, where).isTrue();
                    current[cpu] = next;
                } else if (kind == statedump) {
                    blockedSince.put(cursor.integer(0), Long.MIN_VALUE);
                } else if (kind == waking) {
                    long tid = cursor.integer(0);
                    assertThat(blockedSince).as("thread %d that is woken on %s is blocked", tid, where).containsKey(tid);
                    String cause = context.contains("softirq 3") ? "network" : completed[cpu] && context.contains("irq") ? "disk"
                            : context.isEmpty() ? "thread" : "timer";
                    long since = blockedSince.remove(tid);
                    found.add(
                            new Wait(host, (int) tid, since, cursor.timeNanos(), cause, cause.equals("thread") ? (int) current[cpu] : -1));
                    waked.add(tid);
                } else if (kind == wakeup) {
                    assertThat(waked.remove(cursor.integer(0))).as("thread %d that wakes on %s was woken", cursor.integer(0), where)
                            .isTrue();
                    runnable.add(cursor.integer(0));
                } else if (kind == forked) {
                    runnable.add(cursor.integer(0));
                } else if (kind == irqEntry) {
                    context.push("irq");
                    completed[cpu] = false;
                } else if (kind == softirqEntry) {
                    context.push("softirq " + cursor.integer(0));
                } else if (kind == timerEntry) {
                    context.push("timer");
                } else if (kind == irqExit) {
                    assertThat(context.pop()).as(where).isEqualTo("irq");
                } else if (kind == softirqExit) {
                    assertThat(context.pop()).as(where).isEqualTo("softirq " + cursor.integer(0));
                } else if (kind == timerExit) {
                    assertThat(context.pop()).as(where).isEqualTo("timer");
                } else if (kind == complete) {
                    completed[cpu] = true;
                }
            }
        }
        // what was blocked before the trace began: the truth says so by a time before all events
        found.replaceAll(wait -> wait.begin == Long.MIN_VALUE ? beginOf(wait) : wait);
    }

    private Wait beginOf(Wait wait) {
        Wait first = truth.stream().filter(other -> other.host.equals(wait.host) && other.tid == wait.tid && other.end == wait.end)
                .findFirst()
                .orElseThrow();
        assertThat(first.begin).isLessThan(wait.end);
        return first;
    }

    private record Clock(BigDecimal b, long trace, long host) {
        /** True time of a recorded one. */
        long trueNanos(long recorded) {
            return host + b.multiply(BigDecimal.valueOf(recorded - trace)).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
        }
    }

    @Test
    void packetsArriveAfterTheyWereSentOnTheTrueClock() throws IOException {
        Map<String, Clock> clocks = new HashMap<>();
        Matcher matcher = HOST.matcher(Files.readString(temporary.resolve("truth.json")));
        while (matcher.find()) {
            clocks.put(matcher.group(1),
                    new Clock(new BigDecimal(matcher.group(3)), Long.parseLong(matcher.group(4)), Long.parseLong(matcher.group(5))));
        }
        assertThat(clocks).hasSize(3);
        record Segment(String connection, long seq, long length, long trueNanos) {}
        Map<String, List<Segment>> sent = new HashMap<>();
        List<Segment> received = new ArrayList<>();
        String tcp = "network_header.ipv4.transport_header.tcp.";
        String ip = "network_header.ipv4.";
        String[] fields = {ip + "saddr", tcp + "source_port", ip + "daddr", tcp + "dest_port", tcp + "seq", "len", ip + "tot_len"};
        for (Map.Entry<String, Clock> host : clocks.entrySet()) {
            EventSelection.Builder builder = EventSelection.builder();
            int queue = builder.add("net_dev_queue", fields);
            builder.add("net_if_receive_skb", fields);
            try (CtfTrace open = CtfTrace.open(temporary.resolve(host.getKey()).resolve("kernel"), ReadOptions.STRICT);
                    EventCursor cursor = open.cursor(builder.build())) {
                while (cursor.next()) {
                    String connection = cursor.element(0, 3) + ":" + cursor.integer(1) + ">" + cursor.element(2, 3) + ":"
                            + cursor.integer(3);
                    Segment segment = new Segment(connection, cursor.integer(4), cursor.integer(6) - 52,
                            host.getValue().trueNanos(cursor.timeNanos()));
                    if (cursor.kind() == queue) {
                        assertThat(cursor.integer(5)).isEqualTo(cursor.integer(6) + 14);
                        sent.computeIfAbsent(connection, key -> new ArrayList<>()).add(segment);
                    } else {
                        assertThat(cursor.integer(5)).isEqualTo(cursor.integer(6));
                        received.add(segment);
                    }
                }
            }
        }
        assertThat(received).hasSizeGreaterThan(1000);
        for (Segment in : received) {
            assertThat(sent.getOrDefault(in.connection, List.of())).as("who sent %s", in)
                    .anyMatch(out -> out.seq <= in.seq && in.seq + in.length <= out.seq + out.length && out.trueNanos < in.trueNanos);
        }
    }
}
