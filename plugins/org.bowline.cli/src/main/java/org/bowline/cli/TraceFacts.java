/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.List;

import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.report.rows.EventRow;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.TraceRow;

/** What a trace's metadata and streams say about it. */
final class TraceFacts {
    private static final long MEGA = 1_000_000;
    private static final long GIGA = 1_000_000_000;

    private TraceFacts() {}

    /** The row of a trace whose events were counted. */
    static TraceRow of(String host, OpenTrace trace, List<EventRow> counts) {
        CtfTrace ctf = trace.ctf();
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (StreamInfo stream : ctf.streams()) {
            begin = Math.min(begin, stream.beginNanos());
            end = Math.max(end, stream.endNanos());
        }
        long events = 0;
        long discarded = 0;
        for (EventRow count : counts) {
            if (count.event().equals(EventRow.DISCARDED)) {
                discarded += count.count();
            } else {
                events += count.count();
            }
        }
        boolean known = begin <= end;
        return new TraceRow(trace.displayPath(), host, trace.domain().label(), ctf.metadata().format().toString(), tracer(ctf.metadata()),
                clock(ctf.metadata()), ctf.streams().size(), known ? begin : Rows.ABSENT, known ? end - begin : Rows.ABSENT, events,
                discarded);
    }

    /** {@code lttng-modules 2.13.9}. */
    static String tracer(TraceMetadata metadata) {
        String name = metadata.environment("tracer_name");
        String major = metadata.environment("tracer_major");
        if (name.isEmpty()) {
            return "unknown";
        }
        if (major.isEmpty()) {
            return name;
        }
        StringBuilder version = new StringBuilder(name).append(' ').append(major);
        for (String part : List.of("tracer_minor", "tracer_patchlevel", "tracer_patch")) {
            String value = metadata.environment(part);
            if (!value.isEmpty()) {
                version.append('.').append(value);
            }
        }
        return version.toString();
    }

    /** {@code monotonic 1 GHz 7f2a…}: of every clock its name, frequency and identity. */
    static String clock(TraceMetadata metadata) {
        StringBuilder text = new StringBuilder();
        for (ClockClass clock : metadata.clocks()) {
            text.append(text.isEmpty() ? "" : ", ").append(clock.id()).append(' ').append(frequency(clock.frequencyHz()))
                    .append(clock.uuid().isEmpty() ? "" : ' ' + clock.uuid());
        }
        return text.isEmpty() ? "none" : text.toString();
    }

    private static String frequency(long hertz) {
        if (hertz % GIGA == 0) {
            return hertz / GIGA + " GHz";
        }
        return hertz % MEGA == 0 ? hertz / MEGA + " MHz" : hertz + " Hz";
    }
}
