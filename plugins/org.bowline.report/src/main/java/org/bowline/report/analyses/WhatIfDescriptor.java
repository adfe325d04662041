/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.report.analyses.WhatIfChoice.Kind;
import org.bowline.report.analyses.WhatIfRows.OfLabel;
import org.bowline.report.rows.WhatIfRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;

/** What would be won at most if waits or work were cheaper. */
public final class WhatIfDescriptor implements Descriptor {
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private static final Parameter<BigDecimal> CHEAPER = Parameter.once("cheaper", "PERCENT",
            "By how much: 50% (the usual) halves it, 100% makes it vanish.", () -> HALF, WhatIfDescriptor::percent);
    private static final Parameter<List<WhatIfChoice>> DEVICE = choice(Kind.DEVICE, "NAME",
            "All waits for a disk, or for another resource: NAME or HOST:NAME. May be given several times.");
    private static final Parameter<List<WhatIfChoice>> RUNNING = choice(Kind.RUNNING, "THREAD",
            "What threads do on a processor: HOST:TID, HOST:NAME, TID or NAME. May be given several times.");

    private static final AnalysisInfo INFO = new AnalysisInfo("what-if", "What would be won at most",
            "Tells what would be won at most if waits, a device or the work of a thread took less time: of the range, and with --interval of each request.",
            List.of("Without --edge, --device or --running it lists everything there is, the largest bound first, but waits for new work last: such a wait ends when there is something to do, and is not worth making shorter. With several of them, they get cheaper together.",
                    "The figures are upper bounds, and no forecasts: while nothing of it happens, nothing gets faster. What is really won is often less, because other work goes on meanwhile and then is"
                            + " what all wait for. A bound says what is not worth doing."),
            "Scheduling events with wake-ups and interrupts; block requests for disks, packets for other hosts (profile waits-network).",
            List.of("bowline what-if tests/traces/wperf-example --device vdd --cheaper 50%",
                    "bowline what-if tests/traces/three-tier --format csv > what-if.csv"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.ORIGINS, Asks.INTERVALS),
            List.of(CHEAPER, EdgeChoice.EDGE, DEVICE, RUNNING, FirstLook.SHOW_ALL, Locks.BLAME, Devices.NIC_CAPACITY, Devices.NETWORK,
                    Devices.DISK_SHARE,
                    Devices.DISK_CAPACITY),
            "concepts/wait-for.md", 47);

    private static final Report<WhatIfRow> REPORT = new Report<>("what-if",
            """
            What would be won at most if something took less time (`--cheaper`), a row for each thing; if none was chosen, for each edge of the wait-for graph, each device that several wait for and each thread that runs, the
            largest bound first and waits for new work last. Upper bounds, and no forecasts. Bounds of different rows cannot be added.""",
            () -> List.of(Column.text("kind", "what gets cheaper", "`edge`, `device`, `running` or `together`", WhatIfRow::kind),
                    Column.text("from_host", "of an edge, or of a thread's work: its host", "name, or empty", row -> row.source().host()),
                    Column.number("from_tid", "its thread id", "≥ 1; empty if it is none, or several", row -> row.source().tid()),
                    Column.text("from_name", "its last name", "text, or empty", row -> row.source().name()),
                    Column.text("to_host", "of an edge or a device: the host of what is waited for", "name, or empty",
                            row -> row.target().host()),
                    Column.number("to_tid", "its thread id", "≥ 1; empty if it is none, or several", row -> row.target().tid()),
                    Column.text("to_name", "its name", "text, or empty", row -> row.target().name()),
                    Column.text("what", "the same in words", "text", WhatIfRow::what),
                    Column.text("new_work",
                            "why an edge is a wait for new work, as in [wait-for](#wait-for): it is not worth making shorter",
                            "word; empty if it is not known to be one", WhatIfRow::newWork),
                    Column.duration("time_ns", "for how long it happens in the range and may hold up anybody whose waits count",
                            "0 to the range, ns",
                            WhatIfRow::nanos),
                    Column.duration("bound_ns", "by how much the range would get shorter at most: the share `--cheaper` of that",
                            "0 to `time_ns`, ns",
                            WhatIfRow::boundNanos),
                    Column.duration("range_ns", "the range, without the time in which no host was recorded", "ns > 0",
                            WhatIfRow::rangeNanos)));

    private static final Report<OfLabel> LABELS = new Report<>("what-if-requests",
            """
            With `--interval` and a choice: what requests would win at most if all that was chosen took less time (`--cheaper`), a row per label. Each request by itself: one that waits behind others wins by
            what these win, too.""",
            () -> List.of(Column.text("label", "the sort of request", "text; may be empty", OfLabel::label),
                    Column.number("count", "requests that a known thread ended", "≥ 1", OfLabel::count),
                    Column.duration("mean_ns", "their mean length", "ns > 0", one -> one.lengthNanos() / one.count()),
                    Column.duration("depends_mean_ns",
                            "for how long their ends depend on it, on average: see [what-if](../concepts/wait-for.md#what-if)", "ns ≥ 0",
                            one -> one.onChainNanos() / one.count()),
                    Column.duration("bound_mean_ns", "by how much they would get shorter at most, on average", "ns ≥ 0",
                            one -> one.boundNanos() / one.count()),
                    Column.duration("bound_max_ns", "the largest of these", "ns ≥ 0", OfLabel::mostNanos)));

