/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.RequestTrends;
import org.bowline.core.event.Counter;
import org.bowline.core.interval.IntervalCounters;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.PathDifference;
import org.bowline.core.interval.Trend;
import org.bowline.core.interval.WorkLabels;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.rows.IntervalPathRow;
import org.bowline.report.rows.PartWords;
import org.bowline.report.rows.PathRows;
import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.CounterColumns;
import org.bowline.report.table.Report;

/** The tables of {@link RequestsDescriptor}. */
final class RequestTables {
    private static final MathContext DIGITS = new MathContext(9);
    private static final int P95 = 95;
    private static final int P99 = 99;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * A label.
     *
     * @param label as recorded
     * @param name what it is called
     * @param latencies how long its requests took
     * @param rangeNanos length of the range
     * @param trend whether they take longer the later they begin; null if they are too few to tell
     */
    record Label(String label, String name, Latencies latencies, long rangeNanos, @Nullable Trend trend) {
        private Optional<BigDecimal> ofTrend(ToDoubleFunction<Trend> figure) {
            return trend == null ? Optional.empty() : Optional.of(number(figure.applyAsDouble(trend)));
        }

        /** How many ended in a second of the range. */
        double perSecond() {
            return rangeNanos <= 0 ? 0 : latencies.ended() * NANOS_PER_SECOND / rangeNanos;
        }

        boolean hasEnded() {
            return latencies.ended() > 0;
        }

        private String bounds() {
            List<String> bounds = new ArrayList<>();
            for (int percent : new int[] {50, P95, P99}) {
                if (latencies().percentile(percent).atLeast()) {
                    bounds.add("p" + percent);
                }
            }
            return String.join(" ", bounds);
        }
    }

    /**
     * A request.
     *
     * @param interval from its begin to its end
     * @param hasEnded whether it was seen to end
     * @param host name of the host where it ended, or began if it did not end
     * @param tid of the thread that ended it, or began it; {@link Rows#ABSENT} if it is not known
     * @param thread its name
     * @param work when threads worked for it; null if none tells
     * @param counters what was counted for requests
     */
    record Request(NamedInterval interval, boolean hasEnded, String host, long tid, String thread, WorkLabels.@Nullable Work work,
            IntervalCounters counters) {
        private long counted(Counter counter) {
            return counters.of(interval, counter);
        }

        private long service() {
            return work == null ? Rows.ABSENT : work.serviceNanos();
        }

        private long queue() {
            return work == null ? Rows.ABSENT : work.queueNanos();
        }
    }

    /**
     * A part of a difference.
     *
     * @param of the difference
     * @param rank place among its parts, from 1
     * @param part the part
     */
    record Differing(PathDifference of, int rank, PathDifference.Part part) {
        String words() {
            return PartWords.of(part.sort());
        }
    }

    static final Report<Label> LABELS = new Report<>("request-labels", """
            With `--interval`: how long the requests of each label took, a row per label. Percentiles count requests that had not ended with all that lasted longer
            ([which requests hang](../adr/0084-which-requests-hang.md)); the other figures are of those that ended.""",
            () -> Stream.of(
                    Stream.of(
                            Column.value("label", "the sort of request: the value of the label field", "text", (Label row) -> row.label())),
                    figures((Label row) -> row).stream(), trend().stream()).<Column<Label>>flatMap(some -> some).toList());

    static final Report<Request> REQUESTS = new Report<>("requests", """
            With `--interval`: each request that lies in the range, the slowest first; then those that were not seen to end, the oldest first. What the time of each was spent on is in
            [interval-path](#interval-path). What was [counted](../concepts/counters.md) is of all threads that worked for it.""",
            () -> Stream.concat(Stream.<Column<Request>>of(
                    Column.value("label", "its sort: the value of the label field", "text", row -> row.interval().label()),
                    Column.value("key",
                            "what paired its begin and end: the value of the key field; without one the thread, `HOST:TID`, with `#2` behind it if it is the second that had this id",
                            "text", row -> row.interval().key()),
                    Column.duration("ns", "its length; of one that was not seen to end, for how long it is known to have lasted", "ns > 0",
                            row -> row.interval().nanos()),
                    Column.instant("start_ns", "its begin", "ns since the epoch", row -> row.interval().beginNanos()),
                    Column.instant("end_ns", "its end", "ns since the epoch", row -> row.interval().endNanos()),
                    Column.text("ended", "whether it was seen to end", "`yes` or `no`",
                            row -> row.hasEnded() ? IntervalPathRow.ENDED : IntervalPathRow.UNFINISHED),
                    Column.text("host", "where it ended, or began if it did not end", "name", Request::host),
                    Column.number("tid", "the thread that ended it, or began it", "≥ 0; empty if it is not known", Request::tid),
                    Column.text("name", "its last name", "text, may be empty", Request::thread),
                    Column.duration("service_ns",
                            "for how long at least one thread worked for it, by what threads tell ([request-work](#request-work))",
                            "ns ≥ 0; empty if none tells", Request::service),
                    Column.duration("queue_ns", "for how long none did", "ns ≥ 0; empty if none tells", Request::queue)),
                    CounterColumns.<Request>of(Request::counted, "for it").stream()).toList());

