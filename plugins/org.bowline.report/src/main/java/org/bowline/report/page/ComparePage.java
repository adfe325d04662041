/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;
import org.bowline.report.text.CompareFindings;
import org.bowline.report.text.CompareText;

/**
 * A comparison as one page of HTML that needs nothing else, not even a script: what came out, then a box plot of the runs per measure with the
 * ratio's confidence interval, and the same as tables. The page's content security policy allows no network and no script at all.
 */
public final class ComparePage {
    /** More figures than that nobody looks at; the table has all. */
    private static final int MOST_FIGURES = 24;
    /** The head of a page says early who made it. */
    private static final int HEAD_BYTES = 4096;
    /** Where no verdicts tell what is worth it. */
    private static final int MOST_WITHOUT_VERDICT = 6;
    /** What differs, in the summary. */
    private static final int MOST_LINES = 12;
    /** Median, 99th percentile and throughput stay in their order. */
    private static final int MOST_IN_ORDER = 3;
    /** Caveats of all figures. */
    private static final Set<String> EVERYWHERE = Set.of("noise-unknown", "few-runs", "no-intervals", "no-label-in-common");

    /** A part of the page. */
    private enum Part {
        OUTCOMES("outcomes", "Latency and throughput", "What users feel, per label."),
        CAUSES("causes", "Causes of waits", "What ended the waits: of the critical paths of a label, per interval; and of all threads."),
        PATHS("paths", "Critical paths", "The share of each part in the critical paths; parts below 1 % are left out."),
        KNOTS("knots", "Knots", "The weight of knots and sinks, per second of a run; 0 in runs without them."),
        CODE("code", "Code that waits",
                "For how long threads wait in which code, per second of a run, where call stacks or functions were recorded; 0 in runs in which they do not. Code with less"
                        + " than 1 % of all waits is left out.");

        private final String id;
        private final String title;
        private final String lead;

        Part(String id, String title, String lead) {
            this.id = id;
            this.title = title;
            this.lead = lead;
        }

        private static Part of(CompareRow row) {
            return switch (row.measure()) {
                case "interval-cause", "wait-cause" -> CAUSES;
                case "path-share", "thread-path-share", "tag-share" -> PATHS;
                case "knot", "edge-wait" -> KNOTS;
                case "code-wait" -> CODE;
                default -> OUTCOMES;
            };
        }

        /** Whether a caveat is of these figures. */
        private boolean isTouchedBy(Caveat caveat) {
            return switch (caveat.kind()) {
                case "lengths-differ" -> this != PATHS;
                case "labels-differ" -> this == OUTCOMES;
                case "fall-over" -> this == OUTCOMES || this == CAUSES;
                case "hosts-differ", "events-differ" -> this != OUTCOMES;
                default -> false;
            };
        }

        List<CompareInput.Measure> of(CompareInput input) {
            return input.measures().stream().filter(measure -> of(measure.row()) == this).toList();
        }
    }

    private ComparePage() {}

