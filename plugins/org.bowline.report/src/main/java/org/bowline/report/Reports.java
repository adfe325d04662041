/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import static org.bowline.report.Column.ABSENT;
import static org.bowline.report.Column.decimal;
import static org.bowline.report.Column.duration;
import static org.bowline.report.Column.instant;
import static org.bowline.report.Column.number;
import static org.bowline.report.Column.perhaps;
import static org.bowline.report.Column.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;

/** Every report's columns. The only place where they are defined: what is added here must be described in docs/reference/csv.md. */
public final class Reports {
    /** How each host's clock relates to the reference, a row per piece. */
    public static final Report<SyncRow> SYNC = new Report<>("sync", List.of(
            text("host", SyncRow::host),
            text("reference", SyncRow::reference),
            text("quality", SyncRow::quality),
            instant("host_base_ns", SyncRow::hostBaseNanos),
            instant("reference_base_ns", SyncRow::referenceBaseNanos),
            decimal("slope", SyncRow::slope),
            duration("error_ns", SyncRow::errorNanos),
            instant("from_ns", SyncRow::fromNanos),
            instant("to_ns", SyncRow::toNanos),
            number("matched_to", SyncRow::matchedTo),
            number("matched_from", SyncRow::matchedFrom)));

    /** What each thread did, a row per incarnation. */
    public static final Report<ThreadRow> THREADS = new Report<>("threads", threadColumns());

    /** The wait-for graph, a row per edge. */
    public static final Report<WaitForRow> WAIT_FOR = new Report<>("wait-for", waitForColumns(Function.identity()));

    /** The knots and sinks, a row per edge inside one. */
    public static final Report<KnotRow> KNOTS = new Report<>("knots", knotColumns());

    /** The critical path of a thread, a row per part in order of time. */
    public static final Report<PathRow> CRITICAL_PATH = new Report<>("critical-path", List.of(
            instant("start_ns", PathRow::startNanos),
            instant("end_ns", PathRow::endNanos),
            text("host", PathRow::host),
            number("tid", PathRow::tid),
            text("name", PathRow::name),
            text("state", PathRow::state),
            text("cause", PathRow::cause),
            text("detail", PathRow::detail)));

    /** The critical paths of intervals, a row per interval and part. */
    public static final Report<IntervalPathRow> INTERVAL_PATH = new Report<>("interval-path", List.of(
            text("label", IntervalPathRow::label),
            Column.value("key", IntervalPathRow::key),
            instant("start_ns", IntervalPathRow::startNanos),
            instant("end_ns", IntervalPathRow::endNanos),
            text("host", IntervalPathRow::host),
            number("tid", IntervalPathRow::tid),
            text("name", IntervalPathRow::name),
            text("state", IntervalPathRow::state),
            text("cause", IntervalPathRow::cause),
            text("detail", IntervalPathRow::detail),
            duration("ns", IntervalPathRow::nanos),
            text("ended", row -> row.hasEnded() ? IntervalPathRow.ENDED : IntervalPathRow.UNFINISHED)));

    /** What the rules found, the worst first. */
    public static final Report<FindingRow> FINDINGS = new Report<>("findings", List.of(
            number("finding", FindingRow::number),
            text("severity", row -> row.finding().severity().label()),
            text("rule", row -> row.finding().rule()),
            text("subject", row -> row.finding().subject()),
            text("summary", row -> row.finding().summary()),
            text("why", row -> row.finding().why()),
            text("try", row -> row.finding().advice()),
            decimal("score", row -> BigDecimal.valueOf(row.finding().score()).setScale(4, RoundingMode.HALF_UP)),
            text("figures", row -> row.finding().failed() ? "none" : row.finding().estimate() ? "estimate" : "exact"),
            text("caveats", row -> row.finding().caveats().stream().map(Caveat::kind).distinct().collect(Collectors.joining(" "))),
            number("evidence", row -> row.finding().evidence().size()),
            number("evidence_left_out", row -> row.finding().evidenceLeftOut())));

