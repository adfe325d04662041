/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;

/** Results of the engine as rows: a client on A asks a server on B, which waits for its disk. */
class RowsTest {
    private final Timeline timeline = timeline();

    @Test
    void edgesNameThreadsAndDisksAndComeHeaviestFirst() throws IOException {
        WaitForGraph graph = WaitForAnalysis.run(timeline, 0, 100, null, Progress.NONE);
        List<WaitForRow> rows = Arrays.stream(WaitForRows.heaviest(graph)).mapToObj(edge -> WaitForRows.edge(graph, edge)).toList();
        assertThat(rows).isSortedAccordingTo((a, b) -> Long.compare(b.weightNanos(), a.weightNanos()));
        assertThat(csv(Reports.WAIT_FOR, rows)).endsWith("""
                B,244,server,thread,B,,vdd,disk,80,40,1,waker,40,40,,1,,0,
                B,,vdd,disk,B,244,server,thread,65,65,1,,65,65,,0,,1,
                A,243,client,thread,B,244,server,thread,60,60,1,waker,60,60,,1,,1,
                B,244,server,thread,A,243,client,thread,35,35,2,waker,35,35,,1,,1,
                """);
    }

    @Test
    void aSinkIsOneRowWithoutATargetAndTheSumOfWhatLeadsToIt() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        int worker = thread(builder, host, 1, "worker");
        for (int tid = 2; tid <= 3; tid++) {
            int waiter = thread(builder, host, tid, "waiter");
            builder.blocked(waiter, 0, 10L * tid, Cause.THREAD, worker, Timeline.NONE, 0);
            builder.segment(waiter, 10L * tid, 100, ThreadState.RUNNING, 0);
        }
        builder.segment(worker, 0, 100, ThreadState.RUNNING, 1);
        WaitForGraph graph = WaitForAnalysis.run(builder.build(), 0, 100, null, Progress.NONE);
        List<KnotRow> rows = WaitForRows.knots(graph, KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots().stream()
                .map(knot -> new BackgroundKnots.Found(knot, 0, false)).toList());
        assertThat(rows)
                .containsExactly(KnotRow.sink(1, 0, 0, new WaitForRow(new Vertex("A", 1, "worker", "thread"), Vertex.NONE, 50, 50, 2)));
    }

    @Test
    void aPathTilesItsRangeAndSaysWhatEachWaitWasFor() throws IOException {
        CriticalPath path = CriticalPath.of(timeline, 0, 0, 100, Progress.NONE);
        List<PathRow> rows = PathRows.of(path);
        assertThat(rows.get(0).startNanos()).isZero();
        assertThat(rows.get(rows.size() - 1).endNanos()).isEqualTo(100);
        for (int i = 1; i < rows.size(); i++) {
            assertThat(rows.get(i).startNanos()).isEqualTo(rows.get(i - 1).endNanos());
        }
        assertThat(rows).extracting(PathRow::detail).contains("from B:server (244)", "vdd queue", "vdd service");
        assertThat(csv(Reports.CRITICAL_PATH, rows)).contains(",B,244,server,running,,\n");
    }

    @Test
    void thePartsOfAnIntervalHaveItsTimesAndSumUpToItsLength() {
        NamedInterval interval = new NamedInterval("disk", "17", 0, 0, 5, 95);
        List<IntervalPathRow> rows = PathRows.of(timeline, IntervalPaths.of(timeline, List.of(interval), Progress.NONE));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.label()).isEqualTo("disk");
            assertThat(row.key()).isEqualTo("17");
            assertThat(row.startNanos()).isEqualTo(5);
            assertThat(row.endNanos()).isEqualTo(95);
        });
        assertThat(rows.stream().mapToLong(IntervalPathRow::nanos).sum()).isEqualTo(90);
        assertThat(rows).isSortedAccordingTo((a, b) -> Long.compare(b.nanos(), a.nanos()));
    }

    @Test
    void anIntervalWithoutAPathIsOneRowOfItsWholeLength() {
        NamedInterval interval = new NamedInterval("disk", "17", 1, Timeline.NONE, 5, 95);
        List<IntervalPathRow> rows = PathRows.of(timeline, IntervalPaths.of(timeline, List.of(interval), Progress.NONE));
        assertThat(rows).containsExactly(new IntervalPathRow("disk", "17", 5, 95, true, "B", Rows.ABSENT, "", "unknown", "",
                "the thread is not in the kernel trace", 90));
    }

    @Test
    void anIntervalThatDidNotEndIsOneRowAfterTheOthersThatSaysSo() {
        NamedInterval open = new NamedInterval("disk", "18", 1, 0, 5, 95);
        NamedInterval ended = new NamedInterval("disk", "17", 1, Timeline.NONE, 50, 60);
        List<IntervalPathRow> rows = PathRows.of(timeline,
                IntervalPaths.of(timeline, new MatchedIntervals(List.of(ended), List.of(open), List.of()), Progress.NONE));
        assertThat(rows).extracting(IntervalPathRow::key).containsExactly("17", "18");
        assertThat(rows.get(1)).isEqualTo(new IntervalPathRow("disk", "18", 5, 95, false, "B", Rows.ABSENT, "", "unknown", "",
                "had not ended by then", 90));
    }

    @Test
    void threadsHaveTheirTimesInTheRangeOnly() throws IOException {
        assertThat(csv(Reports.THREADS, ThreadRows.of(timeline, ThreadTotals.of(timeline, 15, 90)))).endsWith("""
                A,243,,client,15,90,15,0,0,60,0,0,0,0,60,0,0,0,0,1,0
                B,244,240,server,15,90,25,0,0,50,0,5,0,40,5,0,0,0,0,3,0
                """);
    }

    @Test
    void aPhraseNamesAVertexForAReader() {
        assertThat(Vertex.of(timeline, 0).phrase()).isEqualTo("client (A:243)");
        assertThat(new Vertex("A", Rows.ABSENT, "vdd", "disk").phrase()).isEqualTo("disk vdd (A)");
        assertThat(new Vertex("A", Rows.ABSENT, "timer", "timer").phrase()).isEqualTo("timer (A)");
        assertThat(new Vertex("A", Rows.ABSENT, "network", "network").phrase()).isEqualTo("network (A)");
    }

    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        int a = builder.host("A");
        int b = builder.host("B");
        int client = thread(builder, a, 243, "client");
        int server = builder.thread(b, 244, 240, "server");
        int disk = builder.resource(b, VertexKind.DISK, "vdd");
        int request = builder.request(disk, server, 30, 35, 70);
        int question = builder.packet(18, 20, client);
        int answer = builder.packet(75, 80, server);
        builder.segment(client, 0, 20, ThreadState.RUNNING, 0);
        builder.blocked(client, 20, 80, Cause.NETWORK, server, answer, 0);
        builder.segment(client, 80, 100, ThreadState.RUNNING, 0);
        builder.blocked(server, 0, 20, Cause.NETWORK, client, question, 0);
        builder.segment(server, 20, 30, ThreadState.RUNNING, 0);
        builder.blocked(server, 30, 70, Cause.DISK, disk, request, 0);
        builder.segment(server, 70, 85, ThreadState.RUNNING, 0);
        builder.blocked(server, 85, 100, Cause.THREAD, client, Timeline.NONE, 0);
        return builder.build();
    }

    private static int thread(TimelineBuilder builder, int host, int tid, String name) {
        return builder.thread(host, tid, -1, name);
    }

    private static <R> String csv(Report<R> report, List<R> rows) throws IOException {
        StringWriter out = new StringWriter();
        Format.CSV.write(report, rows, out);
        return out.toString();
    }
}