    private static final Report<WhatIfRow> TEXT = new Report<>("what-if", () -> List.of(
            Column.text("cheaper", row -> row.what() + (row.isNewWork() ? ", for new work" : "")),
            Column.duration("takes", WhatIfRow::nanos),
            Column.duration("won at most", WhatIfRow::boundNanos),
            Column.text("of the range", row -> Percent.percent(row.share())),
            Column.text("throughput at most", row -> factor(row.factor()))));

    private static Report<OfLabel> labelsText(Analysis analysis) {
        return new Report<>("requests", () -> List.of(
                Column.text("requests", one -> LabelWords.calledOrAll(analysis, one.label())),
                Column.number("count", OfLabel::count),
                Column.duration("mean", one -> one.lengthNanos() / one.count()),
                Column.duration("depends on it", one -> one.onChainNanos() / one.count()),
                Column.duration("won at most", one -> one.boundNanos() / one.count()),
                Column.text("of it", one -> Percent.percent(one.share()))));
    }

    private static Parameter<List<WhatIfChoice>> choice(Kind kind, String form, String help) {
        return new Parameter<>(kind.label(), form, help, List::of, (before, text) -> WhatIfChoice.plus(before, kind, text));
    }

    private static BigDecimal percent(String text) {
        BigDecimal share = Percent.parse(text.endsWith("%") ? text : text + '%')
                .orElseThrow(() -> new IllegalArgumentException("is not a share; write one like 50%"));
        if (share.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException("is more than all of it; write at most 100%");
        }
        return share;
    }

    private static String factor(double factor) {
        return Double.isInfinite(factor) ? "without limit" : String.format(java.util.Locale.ROOT, "× %.2f", factor);
    }

    private static List<WhatIfChoice> choices(Question question) {
        List<WhatIfChoice> all = new ArrayList<>();
        question.get(EdgeChoice.EDGE).forEach(edge -> all.add(new WhatIfChoice(Kind.EDGE, edge.text())));
        all.addAll(question.get(DEVICE));
        all.addAll(question.get(RUNNING));
        return all;
    }

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(
                new ReportTable<>(REPORT,
                        analysis -> WhatIfRows.of(analysis, choices(analysis.question()), analysis.question().get(CHEAPER))),
                new ReportTable<>(LABELS, WhatIfDescriptor::labels,
                        analysis -> analysis.intervalsWanted() && !choices(analysis.question()).isEmpty()));
    }

    private static List<OfLabel> labels(Analysis analysis) {
        return WhatIfRows.labels(analysis, choices(analysis.question()), analysis.question().get(CHEAPER));
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return List.of(Analysis.GRAPH);
    }

    /** What kind of figures these are belongs to each of them, wherever they go. */
    @Override
    public List<Caveat> caveats(Analysis analysis) {
        List<Caveat> all = new ArrayList<>(analysis.caveats(results(analysis)));
        all.add(Caveat.of(Severity.INFO, "", "upper-bound", 0,
                "What would be won is an upper bound, and no forecast: while nothing of it happens, nothing gets faster, but other work that goes on meanwhile may then"
                        + " be what all wait for. It holds as long as threads wait for each other in the same order."));
        return all;
    }

    @Override
    public void check(Analysis analysis) {
        choices(analysis.question()).forEach(choice -> choice.in(analysis));
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        Question question = analysis.question();
        List<WhatIfRow> rows = WhatIfRows.of(analysis, choices(question), question.get(CHEAPER));
        String share = Percent.option(question.get(CHEAPER)).replace("%", " %");
        if (rows.isEmpty()) {
            page.heading("Nothing in the range could be cheaper");
            return;
        }
        page.heading("What would be won at most if " + (choices(question).isEmpty() ? "one of these" : "this") + " took " + share
                + " less time (upper bounds)");
        page.table(TEXT, rows, most);
        long newWork = rows.stream().filter(WhatIfRow::isNewWork).count();
        if (newWork > 0) {
            page.paragraph(
                    Words.count(newWork, "wait is", "waits are") + " for new work" + (choices(question).isEmpty() ? " and listed last" : "")
                            + ": such a wait ends when there is something to do, and is not worth making shorter.");
        }
        List<OfLabel> labels = labels(analysis);
        if (!labels.isEmpty()) {
            page.heading("What requests would win at most, each by itself: " + Words.count(labels.size(), "label"));
            page.table(labelsText(analysis), labels, most);
        }
    }

    /** For who asks: findings name what matters. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }
}