    /**
     * Writes the page; does not close the writer. O(measures × runs²): points that would cover one another are moved.
     *
     * @param input what to show
     * @param out UTF-8
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static void write(CompareInput input, Writer out, Progress progress) throws IOException {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("summary", "Summary", 0, summary(input)));
        for (Part part : Part.values()) {
            progress.check();
            if (part == Part.CAUSES && CompareFindings.summary(input.findings()).isPresent()) {
                sections.add(new Section("findings", "Findings", 0, findings(input)));
            }
            List<CompareInput.Measure> measures = part.of(input);
            if (!measures.isEmpty()) {
                sections.add(new Section(part.id, part.title, 0, part(part, measures, input)));
            }
        }
        if (!input.code().isEmpty()) {
            sections.add(new Section("code-flame", "Flame graph", 0, flame(input)));
        }
        sections.add(new Section("runs", "Runs", 0, runs(input)));
        sections.add(Doubts.section(input.caveats()));
        Page.write(out, "Comparison of runs", input.version(), "", Page.asset("report.css") + Page.asset("compare.css"), new Markup(),
                Markup.of("""
                        <a href="#summary" class="skip">Skip to what came out</a>
                        <header><div class="title"><p class="brand">Bowline comparison</p>
                        <h1>NEW against BASE: %s against %s</h1></div></header>
                        """, Words.count(input.newRuns().size(), "run"), input.baseRuns().size()), sections, new Markup());
    }

    /**
     * Whether a file is a page that Bowline wrote, so that a new one may take its place.
     *
     * @throws IOException if it cannot be read
     */
    public static boolean isPage(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8).contains(Page.GENERATOR);
        }
    }

    private static Markup summary(CompareInput input) {
        List<CompareRow> rows = input.measures().stream().map(CompareInput.Measure::row).toList();
        List<CompareRow> differing = rows.stream().filter(CompareText::differs).toList();
        long same = rows.stream().filter(row -> row.verdict().equals("within-noise")).count();
        return Markup.of("""
                <section id="summary" aria-labelledby="h-summary"><h2 id="h-summary">What came out</h2>
                <p class="sentence">%s</p>
                %s
                <dl class="facts">%s</dl>
                %s
                %s
                </section>
                """, CompareText.summary(rows, input.findings()),
                Markup.when(!differing.isEmpty(), "<ul class=\"all-caveats\">%s%s</ul>",
                        Markup.each(differing.stream().limit(MOST_LINES).toList(),
                                row -> Markup.of("<li>%s <b>%s</b> %s</li>",
                                        CompareFigures.verdict(row), CompareText.name(row), CompareFigures.reading(row))),
                        Markup.when(differing.size() > MOST_LINES, "<li>and %s more, in the tables</li>", differing.size() - MOST_LINES)),
                Markup.of("%s%s%s%s%s",
                        SummarySection.fact("BASE", Words.count(input.baseRuns().size(), "run"), intervals(input, true)),
                        SummarySection.fact("NEW", Words.count(input.newRuns().size(), "run"), intervals(input, false)),
                        CompareText.isNoiseUnknown(rows) ? SummarySection.fact("Measures", rows.size(), "")
                                : SummarySection.fact("Beyond chance", differing.size(), "of " + Words.count(rows.size(), "measure")),
                        CompareText.isNoiseUnknown(rows) ? SummarySection.fact("Noise", "unknown", "no verdicts")
                                : SummarySection.fact("No difference shown", same, "which is not “equal”"),
                        SummarySection.caveats(input.caveats())),
                Doubts.beside(input.caveats().stream().filter(caveat -> EVERYWHERE.contains(caveat.kind())).toList(), 0), guide(input));
    }

    private static String intervals(CompareInput input, boolean base) {
        long count = input.latencies().stream().flatMap(latency -> (base ? latency.base() : latency.fresh()).stream())
                .mapToLong(Latencies::endedOrOverdue).sum();
        return input.latencies().isEmpty() ? "" : Words.count(count, "interval");
    }

    private static Markup guide(CompareInput input) {
        long seed = input.latencies().stream().map(CompareInput.Latency::median).filter(PooledChange::hasInterval)
                .mapToLong(PooledChange::seed).findFirst().orElse(PooledChange.NONE.seed());
        return Markup.of("""
                <details class="card label"><summary>How to read the figures</summary>
                <p class="note wide-text">Each point is a run: an empty one of BASE, a full one of NEW. The upright line is the median, the box holds
                the middle half of the runs (drawn from %s runs on), whiskers reach the furthest run within one and a half box lengths. Every figure
                has an axis of its own, which need not begin at 0.</p>
                <p class="note wide-text">“All intervals” puts the intervals of all runs together, on an axis of equal ratios: the box holds their
                middle half, whiskers reach from the 1st to the 99th percentile, small dots are the shortest and the longest, points the medians of
                the runs (with one run, its intervals, if they are %s at most).</p>
                <p class="note wide-text">Below stands the ratio NEW ÷ BASE: ◆ is what was seen, the line its 95 %% confidence interval (an arrow
                where it goes on). A change that lies in the grey band would be seen in less than 80 %% of such comparisons. g is the effect size of
                Hedges: the difference in standard deviations of runs. p is adjusted for all measures that were looked at; verdicts rest on it.</p>
                %s
                </details>
                """, BoxStatistics.FEWEST_FOR_BOX, BoxStatistics.MOST_POINTS, Markup.when(seed != PooledChange.NONE.seed(),
                "<p class=\"note wide-text\">Intervals of “all intervals” are by resampling, with the seed %s.</p>", seed));
    }

    private static Markup part(Part part, List<CompareInput.Measure> measures, CompareInput input) {
        int number = 0;
        List<CompareInput.Measure> worth = part == Part.OUTCOMES ? measures
                : measures.stream().filter(ComparePage::isWorthAFigure).toList();
        if (worth.isEmpty() && CompareText.isNoiseUnknown(measures.stream().map(CompareInput.Measure::row).toList())) {
            worth = measures.stream().limit(MOST_WITHOUT_VERDICT).toList();
        }
        Markup figures = new Markup();
        for (Map.Entry<String, List<CompareInput.Measure>> group : groups(worth).entrySet()) {
            if (number == MOST_FIGURES) {
                break;
            }
            Markup cards = new Markup();
            for (CompareInput.Latency latency : part == Part.OUTCOMES ? input.latencies() : List.<CompareInput.Latency>of()) {
                if (CompareText.label(latency.label()).equals(group.getKey())) {
                    cards.add("%s", CompareFigures.latency(latency, part.id + "-all-" + number));
                }
            }
            for (CompareInput.Measure measure : group.getValue().stream().limit(MOST_FIGURES - number).toList()) {
                cards.add("%s", CompareFigures.measure(measure, part.id + '-' + number++));
            }
            figures.add("""
                    <h3>%s%s</h3><div class="cards">%s</div>
                    """, group.getValue().get(0).row().label().isEmpty() ? "" : "Label ", group.getKey(), cards);
        }
        Markup verdicts = CompareTables.verdicts(part.title, measures);
        return Markup.of("""
                <section id="%s" aria-labelledby="h-%s"><h2 id="h-%s">%s</h2>
                <p class="lead">%s</p>
                %s
                %s
                %s
                %s
                %s
                <details class="card label raw"><summary>The figures of each run</summary>
                %s
                </details></section>
                """, part.id, part.id, part.id, part.title, part.lead,
                Markup.when(measures.stream().allMatch(measure -> measure.row().verdict().equals("noise-unknown")),
                        "<p class=\"caveats\">The noise between runs is not known: points only, no verdicts.</p>"),
                Doubts.beside(input.caveats().stream().filter(part::isTouchedBy).toList(),
                        input.caveats().stream().filter(caveat -> caveat.kind().equals("run-in-doubt")).mapToLong(Caveat::count).sum()),
                figures,
                Markup.when(measures.size() > number, "<p class=\"note\">%s</p>", rest(worth, measures.size() - number, number)),
                part == Part.OUTCOMES ? verdicts : Markup.of("""
                        <details class="card label"><summary>Verdicts: %s</summary>
                        %s
                        </details>""", Words.count(measures.size(), "measure"), verdicts),
                CompareTables.values(part.title, measures));
    }

    /** Of what explains outcomes: what differs, and what came or went. The rest would bury it. */
    private static boolean isWorthAFigure(CompareInput.Measure measure) {
        CompareRow row = measure.row();
        return CompareText.differs(row) || row.measure().equals("knot") && (row.base() == 0) != (row.fresh() == 0)
                && !row.verdict().equals("noise-unknown");
    }

    private static String rest(List<CompareInput.Measure> worth, int left, int drawn) {
        boolean differs = worth.size() > drawn && CompareText.differs(worth.get(worth.size() - 1).row());
        return (drawn == 0 ? Words.count(left, "measure") : Words.count(left, "more measure"))
                + (differs ? ": those that are drawn are the most certain, the table has all."
                        : drawn == 0 ? ", none with a difference: see the table." : " in the table.");
    }

    /** By heading: those with a difference first, and in each what differs first. */
    private static Map<String, List<CompareInput.Measure>> groups(List<CompareInput.Measure> measures) {
        Map<String, List<CompareInput.Measure>> found = new LinkedHashMap<>();
        measures.forEach(measure -> found.computeIfAbsent(heading(measure.row()), key -> new ArrayList<>()).add(measure));
        Comparator<CompareInput.Measure> first = Comparator.comparing(measure -> !CompareText.differs(measure.row()));
        Map<String, List<CompareInput.Measure>> sorted = new LinkedHashMap<>();
        found.entrySet().stream()
                .sorted(Map.Entry.<String, List<CompareInput.Measure>>comparingByValue(
                        Comparator.comparing(group -> group.stream().noneMatch(measure -> CompareText.differs(measure.row()))))
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(group -> sorted.put(group.getKey(), group.getValue().size() <= MOST_IN_ORDER ? group.getValue()
                        : group.getValue().stream().sorted(first).toList()));
        return sorted;
    }

    private static String heading(CompareRow row) {
        return switch (row.measure()) {
            case "wait-cause" -> "All threads";
            case "thread-path-share" -> "The thread's own critical path";
            case "knot" -> "Knots and sinks";
            case "edge-wait" -> "Who waits for whom: weights in the wait-for graph";
            case "tag-share" -> "Modules, by the running time of their host";
            case "code-wait" -> "All threads, by the code they wait in";
            default -> CompareText.label(row.label());
        };
    }

    /** What the rules found. */
    private static Markup findings(CompareInput input) {
        return Markup.of("""
                <section id="findings" aria-labelledby="h-findings"><h2 id="h-findings">Findings</h2>
                <p class="lead">What the rules find in the runs, in the words of one of them, as far as it is more than a note. A finding may come or go by chance; nothing here is tested against that.</p>
                %s
                </section>
                """, Markup.each(List.of(CompareFindings.Where.values()), where -> findings(where, input)));
    }

    private static Markup findings(CompareFindings.Where where, CompareInput input) {
        List<CompareFindingRow> rows = CompareFindings.in(where, input.findings());
        return Markup.when(!rows.isEmpty(), "<h3>%s</h3><ul class=\"all-caveats\">%s</ul>", where.heading(),
                Markup.each(rows, row -> Markup.of("<li><b>%s</b>%s%s</li>", CompareFindings.name(row),
                        Markup.when(where != CompareFindings.Where.NEW, "<br>BASE: %s",
                                CompareFindings.text(row.base(), input.baseRuns().size())),
                        Markup.when(where != CompareFindings.Where.BASE, "<br>NEW: %s",
                                CompareFindings.text(row.fresh(), input.newRuns().size())))));
    }

    /** Blocked time of NEW by stack, coloured by what BASE has. */
    private static Markup flame(CompareInput input) {
        return Markup.of("""
                <section id="code-flame" aria-labelledby="h-code-flame"><style>%s</style><h2 id="h-code-flame">Which code waits longer</h2>
                <p class="lead">Blocked time in a second of a run of NEW, in the mean over its runs, by host, thread, code and what ended the wait: as wide as NEW waits there, and coloured by how much longer that is than in
                BASE. Red: longer; blue: less long; grey: about the same. What only BASE waits for is in the tables alone. The picture does not tell what is chance; the figures above do.</p>
                %s
                </section>
                """, Markup.raw(FlameFigure.STYLE), FlameFigure.of("NEW, per second", "in BASE", input.code().stream()
                .map(code -> new FlameFigure.Stack(code.frames(), code.newNanos(), code.baseNanos())).toList()));
    }

    /** A run by its number in its set. */
    private record Run(String set, int number, String name) {
        static Stream<Run> of(String set, List<String> names) {
            return IntStream.range(0, names.size()).mapToObj(i -> new Run(set, i + 1, names.get(i)));
        }
    }

    private static Markup runs(CompareInput input) {
        return Markup.of("""
                <section id="runs" aria-labelledby="h-runs"><h2 id="h-runs">Runs</h2>
                %s
                </section>
                """, Table.of("Runs of both sets", List.of(Table.text("Set", Run::set), Table.number("Number", Run::number),
                Table.head("Run", Run::name)), Stream.concat(Run.of("BASE", input.baseRuns()), Run.of("NEW", input.newRuns())).toList()));
    }
}
