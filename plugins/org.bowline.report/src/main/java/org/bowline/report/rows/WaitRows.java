/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.AbstractList;
import java.util.List;

import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.offcpu.StackNames;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;

/** The waits of edges as rows. */
public final class WaitRows {
    private static final String REQUEST = "request";

    private WaitRows() {}

    /**
     * A row per wait that is listed, the longest first, made on demand.
     *
     * @param stacks the call stacks of the recording
     */
    public static List<WaitRow> of(EdgeWaits waits, StackQuestion.Stacks stacks) {
        return new AbstractList<>() {
            @Override
            public WaitRow get(int index) {
                return row(waits, stacks, index);
            }

            @Override
            public int size() {
                return waits.size();
            }
        };
    }

    private static WaitRow row(EdgeWaits waits, StackQuestion.Stacks stacks, int i) {
        Timeline timeline = waits.graph().timeline();
        int segment = waits.segment(i);
        boolean isRequest = segment == Timeline.NONE;
        boolean byPacket = !isRequest && timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE;
        StackNames.Frames frames = isRequest ? null : stacks.of(segment);
        List<String> functions = frames == null ? List.of() : OffCpuRow.code(frames.functions(), frames.call());
        return new WaitRow(Vertex.of(timeline, waits.source(i)), Vertex.of(timeline, waits.target(i)), waits.startNanos(i),
                waits.endNanos(i),
                waits.nanos(i), isRequest ? REQUEST : timeline.cause(segment).label(),
                byPacket ? timeline.packetSent(timeline.link(segment)) : Rows.ABSENT,
                !isRequest && timeline.isOpen(waits.source(i), segment), functions, frames == null ? List.of() : frames.kernel());
    }
}
