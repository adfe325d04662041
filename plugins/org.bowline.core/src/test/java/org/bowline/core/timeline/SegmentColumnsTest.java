/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;

/** Segments that are added, and segments that are put in their places, in {@link SegmentColumns}. */
class SegmentColumnsTest {
    private static TimelineBuilder hosts() {
        TimelineBuilder builder = new TimelineBuilder();
        for (int host = 0; host < 2; host++) {
            builder.host("h" + host);
            for (int tid = 1; tid <= 3; tid++) {
                builder.thread(host, tid, 1, "t" + tid);
            }
        }
        return builder;
    }

    /** Two hosts of three threads each, whose segments are added in the order of time. */
    private static Timeline added() {
        TimelineBuilder builder = hosts();
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        for (int host = 0; host < 2; host++) {
            for (int i = 0; i < 50; i++) {
                for (int thread = 3 * host; thread < 3 * host + 3; thread++) {
                    long begin = 10L * i;
                    builder.segment(thread, begin, begin + 4, ThreadState.RUNNING, i % 4);
                    builder.blocked(thread, begin + 4, begin + 10, Cause.DISK, disk, Timeline.NONE, 1);
                }
            }
        }
        return builder.build(0, 600);
    }

    /** The same segments, put in their places host by host, the last one first; of the second host on request added. */
    private static Timeline placed(int hosts) {
        TimelineBuilder builder = hosts();
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        for (int host = 0; host < hosts; host++) {
            int first = builder.segments().room(new int[] {100, 100, 100});
            assertThat(first).isEqualTo(300 * host);
            for (int i = 299; i >= 0; i--) {
                int step = i % 100 / 2;
                if (i % 2 == 0) {
                    builder.segments().put(first + i, 10L * step, ThreadState.RUNNING, Cause.NONE, Timeline.NONE, Timeline.NONE, step % 4);
                } else {
                    builder.segments().put(first + i, 10L * step + 4, ThreadState.BLOCKED, Cause.DISK, disk, Timeline.NONE, 1);
                }
            }
            for (int thread = 3 * host; thread < 3 * host + 3; thread++) {
                builder.segments().ends(thread, 500);
            }
        }
        for (int thread = 3 * hosts; thread < 6; thread++) {
            for (long begin = 0; begin < 500; begin += 10) {
                builder.segment(thread, begin, begin + 4, ThreadState.RUNNING, (int) (begin / 10 % 4));
                builder.blocked(thread, begin + 4, begin + 10, Cause.DISK, disk, Timeline.NONE, 1);
            }
        }
        return builder.build(0, 600);
    }

    @Test
    void segmentsThatArePutInTheirPlacesAreThoseThatAreSortedAtTheEnd() {
        List<Object> expected = TimelineColumns.of(added());
        for (int hosts = 0; hosts <= 2; hosts++) {
            List<Object> columns = TimelineColumns.of(placed(hosts));
            for (int i = 0; i < expected.size(); i++) {
                assertThat(columns.get(i)).as("column %d, of %d hosts in their places", i, hosts).isEqualTo(expected.get(i));
            }
        }
        assertThat(placed(1).segmentCount()).isEqualTo(600);
    }

    /** Tests look at what they built so far, and build again. */
    @Test
    void whatIsBuiltTwiceIsTheSame() {
        TimelineBuilder builder = hosts();
        builder.segment(1, 0, 10, ThreadState.RUNNING, 0);
        builder.segment(4, 5, 20, ThreadState.RUNNING, 1);
        List<Object> first = TimelineColumns.of(builder.build(0, 20));
        List<Object> again = TimelineColumns.of(builder.build(0, 20));
        for (int i = 0; i < first.size(); i++) {
            assertThat(again.get(i)).as("column %d", i).isEqualTo(first.get(i));
        }
    }

    @Test
    void nothingIsAddedToThreadsWhoseSegmentsAreInTheirPlaces() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int first = builder.thread(host, 1, 1, "first");
        builder.thread(host, 2, 2, "second");
        builder.segments().put(builder.segments().room(new int[] {1}), 0, ThreadState.RUNNING, Cause.NONE, Timeline.NONE, Timeline.NONE, 0);
        builder.segments().ends(first, 10);
        assertThatIllegalStateException().isThrownBy(() -> builder.thread(host, 3, 3, "third"));
        builder.segment(first, 10, 20, ThreadState.RUNNING, 0);
        assertThatIllegalStateException().isThrownBy(() -> builder.segments().room(new int[] {1})).withMessageContaining("no room");
        assertThatIllegalStateException().isThrownBy(() -> builder.build()).withMessageContaining("had been put");
    }
}