    static final Report<Differing> DIFFERENCES = new Report<>("request-differences",
            """
            With `--interval`: what the slowest requests of each label spend more time on than the typical ones (`slow`), and what sets the requests of a label apart from those of all
            other labels (`label`): a row per part of their critical paths in which the means differ, the largest differences first, 12 at most. Typical are those from the 25th to the 75th
            percentile. Labels with fewer than 20 requests have no rows `slow`; with more than 12 labels there are no rows `label`.""",
            () -> List.of(
                    Column.value("label", "the sort of request", "text", row -> row.of().label()),
                    Column.text("compared", "`slow` or `label`", "word", row -> row.of().kind().label()),
                    Column.number("requests", "how many are looked at: the slow ones, or all of the label", "≥ 5", row -> row.of().count()),
                    Column.number("others", "how many they are compared with", "≥ 5", row -> row.of().others()),
                    Column.duration("from_ns", "length of the shortest that is looked at", "ns > 0", row -> row.of().fromNanos()),
                    Column.decimal("whole_more_ns", "by how much longer they are, as a whole", "ns; negative if they are shorter",
                            row -> number(row.of().moreNanos())),
                    Column.number("rank", "place of the part", "1 to 12", Differing::rank),
                    Column.text("host", "where the part is", "name", row -> row.part().sort().host()),
                    Column.text("name", "the thread's name", "text", row -> row.part().sort().thread()),
                    Column.text("state", "what it did: as in [critical-path](#critical-path)", "word",
                            row -> row.part().sort().state().label()),
                    Column.text("cause", "what it waited for, as in [critical-path](#critical-path)", "empty unless blocked or interrupted",
                            row -> row.part().sort().cause().label()),
                    Column.text("detail", "more words, as in [critical-path](#critical-path)", "text, may be empty",
                            row -> PathRows.detail(row.part().sort().kind(), row.part().sort().cause(), row.part().sort().target())),
                    Column.decimal("mean_ns", "mean time in the part; a request without it counts with 0", "ns ≥ 0",
                            row -> number(row.part().difference().nanos())),
                    Column.decimal("other_mean_ns", "the same of those they are compared with", "ns ≥ 0",
                            row -> number(row.part().difference().otherNanos())),
                    Column.decimal("more_ns", "the difference of the two: an estimate", "ns; negative if it is less time",
                            row -> number(row.part().difference().moreNanos())),
                    Column.perhaps("more_low_ns", "begin of the 95 % interval of the difference, by drawing the requests again 1000 times",
                            "ns; empty if it is not known", row -> bound(row.part().difference().lowNanos())),
                    Column.perhaps("more_high_ns", "its end", "ns; empty if it is not known",
                            row -> bound(row.part().difference().highNanos()))));

    private RequestTables() {}

