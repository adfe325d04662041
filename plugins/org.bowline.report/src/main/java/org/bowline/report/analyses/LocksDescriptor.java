/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.LockNames;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Question;
import org.bowline.core.figures.Percent;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.lock.LockUse;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.page.Section;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.Vertex;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Which locks threads wait for, and who holds them. */
public final class LocksDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("locks", "Locks",
            "Tells of each lock how often threads took it, how long they waited for it and held it, and who held it longest.",
            List.of("Where programs told of their mutexes, every acquisition is known. Where only the system call futex was recorded, the figures are estimates of those"
                    + " acquisitions for which somebody had to wait."),
            "The calls of the thread library (profile locks) and scheduling events (profile waits-minimal); or the system call futex.",
            List.of("bowline locks tests/traces/lock-contention", "bowline locks tests/traces/lock-contention --format csv > locks.csv"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART), List.of(FunctionQuestion.SYMBOLS), "concepts/locks.md", 45);

    private static final int MOST_ON_PAGE = 100;

    /** A lock. */
    record Row(Timeline timeline, LockHistory history, LockNames names, LockUse use) {
        String host() {
            return timeline.hostName(history.host(use.lock()));
        }

        long process() {
            return history.process(use.lock());
        }

        String address() {
            return history.hexAddress(use.lock());
        }

        String name() {
            return names.name(use.lock());
        }

        String text() {
            return names.text(use.lock());
        }

        String known() {
            return history.isEstimate(use.lock()) ? "estimate" : "exact";
        }

        Vertex holder() {
            return use.holder() == LockHistory.NONE ? Vertex.NONE : Vertex.of(timeline, use.holder());
        }
    }

    private static final Report<Row> REPORT = new Report<>("locks",
            """
            The locks that threads held or wanted in the range, a row per lock, the longest waits first. A lock is an address in the memory of a process. Of one that is known by
            system calls alone (`known` is `estimate`) only acquisitions after a wait are seen, and holds that ended with waking somebody.""",
            () -> List.of(Column.text("host", "its host", "name", Row::host),
                    Column.number("process", "the process whose memory it is in", "process id; −1 if the trace does not tell",
                            Row::process),
                    Column.text("address", "where it is there", "hexadecimal", Row::address),
                    Column.text("name",
                            "the global or static variable that it is, or is in, with the place in that, and the program or library",
                            "`NAME of FILE` or `NAME+0xPLACE of FILE`; empty if it is not known", Row::name),
                    Column.text("known", "`exact`: the program told of it; `estimate`: concluded from system calls", "word", Row::known),
                    Column.number("acquisitions", "how often a thread got it", "≥ 0", row -> row.use().acquisitions()),
                    Column.number("contended", "how many of these had to wait: another thread held it, or the thread slept", "≥ 0",
                            row -> row.use().contended()),
                    Column.duration("wait_ns", "time of these waits, within the range", "ns ≥ 0", row -> row.use().waitNanos()),
                    Column.duration("max_wait_ns", "the longest of them, within the range", "ns ≥ 0", row -> row.use().maxWaitNanos()),
                    Column.duration("hold_ns", "for how long it was held, within the range", "ns ≥ 0", row -> row.use().holdNanos()),
                    Column.number("holds", "holds that end in the range and of which both ends are known", "≥ 0", row -> row.use().holds()),
                    Column.number("partial_holds",
                            "holds that end in the range and lasted for at least as long as they are known: seen only from the first wait on, or until events were lost",
                            "≥ 0", row -> row.use().partialHolds()),
                    Column.duration("mean_hold_ns",
                            "mean length of `holds`; or that of `holds` and `partial_holds` together, if that is more; or, if there are none, that of holds that outlast the range, as far as it reaches: it is a lower bound then",
                            "ns; empty if none is known", row -> known(row.use().meanHoldNanos())),
                    Column.duration("max_hold_ns", "the length of the longest of all these; a lower bound if it is none of `holds`",
                            "ns; empty if none is known", row -> known(row.use().maxHoldNanos())),
                    Column.number("holder_tid", "the thread that held it longest within the range", "empty if none is known",
                            row -> row.holder().tid()),
                    Column.text("holder_name", "its last name", "text; empty if none is known", row -> row.holder().name()),
                    Column.duration("holder_ns", "for how long that thread held it, within the range", "ns ≥ 0",
                            row -> row.use().holderNanos()),
                    Column.number("in_order", "how often, while other threads went on waiting, it went to the one that had waited longest",
                            "≥ 0", row -> row.use().inOrder()),
                    Column.number("overtaken", "how often, while other threads went on waiting, it went to one that had waited less", "≥ 0",
                            row -> row.use().overtaken()),
                    Column.text("sort",
                            "how often it is taken, and how long it is held: `often` from 1,000 acquisitions a second on, `long` from a mean hold of 100 µs on",
                            "`seldom, short`, `often, short`, `seldom, long` or `often, long`", row -> row.use().sort().label())));

    private static final Report<Row> TEXT = new Report<>("locks", () -> List.of(
            Column.text("lock", row -> row.text() + " (" + row.host() + ':' + row.process() + ')'),
            Column.number("taken", row -> row.use().acquisitions()),
            Column.text("after a wait", row -> Percent.percent(row.use().contendedShare())),
            Column.duration("waits", row -> row.use().waitNanos()),
            Column.duration("held", row -> row.use().holdNanos()),
            Column.text("mean hold", row -> length(row.use().meanHoldNanos(), row.use().meanAtLeast())),
            Column.text("longest", row -> length(row.use().maxHoldNanos(), row.use().maxAtLeast())),
            Column.text("mostly by", row -> row.holder().phrase()),
            Column.text("sort", row -> row.use().sort().label() + (row.known().equals("exact") ? "" : " (estimate)"))));

    /** No hold is empty, so 0 means that none is known. */
    private static long known(long nanos) {
        return nanos == 0 ? Rows.ABSENT : nanos;
    }

    private static String length(long nanos, boolean atLeast) {
        return nanos == 0 ? "–" : (atLeast ? "at least " : "") + TimeFormat.duration(nanos);
    }

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(REPORT, LocksDescriptor::rows));
    }

    /** Its symbols name locks alone. */
    @Override
    public Question alone(Question question) {
        return question.with(FunctionQuestion.WITHOUT_CODE, true);
    }

    /** Told to who asks for locks: the table has a column for it, and most recordings have none. */
    @Override
    public List<Caveat> caveats(Analysis analysis) {
        return analysis.caveats(List.of(Locks.USES, Locks.NAMES));
    }

    private static List<Row> rows(Analysis analysis) {
        LockHistory history = analysis.get(Locks.HISTORY);
        LockNames names = analysis.get(Locks.NAMES);
        return analysis.get(Locks.USES).stream().map(use -> new Row(analysis.timeline(), history, names, use)).toList();
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        List<Row> rows = rows(analysis);
        page.heading(rows.isEmpty() ? "No lock is known" : Words.count(rows.size(), "lock"));
        if (!rows.isEmpty()) {
            page.table(TEXT, rows, most);
        }
    }

    /** Only where somebody waited for a lock, and its program told of it: an estimate is for who asks. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        if (rows(analysis).stream().anyMatch(row -> row.known().equals("exact") && row.use().contended() > 0)) {
            text(page, analysis, Math.max(1, most / 2));
        }
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        List<Row> rows = rows(analysis);
        return rows.isEmpty() ? List.of() : List.of(Section.of("locks", "Locks", 60,
                "Who held the locks that threads waited for. Rows marked estimate were concluded from system calls.", REPORT, rows,
                MOST_ON_PAGE));
    }
}
