/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class PathVisitsTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");

    private int thread(int tid, String name) {
        return builder.thread(host, tid, 100, name);
    }

    private void runs(int thread, long from, long to) {
        builder.segment(thread, from, to, ThreadState.RUNNING, -1);
    }

    private void waits(int thread, long from, long to, int target) {
        builder.blocked(thread, from, to, Cause.THREAD, target, Timeline.NONE, -1);
    }

    private OpenSpans visits(int thread, long from, long to) {
        Timeline timeline = builder.build(0, 100);
        OpenSpans.Builder spans = new OpenSpans.Builder();
        PathVisits.of(CriticalPath.of(timeline, thread, from, to, Progress.NONE)).addTo(spans, from);
        return spans.build();
    }

    @Test
    void whoIsWokenForARequestHasToDoWithItFromThenOn() {
        int server = thread(101, "server");
        int helper = thread(102, "helper");
        runs(server, 0, 30);
        waits(server, 30, 60, helper);
        runs(server, 60, 100);
        waits(helper, 0, 30, server);
        runs(helper, 30, 100);
        OpenSpans visits = visits(server, 0, 70);
        assertThat(visits.isOpen(helper, 0, 30)).as("before it was asked").isFalse();
        assertThat(visits.begins(helper, 30, 31)).isTrue();
        assertThat(visits.isOpen(helper, 60, 100)).as("after its answer").isFalse();
        assertThat(visits.isOpen(server, 0, 1)).isTrue();
    }

    /** It was in the midst of something else, so nobody had asked it, and whoever waits for it keeps the request waiting as well. */
    @Test
    void whoHoldsWhatARequestNeedsHasToDoWithItSinceTheRequestWaits() {
        int reader = thread(101, "reader");
        int writer = thread(102, "writer");
        int log = thread(103, "log");
        runs(reader, 0, 20);
        waits(reader, 20, 60, writer);
        runs(reader, 60, 100);
        runs(writer, 0, 10);
        waits(writer, 10, 50, log);
        runs(writer, 50, 100);
        runs(log, 0, 100);
        OpenSpans visits = visits(reader, 0, 70);
        assertThat(visits.isOpen(log, 20, 21)).isTrue();
        assertThat(visits.isOpen(writer, 20, 50)).as("while it waits for the other lock").isTrue();
        assertThat(visits.isOpen(writer, 0, 20)).isFalse();
    }
}
