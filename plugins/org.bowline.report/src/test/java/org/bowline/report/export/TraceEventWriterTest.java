/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** The rules of the trace event format, as far as they concern what is written. */
class TraceEventWriterTest {
    private static final long T0 = 1_790_000_000_000_000_000L;

    /** A thread of host A runs, waits for one of host B, runs again. */
    private static CriticalPath path() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        builder.host("B");
        int a = builder.thread(0, 11, 11, "client");
        int b = builder.thread(1, 22, 22, "server");
        builder.segment(a, T0, T0 + 1_001, ThreadState.RUNNING, 0);
        builder.blocked(a, T0 + 1_001, T0 + 9_999, Cause.THREAD, b, Timeline.NONE, 0);
        builder.segment(a, T0 + 9_999, T0 + 12_345, ThreadState.RUNNING, 0);
        builder.segment(b, T0, T0 + 12_345, ThreadState.RUNNING, 0);
        return CriticalPath.of(builder.build(), a, T0, T0 + 12_345, Progress.NONE);
    }

    private static JsonObject written(CriticalPath path) throws IOException {
        StringWriter out = new StringWriter();
        TraceEventWriter.write(path, out, Progress.NONE);
        return JsonParser.parseString(out.toString()).getAsJsonObject();
    }

    private static List<JsonObject> events(JsonObject trace, String phase) {
        List<JsonObject> events = new ArrayList<>();
        for (JsonElement element : trace.getAsJsonArray("traceEvents")) {
            JsonObject event = element.getAsJsonObject();
            if (event.get("ph").getAsString().equals(phase)) {
                events.add(event);
            }
        }
        return events;
    }

    private static String row(JsonObject event) {
        return event.get("pid").getAsInt() + "/" + event.get("tid").getAsInt();
    }

    private static BigDecimal at(JsonObject event) {
        return event.get("ts").getAsBigDecimal();
    }

    @Test
    void everyEventHasWhatItsPhaseNeeds() throws IOException {
        JsonObject trace = written(path());
        Set<String> named = new HashSet<>();
        for (JsonElement element : trace.getAsJsonArray("traceEvents")) {
            JsonObject event = element.getAsJsonObject();
            assertThat(event.keySet()).contains("ph", "name", "pid", "tid");
            switch (event.get("ph").getAsString()) {
                case "M" -> {
                    assertThat(event.get("name").getAsString()).isIn("process_name", "thread_name", "thread_sort_index");
                    assertThat(event.get("args").isJsonObject()).isTrue();
                    named.add(row(event));
                }
                case "X" -> {
                    assertThat(event.keySet()).contains("ts", "dur", "cat", "args");
                    assertThat(event.get("dur").getAsBigDecimal()).isPositive();
                    assertThat(named).contains(row(event));
                }
                case "s" -> assertThat(event.keySet()).contains("ts", "id", "cat");
                case "f" -> {
                    assertThat(event.keySet()).contains("ts", "id", "cat");
                    assertThat(event.get("bp").getAsString()).isEqualTo("e");
                }
                default -> throw new AssertionError("no such phase is written: " + event);
            }
        }
    }

    @Test
    void theSlicesTileThePathToTheNanosecond() throws IOException {
        JsonObject trace = written(path());
        BigDecimal end = BigDecimal.ZERO;
        for (JsonObject slice : events(trace, "X")) {
            assertThat(at(slice)).isEqualByComparingTo(end);
            end = end.add(slice.get("dur").getAsBigDecimal());
        }
        assertThat(end).isEqualByComparingTo("12.345");
        assertThat(trace.getAsJsonObject("otherData").get("start_ns").getAsString()).isEqualTo(Long.toString(T0));
        assertThat(trace.get("displayTimeUnit").getAsString()).isEqualTo("ns");
    }

    @Test
    void anArrowLeadsFromSliceToSliceWhereverThePathChangesTheThread() throws IOException {
        JsonObject trace = written(path());
        List<JsonObject> slices = events(trace, "X");
        int changes = 0;
        for (int i = 1; i < slices.size(); i++) {
            changes += row(slices.get(i)).equals(row(slices.get(i - 1))) ? 0 : 1;
        }
        Map<Integer, JsonObject> starts = new HashMap<>();
        events(trace, "s").forEach(start -> starts.put(start.get("id").getAsInt(), start));
        assertThat(changes).isEqualTo(2);
        assertThat(starts).hasSize(changes);
        assertThat(events(trace, "f")).hasSize(changes).allSatisfy(finish -> {
            JsonObject start = starts.get(finish.get("id").getAsInt());
            assertThat(at(start)).isLessThan(at(finish));
            assertThat(row(start)).isNotEqualTo(row(finish));
            assertThat(slices).anyMatch(slice -> isInside(start, slice)).anyMatch(slice -> isInside(finish, slice));
        });
    }

    private static boolean isInside(JsonObject flow, JsonObject slice) {
        return row(flow).equals(row(slice)) && at(flow).compareTo(at(slice)) >= 0
                && at(flow).compareTo(at(slice).add(slice.get("dur").getAsBigDecimal())) < 0;
    }

    @Test
    void hostsAreProcessesAndThreadsAreNamedWithTheirIds() throws IOException {
        assertThat(events(written(path()), "M")).extracting(event -> event.get("args").toString()).contains("{\"name\":\"host A\"}",
                "{\"name\":\"host B\"}", "{\"name\":\"client (11)\"}", "{\"name\":\"server (22)\"}");
    }

    @Test
    void timesAreMicrosecondsWithThreeDigits() {
        assertThat(TraceEventWriter.micros(0)).isEqualTo("0.000");
        assertThat(TraceEventWriter.micros(1_005)).isEqualTo("1.005");
        assertThat(TraceEventWriter.micros(3_600_000_000_000L)).isEqualTo("3600000000.000");
    }
}
