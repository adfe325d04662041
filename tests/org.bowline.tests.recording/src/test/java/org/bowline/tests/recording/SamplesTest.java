/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The sample programs, recorded and read back: what they tell is whole, and Bowline finds their requests in it. */
final class SamplesTest {
    private static final int REQUESTS = 200;

    @Test
    void theSampleInCIsRecordedWhole() throws Exception {
        Path made = Annotated.makeWithLibrary();
        recordedWhole(made.resolve("sample").toString());
    }

    @Test
    void theSampleInJavaIsRecordedWhole() throws Exception {
        Path made = Annotated.makeWithLibrary();
        Assumptions.assumeTrue(Files.exists(made.resolve("libbowline-annotation-jni.so")),
                "this Java has no jni.h: its annotations are not tested");
        recordedWhole(Annotated.java(made, Annotated.SOURCES.resolve("java/sample/Sample.java")));
    }

    private static void recordedWhole(String... program) throws Exception {
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Path traces = daemon.record("sample", "bowline:*");
            assertThat(daemon.command(program).succeed()).contains("150 GET and 50 PUT served");
            daemon.stop("sample");
            List<RecordedEvent> events = RecordedEvent.read(traces);
            Map<String, Long> counts = events.stream().collect(Collectors.groupingBy(RecordedEvent::name, Collectors.counting()));
            assertThat(counts).containsEntry("bowline:interval_begin", 200L).containsEntry("bowline:interval_end", 200L)
                    .containsEntry("bowline:interval_switch", 400L).containsEntry("bowline:tag_push", 400L)
                    .containsEntry("bowline:tag_pop", 400L).containsEntry("bowline:tag_switch", 602L);
            assertThat(counts.get("bowline:false_wakeup")).isGreaterThanOrEqualTo(3);
            assertThat(counts.getOrDefault("bowline:spin_begin", 0L)).isEqualTo(counts.getOrDefault("bowline:spin_end", 0L));
            tagsNest(events);
            requestsAreServedByWorkers(events);
            info(traces, counts);
            bowlineFindsTheRequests(traces);
        }
    }

    /** Each pop is of the path that its thread pushed last. */
    private static void tagsNest(List<RecordedEvent> events) {
        Map<Long, Deque<String>> stacks = new HashMap<>();
        for (RecordedEvent event : events) {
            Deque<String> stack = stacks.computeIfAbsent(event.tid(), tid -> new ArrayDeque<>());
            switch (event.name()) {
                case "bowline:tag_push" -> stack.push(event.payload());
                case "bowline:tag_pop" -> assertThat(stack.pop()).isEqualTo(event.payload());
                case "bowline:tag_switch" -> stack.clear();
                default -> {}
            }
        }
        assertThat(stacks.values()).allMatch(Deque::isEmpty);
    }

    /** One thread begins all, others work for each and end it. */
    private static void requestsAreServedByWorkers(List<RecordedEvent> events) {
        Set<Long> beginners = new HashSet<>();
        Map<String, Long> working = new HashMap<>();
        for (RecordedEvent event : events) {
            String id = event.payload().split(" ")[0];
            switch (event.name()) {
                case "bowline:interval_begin" -> {
                    beginners.add(event.tid());
                    assertThat(working.put(id, 0L)).isNull();
                }
                case "bowline:interval_switch" -> {
                    if (!id.equals("id:u64=0")) {
                        assertThat(working.put(id, event.tid())).isZero();
                    }
                }
                case "bowline:interval_end" -> assertThat(working.put(id, -1L)).isEqualTo(event.tid());
                default -> {}
            }
        }
        assertThat(beginners).hasSize(1);
        assertThat(working).hasSize(REQUESTS).values().containsOnly(-1L);
    }

    private static void info(Path traces, Map<String, Long> counts) {
        String info = bowline("info", traces.toString(), "--events", "--format", "csv");
        counts.forEach((name, count) -> assertThat(info).containsPattern("(?m)^.*\\b" + name + "\\b.*\\b" + count + "\\b.*$"));
    }

    /** As docs/reference/annotations.md has it; the kernel, which cannot be recorded here, is imagined. */
    private static void bowlineFindsTheRequests(Path traces) throws Exception {
        String interval = "begin=bowline:interval_begin,end=bowline:interval_end,key=id,label=label";
        ImaginedKernel.write(traces, traces.resolve("kernel"));
        List<String> rows = bowline("critical-path", traces.toString(), "--interval", interval, "--format", "csv").lines().toList();
        Map<String, Set<String>> requests = rows.stream().filter(row -> row.startsWith("GET,") || row.startsWith("PUT,"))
                .map(row -> row.split(",", 3))
                .collect(Collectors.groupingBy(row -> row[0], Collectors.mapping(row -> row[1], Collectors.toSet())));
        assertThat(requests.get("GET")).hasSize(150);
        assertThat(requests.get("PUT")).hasSize(50);
        assertThat(bowline("analyze", traces.toString(), "--interval", interval)).contains("GET", "PUT");
        String spin = "begin=bowline:spin_begin,end=bowline:spin_end,label=object";
        assertThat(bowline("critical-path", traces.toString(), "--interval", spin, "--format", "csv")).contains("label,key,start_ns");
    }

    /** What the command line says. */
    static String bowline(String action, String... words) {
        List<String> line = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                System.getProperty("java.class.path"), "org.bowline.cli.Main"));
        line.add(action);
        line.addAll(List.of(words));
        return Command.of(line).succeed();
    }
}
