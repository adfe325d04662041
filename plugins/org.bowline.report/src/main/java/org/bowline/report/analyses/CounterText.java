/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.event.Counter;
import org.bowline.core.interval.IntervalCounters;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Words;
import org.bowline.core.tag.TagCounters;
import org.bowline.report.rows.TagRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** What threads counted, in words: by module, and by request. */
final class CounterText {
    private static final double PER = 1000;

    private CounterText() {}

    private static boolean isWanted(Analysis analysis) {
        return analysis.question().get(CounterQuestion.COUNTERS);
    }

    private static void nothing(TextPage page) throws IOException {
        page.heading("No counters");
        page.paragraph(
                "No event that tells a module or a request was recorded with a counter of its thread. Record with the profile counters of bowline-record.");
    }

    /** Of the modules that are shown, with what is within them; nothing unless it is asked for. */
    static void modules(TextPage page, Analysis analysis, List<TagRow> rows) throws IOException {
        if (!isWanted(analysis) || rows.isEmpty()) {
            return;
        }
        TagCounters counters = analysis.get(CounterQuestion.TAGS);
        if (counters.isEmpty()) {
            nothing(page);
            return;
        }
        List<Column<TagRow>> columns = new ArrayList<>();
        columns.add(Column.text("module", TagRow::path));
        figures(columns, analysis.get(CounterQuestion.LOG).counters(), (row, counter) -> {
            long count = counters.all(row.times().host(), row.times().path(), counter);
            return count < 0 ? Double.NaN : count;
        });
        page.heading("What was counted in them, with what is within each");
        page.table(new Report<>("counters", columns), rows, Integer.MAX_VALUE);
    }

    /** A mean of the requests of a label. */
    private static final class OfLabel {
        private final String label;
        private long requests;
        private final double[] sums = new double[Counter.values().length];
        private final long[] known = new long[sums.length];

        OfLabel(String label) {
            this.label = label;
        }

        void add(IntervalCounters counters, NamedInterval interval) {
            requests++;
            for (Counter counter : Counter.values()) {
                long count = counters.of(interval, counter);
                if (count >= 0) {
                    sums[counter.ordinal()] += count;
                    known[counter.ordinal()]++;
                }
            }
        }

        double mean(Counter counter) {
            int i = counter.ordinal();
            return known[i] == 0 ? Double.NaN : sums[i] / known[i];
        }

        long counted() {
            long most = 0;
            for (long count : known) {
                most = Math.max(most, count);
            }
            return most;
        }
    }

    /** Of the requests of each label, the mean; nothing unless it is asked for. */
    static void requests(TextPage page, Analysis analysis, int most) throws IOException {
        if (!isWanted(analysis)) {
            return;
        }
        IntervalCounters counters = analysis.get(CounterQuestion.REQUESTS);
        if (analysis.get(CounterQuestion.LOG).isEmpty()) {
            nothing(page);
            return;
        }
        Map<String, OfLabel> labels = new TreeMap<>();
        for (NamedInterval interval : analysis.matched().intervals()) {
            labels.computeIfAbsent(interval.label(), OfLabel::new).add(counters, interval);
        }
        List<Column<OfLabel>> columns = new ArrayList<>();
        columns.add(Column.text("label", row -> LabelWords.calledOrAll(analysis, row.label)));
        columns.add(Column.number("requests", row -> row.requests));
        columns.add(Column.number("counted", OfLabel::counted));
        figures(columns, analysis.get(CounterQuestion.LOG).counters(), OfLabel::mean);
        page.heading("What was counted for a request: means of those of which it is known");
        page.table(new Report<>("counters", columns), List.copyOf(labels.values()), most);
    }

    /** What a row has of a counter; not a number if it is not known. */
    @FunctionalInterface
    interface Figure<R> {
        double of(R row, Counter counter);
    }

    /** Columns of what was counted. */
    static <R> void figures(List<Column<R>> columns, Set<Counter> known, Figure<R> figure) {
        Set<Counter> rest = EnumSet.noneOf(Counter.class);
        rest.addAll(known);
        if (rest.remove(Counter.INSTRUCTIONS)) {
            columns.add(number("instructions", row -> figure.of(row, Counter.INSTRUCTIONS)));
        }
        if (rest.remove(Counter.CYCLES)) {
            columns.add(known.contains(Counter.INSTRUCTIONS)
                    ? small("per cycle", row -> figure.of(row, Counter.INSTRUCTIONS) / figure.of(row, Counter.CYCLES))
                    : number("cycles", row -> figure.of(row, Counter.CYCLES)));
        }
        for (Counter counter : List.of(Counter.ICACHE_MISSES, Counter.BRANCH_MISSES, Counter.CACHE_MISSES)) {
            if (rest.remove(counter)) {
                String name = counter == Counter.ICACHE_MISSES ? "icache misses" : counter.label().replace('-', ' ');
                columns.add(known.contains(Counter.INSTRUCTIONS)
                        ? small(name + " per 1000", row -> PER * figure.of(row, counter) / figure.of(row, Counter.INSTRUCTIONS))
                        : number(name, row -> figure.of(row, counter)));
            }
        }
        if (rest.remove(Counter.TASK_CLOCK)) {
            columns.add(Column.text("time on processors", row -> {
                double nanos = figure.of(row, Counter.TASK_CLOCK);
                return Double.isNaN(nanos) ? "" : TimeFormat.duration(Math.round(nanos));
            }));
        }
        if (rest.remove(Counter.PAGE_FAULTS)) {
            columns.add(number("page faults", row -> figure.of(row, Counter.PAGE_FAULTS)));
        }
    }

    private static <R> Column<R> number(String name, ToDoubleFunction<R> value) {
        return Column.text(name, row -> {
            double count = value.applyAsDouble(row);
            return Double.isNaN(count) ? "" : count == Math.rint(count) ? Long.toString((long) count) : Words.number(count);
        });
    }

    private static <R> Column<R> small(String name, ToDoubleFunction<R> value) {
        return Column.text(name, row -> Double.isFinite(value.applyAsDouble(row)) ? String.format(java.util.Locale.ROOT, "%.2f",
                value.applyAsDouble(row)) : "");
    }
}