    /** What there is to say of how long requests took, of each row of a table. */
    static <R> List<Column<R>> figures(Function<R, Label> of) {
        return List.of(
                Column.number("ended", "how many ended", "≥ 0", row -> of.apply(row).latencies().ended()),
                Column.number("unfinished", "how many began and were not seen to end", "≥ 0",
                        row -> of.apply(row).latencies().unfinished()),
                Column.perhaps("mean_ns", "mean length", "ns > 0; empty if none ended",
                        row -> figure(of.apply(row), of.apply(row).latencies().meanNanos())),
                Column.perhaps("deviation_ns", "standard deviation of the lengths (of the population: it divides by their number)",
                        "ns ≥ 0; empty if none ended", row -> figure(of.apply(row), of.apply(row).latencies().standardDeviationNanos())),
                Column.perhaps("variation", "coefficient of variation: the standard deviation as a share of the mean",
                        "≥ 0; empty if none ended",
                        row -> figure(of.apply(row), of.apply(row).latencies().variationCoefficient())),
                Column.duration("p50_ns", "median length", "ns", row -> of.apply(row).latencies().median().nanos()),
                Column.duration("p95_ns", "95th percentile", "ns", row -> of.apply(row).latencies().percentile(P95).nanos()),
                Column.duration("p99_ns", "99th percentile", "ns", row -> of.apply(row).latencies().percentile(P99).nanos()),
                Column.text("lower_bounds", "which of the percentiles are lower bounds, as they fall on a request that had not ended",
                        "some of `p50 p95 p99`; empty if none is", row -> of.apply(row).bounds()),
                Column.duration("max_ns", "length of the longest that ended", "ns; empty if none ended",
                        row -> of.apply(row).hasEnded() ? of.apply(row).latencies().longestNanos() : Rows.ABSENT),
                Column.decimal("per_s", "throughput: how many ended in a second of the range", "≥ 0",
                        row -> new BigDecimal(of.apply(row).perSecond(), DIGITS)));
    }

    private static List<Column<Label>> trend() {
        String empty = "empty of fewer than 20 that ended";
        return List.of(
                Column.perhaps("time_correlation", "Kendall's rank correlation of length and begin: above 0 where later ones are longer",
                        "−1 … 1; " + empty,
                        row -> row.ofTrend(Trend::correlation)),
                Column.perhaps("first_quarter_ns", "median length of the first quarter of those that ended, by begin", "ns; " + empty,
                        row -> row.ofTrend(Trend::firstNanos)),
                Column.perhaps("last_quarter_ns", "the same of the last quarter", "ns; " + empty, row -> row.ofTrend(Trend::lastNanos)));
    }

    private static Optional<BigDecimal> figure(Label row, double value) {
        return row.hasEnded() ? Optional.of(number(value)) : Optional.empty();
    }

    private static Optional<BigDecimal> bound(double value) {
        return Double.isNaN(value) ? Optional.empty() : Optional.of(number(value));
    }

    private static BigDecimal number(double value) {
        return new BigDecimal(value, DIGITS);
    }

    static List<Label> labels(Analysis analysis) {
        IntervalPaths paths = analysis.intervals();
        return paths == null ? List.of()
                : paths.labels().stream()
                        .map(label -> new Label(label.label(), LabelWords.orAll(analysis, label.label()), label.latencies(),
                                analysis.rangeNanos(),
                                analysis.get(RequestTrends.RESULT).get(label.label())))
                        .toList();
    }

    /** The slowest first, then those that did not end. */
    static List<Request> requests(Analysis analysis) {
        IntervalPaths paths = analysis.intervals();
        if (paths == null) {
            return List.of();
        }
        List<Request> rows = new ArrayList<>();
        IntervalCounters counters = analysis.get(CounterQuestion.REQUESTS);
        Comparator<NamedInterval> slowest = Comparator.comparingLong(NamedInterval::nanos).reversed().thenComparing(NamedInterval.BY_TIME);
        paths.paths().stream().map(IntervalPaths.OfInterval::interval).sorted(slowest)
                .forEach(interval -> rows.add(request(analysis.timeline(), interval, true, analysis.matched().work(interval),
                        counters)));
        paths.unfinished().stream().sorted(slowest)
                .forEach(interval -> rows.add(request(analysis.timeline(), interval, false, null, IntervalCounters.NONE)));
        return rows;
    }

    private static Request request(Timeline timeline, NamedInterval interval, boolean hasEnded, WorkLabels.@Nullable Work work,
            IntervalCounters counters) {
        int thread = interval.thread();
        return new Request(interval, hasEnded, timeline.hostName(interval.host()),
                thread == Timeline.NONE ? Rows.ABSENT : timeline.tid(thread),
                thread == Timeline.NONE ? "" : timeline.name(thread), work, counters);
    }

    static List<Differing> differing(PathDifference of) {
        List<Differing> rows = new ArrayList<>();
        for (PathDifference.Part part : of.parts()) {
            rows.add(new Differing(of, rows.size() + 1, part));
        }
        return rows;
    }
}
