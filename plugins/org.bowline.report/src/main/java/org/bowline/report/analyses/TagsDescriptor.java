/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.report.export.TagStackWriter;
import org.bowline.report.page.Section;
import org.bowline.report.page.TagsSection;
import org.bowline.report.rows.TagPathRow;
import org.bowline.report.rows.TagRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.table.TagReports;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Which module the time of threads goes to. */
public final class TagsDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("tags", "Tags",
            "Tells which module threads ran and waited in, by the tags with which programs say so; on all processors or on some.",
            List.of("Every nanosecond of a thread is on exactly one path of modules, as engine/storage/crc, or untagged. Running time counts; time in which an"
                    + " interrupt was served on the thread's processor, and time in which it waited, is told apart.",
                    "Where the events of a tag say how many bytes it works on, the text tells what a micro-benchmark of it would have to reach: time per block,"
                            + " the speed while it works, and how much of every second the recorded load takes.",
                    "With --on-path only time on critical paths counts, and each tag has a share of what makes requests differ (its covariance with their length).",
                    "With --counters it also tells what was counted in each module, where programs were recorded with counters: instructions, instructions per cycle, misses per 1000 instructions,"
                            + " page faults. tags.csv has that in any case.",
                    "Without a kernel trace the times are those of the clock on the wall, of the whole recording."),
            "Tag events of programs (profile requests; docs/reference/annotations.md) and scheduling events of the kernel (profile waits-minimal).",
            List.of("bowline tags tests/traces/three-tier --tags begin=wl:stage_begin,end=wl:stage_end,path=name",
                    "bowline tags tests/traces/three-tier --tags begin=wl:stage_begin,end=wl:stage_end,path=name --cpu B:0 --format csv",
                    "bowline tags tests/traces/three-tier --tags begin=wl:stage_begin,end=wl:stage_end,path=name --format collapsed > tags.txt",
                    "bowline tags tests/traces/three-tier --tags begin=wl:stage_begin,end=wl:stage_end,path=name --on-path --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.INTERVALS, Asks.ORIGINS, Asks.THREAD),
            List.of(TagQuestion.EVENTS, TagQuestion.CPUS, TagQuestion.ON_PATH, IntervalLabels.LABEL, CounterQuestion.COUNTERS),
            "concepts/tags.md", 65);

    /** What tags have of critical paths. */
    static final ReportTable<TagPathRow> ON_PATH = new ReportTable<>(TagReports.ON_PATH, TagPathRow::of,
            analysis -> hasTags(analysis) && !analysis.get(TagQuestion.PATHS).labels().isEmpty());

    private static final int MOST_ON_PAGE = 100;
    private static final double KIB = 1024;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    private static boolean hasTags(Analysis analysis) {
        return !analysis.tags().isEmpty();
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(TagReports.TAGS, TagRow::byHost, TagsDescriptor::hasTags),
                new ReportTable<>(TagReports.TAGS_BY_CPU, TagRow::byCpu, TagsDescriptor::hasTags), ON_PATH);
    }

    @Override
    public ReportTable<?> shown(Analysis analysis) {
        return isOnPath(analysis.question()) ? ON_PATH : tables().get(0);
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        List<Result<?>> results = new ArrayList<>();
        if (hasTags(analysis) || !analysis.tags().caveats().isEmpty()) {
            results.add(TagQuestion.PROFILE);
            results.add(CounterQuestion.LOG);
        }
        if (isOnPath(analysis.question())) {
            results.add(analysis.intervalsWanted() ? Analysis.INTERVALS : Analysis.pathOf(analysis.pathThread()));
        }
        return results;
    }

    private static boolean isOnPath(Question question) {
        return question.get(TagQuestion.ON_PATH);
    }

    @Override
    public void check(Question question, Output output) {
        if (question.get(CounterQuestion.COUNTERS) && !question.get(TagQuestion.CPUS).isEmpty()) {
            throw new IllegalArgumentException(
                    "--counters cannot be with --cpu: the counter of a thread does not tell on which processor it counted");
        }
        if (!isOnPath(question)) {
            if (question.path() != null) {
                throw new IllegalArgumentException(
                        "--thread is the thread of a critical path: with --on-path only; --process takes the threads of a process");
            }
            if (!question.get(IntervalLabels.LABEL).isEmpty()) {
                throw new IllegalArgumentException("--label chooses the requests whose critical paths count: with --on-path only");
            }
        } else if ((question.path() == null) == question.intervals().isEmpty()) {
            throw new IllegalArgumentException("--on-path needs either --interval or --thread, not both");
        } else if (question.get(CounterQuestion.COUNTERS)) {
            throw new IllegalArgumentException(
                    "--counters cannot be with --on-path: what is counted is known of modules and requests, not of critical paths");
        } else if (!question.get(TagQuestion.CPUS).isEmpty()) {
            throw new IllegalArgumentException("--cpu cannot be with --on-path: a critical path is on whatever processors it takes");
        } else if (output == Output.FORM) {
            throw new IllegalArgumentException("--on-path has no such format: csv and json tell all of it");
        }
    }

    @Override
    public List<Form> forms() {
        return List.of(new Form("collapsed", "tags.collapsed", "for flamegraph.pl and speedscope", null,
                (analysis, out) -> TagStackWriter.write(TagRow.byHost(analysis), out)));
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        if (!hasTags(analysis)) {
            page.heading("No tags");
            page.paragraph(
                    "No trace has an event that tells which module a thread is in. Annotate the program (docs/how-to/annotate-a-program.md),"
                            + " or name events of its own with --tags.");
            return;
        }
        if (isOnPath(analysis.question())) {
            TagPathText.tables(page, analysis, most);
            return;
        }
        Map<String, List<TagRow>> hosts = new LinkedHashMap<>();
        TagRow.byHost(analysis).forEach(row -> hosts.computeIfAbsent(row.host(), host -> new ArrayList<>()).add(row));
        if (hosts.isEmpty()) {
            page.heading("No time");
            page.paragraph("Nothing ran there. 'bowline tags TRACE --format csv' without --cpu and --process tells who ran where.");
        }
        List<String> without = new ArrayList<>();
        for (Map.Entry<String, List<TagRow>> host : hosts.entrySet()) {
            if (host.getValue().stream().anyMatch(TagRow::isTag)) {
                host(page, analysis, host.getKey(), host.getValue(), most);
            } else {
                without.add(TagPathText.named(host.getKey()) + " (" + TimeFormat.duration(host.getValue().get(0).times().totalNanos())
                        + " of running time)");
            }
        }
        if (without.size() < hosts.size()) {
            boolean wall = hosts.values().iterator().next().get(0).times().isWall();
            page.paragraph(
                    (wall ? "Wall time" : "Running") + ", its shares and the time per entry count the modules within a module, too; itself"
                            + (wall ? "" : ", runnable, blocked") + " and entries do not.");
        }
        if (!without.isEmpty()) {
            page.heading("Without tags: " + Words.list(without, "and"));
        }
    }

    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        if (hasTags(analysis)) {
            text(page, analysis, most);
            if (ON_PATH.isThere().test(analysis)) {
                page.heading("Tags on critical paths");
                TagPathText.lines(page, analysis, most);
            }
        }
    }

    private static void host(TextPage page, Analysis analysis, String name, List<TagRow> rows, int most) throws IOException {
        boolean wall = rows.get(0).times().isWall();
        page.heading("Tags of " + TagPathText.named(name) + ": " + TimeFormat.duration(rows.get(0).times().totalNanos())
                + (wall ? " on the clock on the wall, waits included"
                        : " of running time in " + TimeFormat.duration(rows.get(0).rangeNanos())
                                + where(analysis)));
        page.table(new Report<>("modules", columns(wall)), largest(rows, most), Integer.MAX_VALUE);
        if (rows.size() > most) {
            page.paragraph("... and " + (rows.size() - most) + " more with less time");
        }
        for (TagRow row : largest(rows.stream().filter(row -> row.times().bytes() > 0 && row.times().entries() > 0).toList(), most)) {
            page.paragraph(TagPathText.named(row.path()) + ": " + benchmark(row));
        }
        CounterText.modules(page, analysis, largest(rows, most));
    }

    private static String where(Analysis analysis) {
        return analysis.question().get(TagQuestion.CPUS).isEmpty() ? "" : ", on the processors that were asked for";
    }

    /** {@code 41.0 µs per 32 KiB (762 MiB/s while it works); at the recorded load of 224 MiB/s that is 293.9 ms of every second}. */
    static String benchmark(TagRow row) {
        String each = TimeFormat.duration(Math.round(row.nanosPerEntry())) + " per "
                + bytes((double) row.times().bytes() / row.times().entries());
        if (Double.isNaN(row.bytesPerSecond()) || row.times().nanos() == 0) {
            return each;
        }
        return each + " (" + bytes(SECOND / row.nanosPerByte()) + "/s while it works); at the recorded load of "
                + bytes(row.bytesPerSecond()) + "/s that is " + Words.number(row.nanosPerSecond() / MILLI) + " ms of every second";
    }

    private static String bytes(double count) {
        double rest = count;
        int unit = 0;
        while (rest >= KIB && unit < UNITS.length - 1) {
            rest /= KIB;
            unit++;
        }
        String number = Words.number(rest);
        return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + ' ' + UNITS[unit];
    }

    /** Those with the most time, in the order of the tree; as a module has the time of those within it, none is there without the one around it. */
    private static List<TagRow> largest(List<TagRow> rows, int most) {
        Set<TagRow> chosen = new HashSet<>(
                rows.stream().sorted(Comparator.comparingLong((TagRow row) -> row.times().nanos()).reversed()).limit(most).toList());
        return rows.stream().filter(chosen::contains).toList();
    }

    private static List<Column<TagRow>> columns(boolean wall) {
        List<Column<TagRow>> columns = new ArrayList<>(List.of(
                Column.text("module", TagRow::path),
                Column.duration(wall ? "wall time" : "running", row -> row.times().nanos()),
                Column.text("of parent", row -> share(row.times().shareOfParent())),
                Column.text("of all", row -> share(row.times().shareOfTotal())),
                Column.duration("itself", row -> row.times().ownNanosThatCount())));
        if (!wall) {
            columns.add(Column.duration("runnable", row -> row.times().own(ThreadState.RUNNABLE) + row.times().own(ThreadState.PREEMPTED)));
            columns.add(Column.duration("blocked", row -> row.times().own(ThreadState.BLOCKED)));
            columns.add(Column.text("mostly by", TagsDescriptor::mainCause));
        }
        columns.add(Column.number("entries", row -> row.times().entries()));
        columns.add(Column.text("per entry",
                row -> Double.isNaN(row.nanosPerEntry()) ? "" : TimeFormat.duration(Math.round(row.nanosPerEntry()))));
        return columns;
    }

    private static String share(double share) {
        return Double.isNaN(share) ? "" : Percent.percent(share, 1);
    }

    private static String mainCause(TagRow row) {
        Cause main = Cause.NONE;
        for (Cause cause : Cause.values()) {
            main = row.times().blocked(cause) > row.times().blocked(main) ? cause : main;
        }
        return main.label();
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        List<TagRow> rows = hasTags(analysis) ? TagRow.byHost(analysis) : List.of();
        if (rows.isEmpty()) {
            return List.of();
        }
        return !ON_PATH.isThere().test(analysis) ? List.of(TagsSection.of(rows))
                : List.of(TagsSection.of(rows), Section.of("tag-path", "Tags on critical paths", 61,
                        "Which module the time of requests goes to, waits included, and with which one it differs from request to request.",
                        TagReports.ON_PATH, TagPathRow.of(analysis), MOST_ON_PAGE));
    }
}
