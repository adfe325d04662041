/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.PacketWays;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.WaitRow;
import org.bowline.report.rows.WaitRows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** The single waits of an edge. */
public final class WaitsDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("waits", "Waits of an edge",
            "Lists the single waits of an edge of the wait-for graph, or of several: when each began and ended, what ended it, and which packet.",
            List.of("From a device to a thread they are the requests that the thread gave it: while it has none, the device waits for the next one.",
                    "Where call stacks were recorded (profile waits-stacks), each wait has the one with which it began: which code waits. bowline off-cpu adds them up, and says what they do not tell."),
            "Scheduling events with wake-ups and interrupts; block requests for disks, packets for other hosts (profile waits-network).",
            List.of("bowline waits tests/traces/wperf-example --edge w2-B,vdd",
                    "bowline waits tests/traces/three-tier --edge B:273,C:277 --format csv > waits.csv"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART),
            List.of(EdgeChoice.EDGE, Devices.NIC_CAPACITY, Devices.NETWORK, FunctionQuestion.SYMBOLS, StackQuestion.LINES,
                    FirstLook.SHOW_ALL),
            "concepts/wait-for.md", 45);

    private static final Report<WaitRow> LONGEST = new Report<>("longest", () -> List.of(
            Column.instant("begin", WaitRow::beginNanos),
            Column.instant("end", WaitRow::endNanos),
            Column.duration("in range", WaitRow::nanos),
            Column.text("ended by", WaitsDescriptor::endedBy),
            Column.text("waiting", row -> row.source().phrase()),
            Column.text("for", row -> row.target().phrase())));
    private static final Report<WaitRow> LONGEST_WITH_STACKS = new Report<>("longest",
            () -> Stream.concat(LONGEST.columns().stream(), Stream.of(Column.<WaitRow>text("in", row -> OffCpuRow.last(row.functions()))))
                    .toList());

    private static final ReportTable<?> WAITS = new ReportTable<>(Reports.WAITS,
            analysis -> WaitRows.of(waits(analysis, Integer.MAX_VALUE), analysis.get(StackQuestion.STACKS)),
            analysis -> isAsked(analysis.question()));

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(WAITS);
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return List.of(Analysis.GRAPH, StackQuestion.STACKS);
    }

    @Override
    public List<Caveat> caveats(Analysis analysis) {
        List<Caveat> all = new ArrayList<>(analysis.caveats(results(analysis)));
        if (isAsked(analysis.question())) {
            IntSet hosts = new IntOpenHashSet();
            for (int edge : edges(analysis)) {
                hosts.add(analysis.timeline().host(analysis.graph().source(edge)));
                hosts.add(analysis.timeline().host(analysis.graph().target(edge)));
            }
            all.addAll(analysis.get(PacketWays.RESULT).caveats(hosts::contains));
        }
        return all;
    }

    @Override
    public void check(Question question, Output output) {
        if (!isAsked(question)) {
            throw new IllegalArgumentException("--edge FROM,TO is needed: whose waits for whom; bowline wait-for lists who waits for whom");
        }
    }

    @Override
    public void check(Analysis analysis) {
        edges(analysis);
    }

    private static boolean isAsked(Question question) {
        return !question.get(EdgeChoice.EDGE).isEmpty();
    }

    /** Those that are asked about; none if nobody asks. */
    private static int[] edges(Analysis analysis) {
        List<EdgeChoice> asked = analysis.question().get(EdgeChoice.EDGE);
        return asked.isEmpty() ? new int[0] : EdgeChoice.in(asked, analysis.graph());
    }

    private static EdgeWaits waits(Analysis analysis, int most) {
        return EdgeWaits.of(analysis.graph(), edges(analysis), most, analysis.progress());
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        String edge = Words.list(analysis.question().get(EdgeChoice.EDGE).stream().map(EdgeChoice::text).toList(), "and");
        EdgeWaits waits = waits(analysis, Math.max(1, most));
        if (waits.count() == 0) {
            boolean idle = Arrays.stream(edges(analysis)).anyMatch(analysis.graph()::isIdle);
            page.heading("No wait of " + edge + " in the range");
            if (idle) {
                page.paragraph("A network interface waits whenever it has nothing to send: its idle time has no single waits.");
            }
            return;
        }
        page.heading("Longest of " + counted(analysis, waits) + " of " + edge + ", " + TimeFormat.duration(waits.nanos())
                + " in the range in all");
        StackQuestion.Stacks stacks = analysis.get(StackQuestion.STACKS);
        page.table(stacks.isEmpty() ? LONGEST : LONGEST_WITH_STACKS, WaitRows.of(waits, stacks), most);
        long left = waits.count() - waits.size();
        if (left > 0) {
            page.paragraph("... and " + left + " more");
        }
        if (ofDevices(analysis) > 0) {
            page.paragraph("These are the requests that a disk was given. It waits while it has none: that time is in the wait-for graph.");
        }
    }

    /** What is listed: of a device the requests that it was given, and no waits. */
    private static String counted(Analysis analysis, EdgeWaits waits) {
        long devices = ofDevices(analysis);
        return devices == 0 ? Words.count(waits.count(), "wait")
                : devices == edges(analysis).length ? Words.count(waits.count(), "request") : waits.count() + " waits and requests";
    }

    private static long ofDevices(Analysis analysis) {
        return Arrays.stream(edges(analysis)).filter(analysis.graph()::isIdle).count();
    }

    /** Nothing where all waits of a run would be told. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // only for who asks
    }

    static String endedBy(WaitRow row) {
        String sent = row.sentNanos() < 0 ? "" : ", packet sent " + TimeFormat.timeOfDay(row.sentNanos());
        boolean finished = row.cause().equals(Cause.THREAD.label()) && row.target().kind().equals(VertexKind.DISK.label());
        return row.isOpen() ? "not yet" : (finished ? "disk, and a thread that finished it" : row.cause()) + sent;
    }
}
