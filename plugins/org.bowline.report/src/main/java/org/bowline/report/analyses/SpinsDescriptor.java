/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Spins;
import org.bowline.core.model.Words;
import org.bowline.core.spin.SpinUse;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.page.Section;
import org.bowline.report.rows.Vertex;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Which threads poll, and which are woken for nothing. */
public final class SpinsDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("spins", "Polling and false wake-ups",
            "Tells of each thread how long it polled and for whom, how often it was woken for nothing, and where it looks as if it did though its program tells nothing.",
            List.of("What programs tell (bowline_spin_begin, bowline_false_wakeup, or events of their own with --spin) is in all results: polling counts as waiting, and a false wake-up ends no"
                    + " wait. Candidates are only counted, and change nothing: between two sleeps the thread ran for less than --shorter-than, and woke nobody, took no lock, and gave no"
                    + " disk and no traced host anything to do."),
            "Scheduling events with wake-ups and interrupts (profile waits-minimal); of programs, annotations (profile requests).",
            List.of("bowline spins tests/traces/lock-contention",
                    "bowline spins tests/traces/three-tier --shorter-than 1ms --format csv > spins.csv"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART), List.of(Spins.SHORTER_THAN, FirstLook.SHOW_ALL), "concepts/wait-for.md", 46);
    private static final int MOST_ON_PAGE = 100;

    /** A thread. */
    record Row(SpinUse use, Vertex thread, Vertex owner) {
        static List<Row> of(Analysis analysis) {
            Timeline timeline = analysis.timeline();
            return analysis.get(Spins.USES).stream().map(use -> new Row(use, Vertex.of(timeline, use.thread()),
                    use.owner() == Timeline.NONE ? Vertex.NONE : Vertex.of(timeline, use.owner()))).toList();
        }

        /** Whether its program told of it. */
        boolean isTold() {
            return use.spins() > 0 || use.falseWakeUps() > 0;
        }
    }

    private static final Report<Row> REPORT = new Report<>("spins",
            """
            Threads that polled instead of sleeping, or were woken for nothing, in the range: what their programs told, and candidates of which they told nothing; a row per thread, the longest time on a processor for
            nothing first. What was told is in all other reports, too; candidates are in none.""",
            () -> List.of(Column.text("host", "its host", "name", row -> row.thread().host()),
                    Column.number("tid", "its thread id", "≥ 1", row -> row.thread().tid()),
                    Column.text("name", "its last name", "text", row -> row.thread().name()),
                    Column.number("spins",
                            "how often it polled on a processor, as its program told; one in which it is preempted or sleeps counts as several",
                            "≥ 0", row -> row.use().spins()),
                    Column.duration("spin_ns", "for how long; it is blocked time in [threads](#threads)", "ns ≥ 0",
                            row -> row.use().spinNanos()),
                    Column.duration("max_spin_ns", "the longest of these", "ns ≥ 0", row -> row.use().longestSpinNanos()),
                    Column.number("owner_tid", "for whom it polled longest: who had it when polling began",
                            "thread id; empty if nobody is known",
                            row -> row.owner().tid()),
                    Column.text("owner_name", "that thread's last name", "text; empty if nobody is known", row -> row.owner().name()),
                    Column.duration("owner_ns", "for how long it polled for that thread", "ns ≥ 0", row -> row.use().ownerNanos()),
                    Column.number("false_wakeups", "how many wake-ups were false, as its program told", "≥ 0",
                            row -> row.use().falseWakeUps()),
                    Column.number("vain_candidates",
                            "candidates for false wake-ups: it ran for a short time between two sleeps that one thread ended or that were for one lock, and did nothing",
                            "≥ 0", row -> row.use().vain()),
                    Column.duration("vain_candidate_ns", "for how long it ran in them", "ns ≥ 0", row -> row.use().vainNanos()),
                    Column.number("poll_candidates", "candidates for polling: the same between two sleeps that timers ended", "≥ 0",
                            row -> row.use().polls()),
                    Column.duration("poll_candidate_ns", "for how long it ran in them", "ns ≥ 0", row -> row.use().pollNanos())));

    private static final Report<Row> TOLD = new Report<>("told", () -> List.of(
            Column.text("thread", row -> row.thread().phrase()),
            Column.number("polled", row -> row.use().spins()),
            Column.duration("in all", row -> row.use().spinNanos()),
            Column.duration("longest", row -> row.use().longestSpinNanos()),
            Column.text("mostly for", row -> row.owner().phrase()),
            Column.number("false wake-ups", row -> row.use().falseWakeUps())));

    private static final Report<Row> CANDIDATES = new Report<>("candidates", () -> List.of(
            Column.text("thread", row -> row.thread().phrase()),
            Column.number("woken for nothing", row -> row.use().vain()),
            Column.duration("ran after it", row -> row.use().vainNanos()),
            Column.number("polled by timer", row -> row.use().polls()),
            Column.duration("ran in between", row -> row.use().pollNanos())));

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(REPORT, Row::of));
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        if (UnknownWaits.said(page, analysis)) {
            return;
        }
        List<Row> rows = Row.of(analysis).stream().filter(row -> !FirstLook.leaves(analysis, row.use().thread())).toList();
        told(page, rows, most);
        List<Row> candidates = rows.stream().filter(row -> row.use().vain() + row.use().polls() > 0).toList();
        String limit = TimeFormat.duration(analysis.question().get(Spins.SHORTER_THAN));
        page.heading(candidates.isEmpty() ? "No thread looks as if it polled, or was woken for nothing"
                : "Candidates: " + Words.count(candidates.size(), "thread") + " ran for less than " + limit
                        + " between two sleeps, and did nothing");
        if (!candidates.isEmpty()) {
            page.table(CANDIDATES, candidates, most);
            page.paragraph("Candidates are counted, and change no result. Programs can tell: docs/how-to/annotate-a-program.md.");
        }
    }

    private static void told(TextPage page, List<Row> rows, int most) throws IOException {
        List<Row> told = rows.stream().filter(Row::isTold).toList();
        if (told.isEmpty()) {
            page.heading("No program told of polling, or of false wake-ups");
        } else {
            page.heading(Words.count(told.size(), "thread") + " polled, or " + (told.size() == 1 ? "was" : "were")
                    + " woken for nothing, as programs tell");
            page.table(TOLD, told, most);
        }
    }

    /** Only where programs told of it: candidates are for who asks. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        if (isTold(analysis) && Row.of(analysis).stream().anyMatch(Row::isTold)) {
            told(page, Row.of(analysis), most);
        }
    }

    /** Whether programs told of it anywhere in the recording: known without a look at every wait. */
    private static boolean isTold(Analysis analysis) {
        return analysis.caveats().stream().anyMatch(caveat -> caveat.kind().equals("waits-as-told"));
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        List<Row> rows = isTold(analysis) ? Row.of(analysis) : List.of();
        return rows.stream().noneMatch(Row::isTold) ? List.of()
                : List.of(Section.of("spins", "Polling and false wake-ups", 93,
                        "Threads that polled instead of sleeping, or were woken for nothing. What programs told is in all figures; candidates are only counted.",
                        REPORT, rows, MOST_ON_PAGE));
    }
}
