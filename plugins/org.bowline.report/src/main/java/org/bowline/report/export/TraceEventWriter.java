/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

import com.google.gson.stream.JsonWriter;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.rows.PathRows;

/**
 * A critical path in Chrome's trace event format (JSON object form), which ui.perfetto.dev and chrome://tracing open: hosts are processes,
 * threads are threads, legs are complete events, and an arrow leads from the end of a leg to the next one wherever the path changes to another thread.
 *
 * <p>{@code ts} is in µs with three digits of the fraction since the begin of the path, so that doubles hold it to the nanosecond; the begin is told
 * in {@code otherData}. Written leg by leg.
 */
public final class TraceEventWriter {
    private static final int LEGS_BETWEEN_CHECKS = 1 << 12;
    private static final int FIRST_PID = 1;

    private TraceEventWriter() {}

    /**
     * Writes a path; does not close the writer.
     *
     * @param progress asked whether to stop
     */
    public static void write(CriticalPath path, Writer out, Progress progress) throws IOException {
        JsonWriter json = new JsonWriter(out);
        json.beginObject();
        json.name("displayTimeUnit").value("ns");
        json.name("otherData").beginObject();
        json.name("producer").value("bowline");
        json.name("start_ns").value(Long.toString(path.fromNanos()));
        json.name("end_ns").value(Long.toString(path.toNanos()));
        json.endObject();
        json.name("traceEvents").beginArray();
        rows(json, path);
        for (int leg = 0; leg < path.size(); leg++) {
            if (leg % LEGS_BETWEEN_CHECKS == 0) {
                progress.check();
            }
            leg(json, path, leg);
            if (leg > 0 && path.thread(leg) != path.thread(leg - 1)) {
                arrow(json, path, leg);
            }
        }
        json.endArray();
        json.endObject();
        json.flush();
        out.write('\n');
        out.flush();
    }

    /** Names the rows, in the order in which the path meets them. */
    private static void rows(JsonWriter json, CriticalPath path) throws IOException {
        Timeline timeline = path.timeline();
        Set<Integer> threads = new LinkedHashSet<>();
        for (int leg = 0; leg < path.size(); leg++) {
            threads.add(path.thread(leg));
        }
        Set<Integer> hosts = new TreeSet<>();
        int place = 0;
        for (int thread : threads) {
            if (hosts.add(timeline.host(thread))) {
                metadata(json, "process_name", timeline, thread, "name", "host " + timeline.hostName(timeline.host(thread)));
                json.endObject().endObject();
            }
            metadata(json, "thread_name", timeline, thread, "name", timeline.vertexName(thread) + " (" + timeline.tid(thread) + ')');
            json.endObject().endObject();
            metadata(json, "thread_sort_index", timeline, thread, "", "");
            json.name("sort_index").value(place++);
            json.endObject().endObject();
        }
    }

    private static void metadata(JsonWriter json, String name, Timeline timeline, int thread, String key, String value) throws IOException {
        json.beginObject();
        json.name("ph").value("M").name("name").value(name);
        row(json, timeline, thread);
        json.name("args").beginObject();
        if (!key.isEmpty()) {
            json.name(key).value(value);
        }
    }

    /** A host is a process. A thread's number is that of its incarnation, as thread ids are used again; its name tells the thread id. */
    private static void row(JsonWriter json, Timeline timeline, int thread) throws IOException {
        json.name("pid").value(timeline.host(thread) + FIRST_PID).name("tid").value(thread + 1);
    }

    private static void leg(JsonWriter json, CriticalPath path, int leg) throws IOException {
        Timeline timeline = path.timeline();
        String detail = PathRows.detail(timeline, path.kind(leg), path.cause(leg), path.target(leg));
        String state = path.state(leg).label();
        String cause = path.cause(leg).label();
        json.beginObject();
        json.name("ph").value("X").name("name")
                .value(detail.isEmpty() ? cause.isEmpty() ? state : state + ": " + cause : state + ": " + detail);
        json.name("cat").value(cause.isEmpty() ? state : state + ',' + cause);
        row(json, timeline, path.thread(leg));
        json.name("ts").jsonValue(micros(path.start(leg) - path.fromNanos()));
        json.name("dur").jsonValue(micros(path.nanos(leg)));
        json.name("args").beginObject();
        json.name("state").value(state).name("cause").value(cause).name("detail").value(detail);
        json.name("tid").value(timeline.tid(path.thread(leg))).name("start_ns").value(Long.toString(path.start(leg)));
        json.endObject().endObject();
    }

    /** From within the last nanosecond of the leg before to the begin of this one. */
    private static void arrow(JsonWriter json, CriticalPath path, int leg) throws IOException {
        for (boolean start : new boolean[] {true, false}) {
            json.beginObject();
            json.name("ph").value(start ? "s" : "f").name("name").value("path").name("cat").value("path").name("id").value(leg);
            if (!start) {
                json.name("bp").value("e");
            }
            row(json, path.timeline(), path.thread(start ? leg - 1 : leg));
            long at = path.start(leg) - path.fromNanos();
            json.name("ts").jsonValue(micros(start ? Math.max(path.start(leg - 1) - path.fromNanos(), at - 1) : at));
            json.endObject();
        }
    }

    /** Nanoseconds as microseconds with three digits of the fraction. */
    static String micros(long nanos) {
        long fraction = nanos % 1000;
        return nanos / 1000 + "." + (fraction < 10 ? "00" : fraction < 100 ? "0" : "") + fraction;
    }
}
