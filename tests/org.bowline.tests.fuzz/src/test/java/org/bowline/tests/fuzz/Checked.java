/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.page.HtmlReport;

/** What holds of every result, whatever was recorded. */
public final class Checked {
    /** A page of a result may have as much text. */
    private static final int LARGEST_PAGE = 16 << 20;

    private Checked() {}

    /** Asks all questions about a range of a result; the range may be refused as too long, nothing else. */
    public static void ask(AnalysisResult result, long from, long to, boolean page) throws IOException {
        Timeline timeline = result.timeline();
        tiled(timeline);
        if (from >= to) {
            return;
        }
        int path0 = timeline.threadCount() == 0 ? Timeline.NONE : 0;
        Analysis study = Analysis.of(result).question(Question.ALL.within(from, to).path((all, begin, end) -> path0)).build();
        try {
            study.graph();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("too long");
            return;
        }
        totals(study);
        graph(study.graph());
        CriticalPath path = study.path();
        if (path != null) {
            long at = from;
            for (int leg = 0; leg < path.size(); leg++) {
                assertThat(path.start(leg)).as("leg %d", leg).isEqualTo(at);
                at = path.end(leg);
                assertThat(at).isGreaterThan(path.start(leg));
            }
            assertThat(at).as("the path ends where the range does").isEqualTo(to);
        }
        if (page) {
            StringWriter out = new StringWriter();
            HtmlReport.write("title", "0", study, Descriptors.installed(), out);
            assertThat(out.getBuffer().length()).isLessThan(LARGEST_PAGE);
        }
    }

    /** What holds of the threads and the graph of any analysis; a range may be refused as too long. */
    static void holds(Analysis study) {
        tiled(study.timeline());
        totals(study);
        try {
            study.graph();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("too long");
            return;
        }
        graph(study.graph());
    }

    /** What holds of every recording that was read, and not of every stored result: the idle thread of a processor waits for nothing, whatever a program says. */
    static void idle(Timeline timeline) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); timeline.isIdle(thread) && s < timeline.endSegment(thread); s++) {
                assertThat(timeline.state(s)).isNotEqualTo(ThreadState.BLOCKED);
            }
        }
    }

    private static void tiled(Timeline timeline) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                assertThat(timeline.end(thread, s)).as("segment %d", s).isGreaterThan(timeline.start(s));
            }
        }
        for (int host = 0; host < timeline.hostCount(); host++) {
            for (int i = 0; i < timeline.recordings(host); i++) {
                assertThat(timeline.recordingEnd(host, i)).isGreaterThan(timeline.recordingStart(host, i));
            }
        }
    }

    private static void totals(Analysis study) {
        Timeline timeline = study.timeline();
        for (ThreadTotals total : study.totals()) {
            long sum = 0;
            for (ThreadState state : ThreadState.values()) {
                assertThat(total.nanos(state)).isNotNegative();
                sum += total.nanos(state);
            }
            assertThat(sum).as("the states of thread %d", total.thread()).isEqualTo(total.endNanos() - total.startNanos());
            assertThat(sum).isLessThanOrEqualTo(study.toNanos() - study.fromNanos());
            assertThat(total.thread()).isLessThan(timeline.threadCount());
        }
    }

    private static void graph(WaitForGraph graph) {
        Timeline timeline = graph.timeline();
        long[] idle = new long[timeline.vertexCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            assertThat(graph.weightNanos(edge)).isPositive();
            assertThat(graph.directNanos(edge)).isBetween(0L, graph.weightNanos(edge));
            if (graph.isIdle(edge)) {
                idle[graph.source(edge)] += graph.weightNanos(edge);
            } else {
                assertThat(graph.directNanos(edge)).isLessThanOrEqualTo(graph.toNanos() - graph.fromNanos());
            }
        }
        for (int vertex = timeline.threadCount(); vertex < timeline.vertexCount(); vertex++) {
            assertThat(idle[vertex]).as("idle time of %s", timeline.vertexName(vertex))
                    .isLessThanOrEqualTo(timeline.recordedNanos(timeline.host(vertex), graph.fromNanos(), graph.toNanos()));
        }
        assertThat(graph.rangeNanos()).isBetween(1L, graph.toNanos() - graph.fromNanos());
    }
}