    /** What findings point at, a row per piece of evidence. */
    public static final Report<EvidenceRow> EVIDENCE = new Report<>("finding-evidence", List.of(
            number("finding", EvidenceRow::finding),
            text("rule", EvidenceRow::rule),
            text("kind", EvidenceRow::kind),
            text("source_host", row -> row.source().host()),
            number("source_tid", row -> row.source().tid()),
            text("source_name", row -> row.source().name()),
            text("source_kind", row -> row.source().kind()),
            text("target_host", row -> row.target().host()),
            number("target_tid", row -> row.target().tid()),
            text("target_name", row -> row.target().name()),
            text("target_kind", row -> row.target().kind()),
            instant("from_ns", EvidenceRow::fromNanos),
            instant("to_ns", EvidenceRow::toNanos),
            duration("ns", EvidenceRow::nanos),
            number("count", EvidenceRow::count),
            text("note", EvidenceRow::note)));

    /** What the results do not know, a row per caveat. */
    public static final Report<Caveat> CAVEATS = new Report<>("caveats", List.of(
            text("severity", caveat -> caveat.severity().label()),
            text("host", Caveat::host),
            text("kind", Caveat::kind),
            number("count", caveat -> caveat.count() < 0 ? ABSENT : caveat.count()),
            instant("from_ns", caveat -> caveat.fromNanos() == Long.MIN_VALUE ? ABSENT : caveat.fromNanos()),
            instant("to_ns", caveat -> caveat.toNanos() == Long.MAX_VALUE ? ABSENT : caveat.toNanos()),
            text("text", Caveat::text)));

    /** What was found below the arguments, a row per trace. */
    public static final Report<TraceRow> TRACES = new Report<>("traces", List.of(
            text("trace", TraceRow::trace),
            text("host", TraceRow::host),
            text("domain", TraceRow::domain),
            text("format", TraceRow::format),
            text("tracer", TraceRow::tracer),
            text("clock", TraceRow::clock),
            number("streams", TraceRow::streams),
            instant("start_ns", TraceRow::startNanos),
            duration("duration_ns", TraceRow::durationNanos),
            number("events", TraceRow::events),
            number("discarded", TraceRow::discarded)));

    /** How many events there are, a row per trace and event class. */
    public static final Report<EventRow> EVENTS = new Report<>("events", List.of(
            text("trace", EventRow::trace),
            text("host", EventRow::host),
            text("domain", EventRow::domain),
            text("event", EventRow::event),
            number("count", EventRow::count)));

    /** What became of each measure between two sets of runs. */
    public static final Report<CompareRow> COMPARE = new Report<>("compare", List.of(
            text("measure", CompareRow::measure),
            text("label", CompareRow::label),
            text("subject", CompareRow::subject),
            text("unit", CompareRow::unit),
            text("verdict", CompareRow::verdict),
            number("base_runs", CompareRow::baseRuns),
            number("new_runs", CompareRow::newRuns),
            perhaps("base", row -> CompareRow.decimal(row.base())),
            perhaps("new", row -> CompareRow.decimal(row.fresh())),
            perhaps("change", row -> CompareRow.decimal(row.change())),
            perhaps("change_low", row -> CompareRow.decimal(row.changeLow())),
            perhaps("change_high", row -> CompareRow.decimal(row.changeHigh())),
            perhaps("mde", row -> CompareRow.decimal(row.minimalEffect())),
            perhaps("effect", row -> CompareRow.decimal(row.effect())),
            perhaps("p", row -> CompareRow.decimal(row.p())),
            perhaps("p_ranks", row -> CompareRow.decimal(row.pRanks())),
            perhaps("p_adjusted", row -> CompareRow.decimal(row.pAdjusted())),
            number("base_intervals", row -> row.pooled().baseIntervals()),
            number("new_intervals", row -> row.pooled().newIntervals()),
            perhaps("pooled_base", row -> CompareRow.decimal(row.pooled().base())),
            perhaps("pooled_new", row -> CompareRow.decimal(row.pooled().fresh())),
            perhaps("pooled_change", row -> CompareRow.decimal(row.pooled().change())),
            perhaps("pooled_low", row -> CompareRow.decimal(row.pooled().low())),
            perhaps("pooled_high", row -> CompareRow.decimal(row.pooled().high())),
            text("resampled", row -> row.pooled().resampled()),
            number("seed", row -> row.pooled().seed())));

    /** What was compared: the number of each run. */
    public static final Report<CompareRunRow> COMPARE_RUNS = new Report<>("compare-runs", List.of(
            text("measure", CompareRunRow::measure),
            text("label", CompareRunRow::label),
            text("subject", CompareRunRow::subject),
            text("unit", CompareRunRow::unit),
            text("set", row -> row.isNew() ? "NEW" : "BASE"),
            text("run", CompareRunRow::run),
            perhaps("value", row -> CompareRow.decimal(row.value()))));

    /** All reports, in the order in which the documentation describes them. */
    public static final List<Report<?>> ALL = List.of(SYNC, THREADS, WAIT_FOR, KNOTS, CRITICAL_PATH, INTERVAL_PATH, FINDINGS,
            EVIDENCE, CAVEATS, TRACES, EVENTS, COMPARE, COMPARE_RUNS);

    /** The reports that a directory of results may hold, in any format. */
    public static final List<Report<?>> FILES = List.of(SYNC, THREADS, WAIT_FOR, KNOTS, CRITICAL_PATH, INTERVAL_PATH, FINDINGS,
            EVIDENCE, CAVEATS);

    /** The reports that a directory of a comparison holds. */
    public static final List<Report<?>> COMPARISON = List.of(COMPARE, COMPARE_RUNS, CAVEATS);

    private Reports() {}

    private static List<Column<ThreadRow>> threadColumns() {
        List<Column<ThreadRow>> columns = new ArrayList<>(List.of(
                text("host", ThreadRow::host),
                number("tid", ThreadRow::tid),
                number("pid", ThreadRow::pid),
                text("name", ThreadRow::name),
                instant("start_ns", ThreadRow::startNanos),
                instant("end_ns", ThreadRow::endNanos),
                duration("running_ns", ThreadRow::runningNanos),
                duration("runnable_ns", ThreadRow::runnableNanos),
                duration("preempted_ns", ThreadRow::preemptedNanos),
                duration("blocked_ns", ThreadRow::blockedNanos),
                duration("unknown_ns", ThreadRow::unknownNanos)));
        for (Cause cause : Cause.values()) {
            if (cause != Cause.NONE) {
                columns.add(duration("blocked_" + cause.label() + "_ns", row -> row.blockedByCause()[cause.ordinal()]));
            }
        }
        columns.add(number("waits", ThreadRow::waits));
        return columns;
    }

    private static <R> List<Column<R>> waitForColumns(Function<R, WaitForRow> edge) {
        return List.of(
                text("source_host", row -> edge.apply(row).source().host()),
                number("source_tid", row -> edge.apply(row).source().tid()),
                text("source_name", row -> edge.apply(row).source().name()),
                text("source_kind", row -> edge.apply(row).source().kind()),
                text("target_host", row -> edge.apply(row).target().host()),
                number("target_tid", row -> edge.apply(row).target().tid()),
                text("target_name", row -> edge.apply(row).target().name()),
                text("target_kind", row -> edge.apply(row).target().kind()),
                duration("weight_ns", row -> edge.apply(row).weightNanos()),
                duration("direct_ns", row -> edge.apply(row).directNanos()),
                number("waits", row -> edge.apply(row).waits()));
    }

    private static List<Column<KnotRow>> knotColumns() {
        List<Column<KnotRow>> columns = new ArrayList<>(List.of(
                number("knot", KnotRow::knot),
                text("kind", row -> row.sink() ? "sink" : "knot"),
                number("level", KnotRow::level),
                duration("threshold_ns", KnotRow::thresholdNanos)));
        columns.addAll(waitForColumns(KnotRow::edge));
        return columns;
    }
}
