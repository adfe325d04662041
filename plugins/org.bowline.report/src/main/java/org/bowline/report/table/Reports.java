/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import static org.bowline.report.rows.Rows.ABSENT;
import static org.bowline.report.table.Column.decimal;
import static org.bowline.report.table.Column.duration;
import static org.bowline.report.table.Column.instant;
import static org.bowline.report.table.Column.number;
import static org.bowline.report.table.Column.perhaps;
import static org.bowline.report.table.Column.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.CompareRunRow;
import org.bowline.report.rows.EventRow;
import org.bowline.report.rows.EvidenceRow;
import org.bowline.report.rows.FindingRow;
import org.bowline.report.rows.FlightRow;
import org.bowline.report.rows.IntervalPathRow;
import org.bowline.report.rows.KnotRow;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.PathRow;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.rows.SyncRow;
import org.bowline.report.rows.ThreadRow;
import org.bowline.report.rows.TraceRow;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.rows.WaitRow;

/** Every report's columns. The only place where they are defined: what is added here must be described in docs/reference/csv.md. */
public final class Reports {
    private static final int ROUNDED_DIGITS = 6;

    /** How each host's clock relates to the reference, a row per piece. */
    public static final Report<SyncRow> SYNC = new Report<>("sync", """
            How each host's clock relates to the reference: `reference_time = reference_base_ns + slope × (host_time − host_base_ns)`. One row per host and piece;
            a host whose drift changes has several. The reference host has a row, too, with slope 1.""", () -> List.of(
            text("host", "whose clock", "name", SyncRow::host),
            text("reference", "the host whose clock is left as it is", "name", SyncRow::reference),
            text("quality",
                    "`accurate`: bounded from both sides; `approximate`: bounded, but the drift is assumed to lie within a limit; `incomplete`: packets one way only, all the time or in a part of the trace, between this host or one on the way to the reference and its neighbour: the error is unknown; `absent`: no packets, the clock is as recorded; `failed`: the packets contradict each other, the clock is as recorded",
                    "word", SyncRow::quality, SyncRow::shownQuality),
            instant("host_base_ns", "a moment of the host's clock", "ns since the epoch", SyncRow::hostBaseNanos),
            instant("reference_base_ns", "the reference time of that moment, rounded to the nanosecond", "ns since the epoch",
                    SyncRow::referenceBaseNanos),
            decimal("slope", "seconds of reference time per second of the host's clock", "about 1, at least 18 digits", SyncRow::slope),
            duration("error_ns", "the largest guaranteed bound of the error in the piece", "ns ≥ 0; empty if nothing is guaranteed",
                    SyncRow::errorNanos),
            instant("from_ns", "begin of the piece", "ns since the epoch, reference time", SyncRow::fromNanos),
            instant("to_ns", "end of the piece", "ns since the epoch, reference time", SyncRow::toNanos),
            number("matched_to", "packets that were matched towards the host", "≥ 0", SyncRow::matchedTo),
            number("matched_from", "packets that were matched from the host", "≥ 0", SyncRow::matchedFrom),
            instant("packets_from_ns",
                    "begin of the part of the piece in which the packets are that the clock rests on, on every hop to the reference",
                    "ns since the epoch, reference time; empty if there is none", SyncRow::packetsFromNanos),
            instant("packets_to_ns", "end of that part", "ns since the epoch, reference time; empty if there is none",
                    SyncRow::packetsToNanos),
            duration("packets_error_ns", "the largest guaranteed bound of the error in that part",
                    "ns ≥ 0; empty if there is none, or nothing is guaranteed", SyncRow::packetsErrorNanos),
            duration("growth_ns_per_s", "by how much more the clock may be off, at most, for each second before or after the packets",
                    "ns per s ≥ 0; empty if nothing is guaranteed", SyncRow::growthNanosPerSecond)));

    /** What each thread did, a row per incarnation. */
    public static final Report<ThreadRow> THREADS = new Report<>("threads",
            """
            What each thread did in the range. One row per incarnation: a thread id that is used again has several. `running_ns` + `runnable_ns` + `preempted_ns` +
            `blocked_ns` + `unknown_ns` + `interrupted_ns` = `end_ns` − `start_ns`, and the `blocked_…_ns` columns sum up to `blocked_ns`.""",
            Reports::threadColumns);

    /** The wait-for graph, a row per edge. */
    public static final Report<WaitForRow> WAIT_FOR = new Report<>("wait-for", """
            The wait-for graph: the source waits for the target. One row per edge, heaviest first. Vertices are incarnations of threads, and resources of a host.

            With `--process` an edge whose source was not chosen has `direct_ns` 0, and its `waits` are only those on which a chain of a chosen thread ran; what the chosen
            threads never waited for, directly or not, has no row. Who is in a knot with the chosen threads or in one that holds these up, or gives work to a device that does, counts as chosen.

            `waker_ns` and `holder_ns` tell what `direct_ns` would be with `--blame waker` and `--blame holder` (with `auto`: without estimates); they differ where a wait for a lock was
            ended by another thread than those that held the lock. What only the other way of counting would show has no row.""",
            () -> waitForColumnsWithBlame(Function.identity()));

    /** The same where the network between two hosts is a vertex. */
    public static final Report<FlightRow> WAIT_FOR_NETWORK = new Report<>("wait-for-network", """
            With `--network`: all of [wait-for](#wait-for), and how much of an edge's time may be due to the clocks. When a packet was sent and when it ended a wait are times of two clocks; the later the sending is taken to be, the
            less of the wait counts for the network, and the more for who sent the packet.""",
            Reports::flightColumns);

    /** The knots and sinks, a row per edge inside one. */
    public static final Report<KnotRow> KNOTS = new Report<>("knots", """
            The bottlenecks in the wait-for graph at the chosen threshold: all knots, then all sinks, the heaviest of each first (by the sum of the weights of their rows). A *knot* is a set of vertices that wait only for each other; it has one row
            per edge inside, heaviest first. A *sink* is a vertex that others wait for and that waits for nobody; it has one row: the vertex as the source, no target
            (empty fields), and as `weight_ns`, `direct_ns` and `waits` the sums over the edges that lead to it.

            Knots that are only seen once the *background* knots are taken out of the graph follow, with a `round` of 1 or more.""",
            Reports::knotColumns);

    /** The waits of an edge, the longest first. */
    public static final Report<WaitRow> WAITS = new Report<>("waits", """
            With `--edge`: the single waits of edges of the [wait-for](#wait-for) graph that touch the range, the longest first. From a device to a thread: the block
            requests that the thread gave it.""", () -> List.of(
            text("source_host", "host of who waits", "name", row -> row.source().host()),
            number("source_tid", "its thread id", "≥ 0; empty unless it is a thread", row -> row.source().tid()),
            text("source_name", "its name", "text", row -> row.source().name()),
            text("source_kind", "its kind, as in [wait-for](#wait-for)", "word", row -> row.source().kind()),
            text("target_host", "host of what is waited for", "name", row -> row.target().host()),
            number("target_tid", "its thread id", "≥ 0; empty unless it is a thread", row -> row.target().tid()),
            text("target_name", "its name", "text", row -> row.target().name()),
            text("target_kind", "its kind", "word", row -> row.target().kind()),
            instant("begin_ns", "when the wait began (a request: was given to the device), perhaps before the range", "ns since the epoch",
                    WaitRow::beginNanos),
            instant("end_ns", "when it ended (a request: was completed), perhaps after the range", "ns since the epoch", WaitRow::endNanos),
            duration("ns", "how much of it is in the range", "ns ≥ 0", WaitRow::nanos),
            text("cause", "what ended it: a cause as in [threads](#threads), or `request`", "word", WaitRow::cause),
            instant("sent_ns", "when the packet was sent that ended it", "ns since the epoch; empty if none did", WaitRow::sentNanos),
            text("ended", "`yes`, or `no` if it had not ended when the recording did", "word", row -> row.isOpen() ? "no" : "yes"),
            text("functions",
                    "the call stack with which the wait began (profile `waits-stacks`), outermost first, with `;` between, the system call last; as in [off-cpu](#off-cpu)",
                    "text; empty if none was recorded", row -> OffCpuRow.joined(row.functions())),
            text("kernel_functions", "functions of the kernel below the system call, in the same form",
                    "text; empty if none was recorded or they have no names",
                    row -> OffCpuRow.joined(row.kernel()))));

    /** The critical path of a thread, a row per part in order of time. */
    public static final Report<PathRow> CRITICAL_PATH = new Report<>("critical-path", """
            With `--thread`: what the thread, or whoever it waited for, did at every moment of the range. The rows tile the range: each starts where the one before
            ends, and none is empty.""", () -> List.of(
            instant("start_ns", "begin", "ns since the epoch", PathRow::startNanos),
            instant("end_ns", "end, exclusive", "ns since the epoch", PathRow::endNanos),
            text("host", "where", "name", PathRow::host),
            number("tid", "the thread that did it, or that waited", "≥ 0", PathRow::tid),
            text("name", "its last name", "text", PathRow::name),
            text("state",
                    "`running`, `runnable`, `preempted`, `blocked` (by something that the path does not follow), `interrupted` or `unknown`",
                    "word",
                    PathRow::state),
            text("cause",
                    "what it waited for, or what the interrupt was for: `thread`, `timer`, `disk`, `network`, `device`, `ipi`, `kernel`, `unknown`",
                    "empty unless blocked or interrupted", PathRow::cause),
            text("detail",
                    "more words: `from B:w1-server (244)` for a packet on its way, `vdd queue` and `vdd service` for a disk request, the device of an interrupt, `cycle with …` for a wait that closes a cycle, `not alive` outside of the thread's life",
                    "text, may be empty", PathRow::detail)));

    /** The critical paths of intervals, a row per interval and part. */
    public static final Report<IntervalPathRow> INTERVAL_PATH = new Report<>("interval-path",
            """
            With `--interval`: the critical path of each interval that lies in the range, on the thread that ended it, added up by part. One row per interval and
            part; the intervals in order of their begin, the parts of each longest first. The `ns` of an interval's rows sum up to its length. An interval that was ended by
            a thread which the kernel trace does not have is one row of its whole length, in state `unknown` and without `tid` and `name`. So is each
            interval that was not seen to end, after all others: `ended` is `no`, `end_ns` is until when it is known not to have ended, and `host` is where it began.

            Begin and end are on the reference clock, also of an interval that begins and ends on one host, so that the parts of its path, which may lead to other hosts, sum up to
            its length. In that host's own time the length differs by the rate of its clock against the reference host's, at most some 100 millionths (0.01 %), and not at all in a
            recording of one host. No clock is the true one, so none is preferred for single intervals; `report`, `compare` and the Maven plug-in all state this length.""",
            () -> List.of(
                    text("label", "its sort: the value of the label field", "text", IntervalPathRow::label),
                    Column.value("key",
                            "what paired its begin and end: the value of the key field; without one the thread, `HOST:TID`, with `#2` behind it if it is the second that had this id",
                            "text", IntervalPathRow::key),
                    instant("start_ns", "begin of the interval", "ns since the epoch", IntervalPathRow::startNanos),
                    instant("end_ns", "end of the interval", "ns since the epoch", IntervalPathRow::endNanos),
                    text("host", "where the part is", "name", IntervalPathRow::host),
                    number("tid", "the thread that did it, or that waited, or that began an interval which did not end",
                            "≥ 0; empty if it is not known", IntervalPathRow::tid),
                    text("name", "its last name", "text", IntervalPathRow::name),
                    text("state",
                            "`running`, `runnable`, `preempted`, `blocked` (by something that the path does not follow), `interrupted` or `unknown`",
                            "word", IntervalPathRow::state),
                    text("cause",
                            "what it waited for, or what the interrupt was for: `thread`, `timer`, `disk`, `network`, `device`, `ipi`, `kernel`, `unknown`",
                            "empty unless blocked or interrupted", IntervalPathRow::cause),
                    text("detail",
                            "more words: `from B:w1-server (244)` for a packet on its way, `vdd queue` and `vdd service` for a disk request, the device of an interrupt, `cycle with …` for a wait that closes a cycle, `not alive` outside of the thread's life",
                            "text, may be empty", IntervalPathRow::detail),
                    duration("ns", "time of the path in this part", "ns > 0", IntervalPathRow::nanos),
                    text("ended", "whether it was seen to end", "`yes` or `no`",
                            row -> row.hasEnded() ? IntervalPathRow.ENDED : IntervalPathRow.UNFINISHED)));

    /** What the rules found, the worst first. */
    public static final Report<FindingRow> FINDINGS = new Report<>("findings", """
            What the [rules](findings.md) found in the range, one row per finding, the worst first.""", () -> List.of(
            number("finding", "number of the finding in this run", "1, 2, …", FindingRow::number),
            text("severity", "`critical`, `warning` or `info`", "word", row -> row.finding().severity().label()),
            text("rule", "id of the rule; `rules` if one could not be loaded", "word", row -> row.finding().rule()),
            text("subject", "whom it is about, by names without thread ids: with the rule's id the same finding in another run", "text",
                    row -> row.finding().subject()),
            text("summary", "what was found, with numbers and units", "sentence", row -> row.finding().summary()),
            text("why", "why it matters", "text", row -> row.finding().why()),
            text("try", "what to try", "text", row -> row.finding().advice()),
            decimal("score", "for the order among findings of one severity: about the share of the time that it costs",
                    "≥ 0, four digits behind the point",
                    row -> BigDecimal.valueOf(row.finding().score()).setScale(4, RoundingMode.HALF_UP)),
            text("figures", "`exact`; `estimate`: estimates or lower bounds; `none`: the rule failed", "word",
                    row -> row.finding().failed() ? "none" : row.finding().estimate() ? "estimate" : "exact"),
            text("caveats", "kinds of the [caveats](caveats.md) that it rests on, separated by blanks", "may be empty",
                    row -> row.finding().caveats().stream().map(Caveat::kind).distinct().collect(Collectors.joining(" "))),
            number("evidence", "number of rows in [finding-evidence](#finding-evidence), caveats not counted", "0 … 12",
                    row -> row.finding().evidence().size()),
            number("evidence_left_out", "how much more evidence there was", "≥ 0", row -> row.finding().evidenceLeftOut())));

    /** What findings point at, a row per piece of evidence. */
    public static final Report<EvidenceRow> EVIDENCE = new Report<>("finding-evidence", """
            What findings point at, one row per piece of evidence, the most telling first; then what each finding rests on.""",
            () -> List.of(
                    number("finding", "number of the finding in [findings](#findings)", "1, 2, …", EvidenceRow::finding),
                    text("rule", "id of its rule", "word", EvidenceRow::rule),
                    text("kind", "`range`, `vertex`, `edge`, `knot`, `host`, `stack`, or `caveat`", "word", EvidenceRow::kind),
                    text("source_host", "host of the vertex, of the edge's source, or the host itself", "empty for others",
                            row -> row.source().host()),
                    number("source_tid", "its thread id", "empty unless it is a thread", row -> row.source().tid()),
                    text("source_name", "its name, as in [wait-for](#wait-for)", "empty unless it is a vertex", row -> row.source().name()),
                    text("source_kind", "its kind, as in [wait-for](#wait-for)", "empty unless it is a vertex", row -> row.source().kind()),
                    text("target_host", "of an edge: what is waited for", "empty for others", row -> row.target().host()),
                    number("target_tid", "its thread id", "empty unless it is a thread", row -> row.target().tid()),
                    text("target_name", "its name, as in [wait-for](#wait-for)", "empty for others than edges", row -> row.target().name()),
                    text("target_kind", "its kind, as in [wait-for](#wait-for)", "empty for others than edges", row -> row.target().kind()),
                    instant("from_ns", "begin of a range, or of what a caveat is about", "ns since the epoch; empty for others",
                            EvidenceRow::fromNanos),
                    instant("to_ns", "end of it, exclusive", "ns since the epoch; empty for others", EvidenceRow::toNanos),
                    duration("ns",
                            "the time that it is about; of an edge how long the source waits (where its own waits do not count: for how long they hold somebody up), of a knot or sink for how long it is at work",
                            "ns ≥ 0; empty if there is none", EvidenceRow::nanos),
                    number("count", "waits of an edge; number of a knot in [knots](#knots); count of a caveat", "empty for others",
                            EvidenceRow::count),
                    text("note",
                            "what it tells; of a stack what it is, then its functions, innermost first, a line each; of a caveat its kind",
                            "text",
                            EvidenceRow::note)));

    /** What the results do not know, a row per caveat. */
    public static final Report<Caveat> CAVEATS = new Report<>("caveats",
            """
            What the results do not know, or had to estimate. One row per caveat; [every kind](caveats.md) has its meaning and what to do.""",
            () -> List.of(
                    text("severity",
                            "`info`: good to know; `warning`: some figures are estimates or lower bounds; `error`: a result is missing or must not be trusted",
                            "word", caveat -> caveat.severity().label()),
                    text("host", "the host it is about", "empty for all", Caveat::host),
                    text("kind", "a word for programs, as `discarded-events`", "word", Caveat::kind),
                    number("count", "how many (see `text`)", "empty if not known", caveat -> caveat.count() < 0 ? ABSENT : caveat.count()),
                    instant("from_ns", "begin of the affected time", "ns since the epoch; empty for the whole trace",
                            caveat -> caveat.fromNanos() == Long.MIN_VALUE ? ABSENT : caveat.fromNanos()),
                    instant("to_ns", "end of the affected time", "ns since the epoch; empty for the whole trace",
                            caveat -> caveat.toNanos() == Long.MAX_VALUE ? ABSENT : caveat.toNanos()),
                    text("text", "a sentence: what, where, what to do", "text", Caveat::text)));

    /** What was found below the arguments, a row per trace. */
    public static final Report<TraceRow> TRACES = new Report<>("traces", """
            `bowline info --format csv`: one row per trace.""", () -> List.of(
            text("trace", "its directory, relative to the TRACE argument below which it was found", "path", TraceRow::trace),
            text("host", "its host", "name", TraceRow::host),
            text("domain", "`kernel`, `ust` (user space) or `other`", "word", TraceRow::domain),
            text("format", "`CTF 1.8` or `CTF 2`", "text", TraceRow::format),
            text("tracer", "name and version", "text", TraceRow::tracer),
            text("clock", "name, frequency and identity of each clock", "text", TraceRow::clock),
            number("streams", "number of data streams", "≥ 0", TraceRow::streams),
            instant("start_ns", "begin of the first packet, on the trace's own clock", "ns since the epoch; empty if it has no packets",
                    TraceRow::startNanos),
            duration("duration_ns", "to the end of the last packet", "ns ≥ 0; empty if it has no packets", TraceRow::durationNanos),
            number("events", "events that were read", "≥ 0", TraceRow::events),
            number("discarded", "events that the tracer lost", "≥ 0", TraceRow::discarded)));

    /** How many events there are, a row per trace and event class. */
    public static final Report<EventRow> EVENTS = new Report<>("events", """
            `bowline info --events --format csv`: one row per trace and event class that occurs.""", () -> List.of(
            text("trace", "as in [traces](#traces)", "path", EventRow::trace),
            text("host", "its host", "name", EventRow::host),
            text("domain", "`kernel`, `ust` (user space) or `other`", "word", EventRow::domain),
            text("event", "name of the class; `(discarded)` for events that the tracer lost", "text", EventRow::event),
            number("count", "how many", "≥ 0", EventRow::count)));

    /** Which pairs of events may mark units of work. */
    public static final Report<IntervalProposal> INTERVAL_PAIRS = new Report<>("interval-pairs", """
            `bowline info --pairs --format csv`: one row per pair of events that may mark units of work, annotated requests first, then those with a key, those with most pairs first. Names say which pairs
            there are; values say which field is the key.""", () -> List.of(
            text("begin", "event that begins a unit", "text", (IntervalProposal pair) -> pair.spec().beginEvent()),
            text("end", "event that ends it", "text", (IntervalProposal pair) -> pair.spec().endEvent()),
            text("key", "field that tells the units apart; empty: they are paired by thread", "text",
                    (IntervalProposal pair) -> pair.spec().keyField()),
            text("label", "field that names the sort of the unit; empty: all are of one sort", "text",
                    (IntervalProposal pair) -> pair.spec().labelField()),
            number("begins", "events that begin one", "≥ 0", IntervalProposal::begins),
            number("ends", "events that end one", "≥ 0", IntervalProposal::ends),
            number("pairs", "begins for which there is an end of the same key, wherever it is: at least as many as there are intervals",
                    "> 0",
                    IntervalProposal::pairs),
            number("repeated",
                    "begins whose key an earlier begin has as well; more than a few say that the key does not tell units apart; 0 without a key",
                    "≥ 0", IntervalProposal::repeated),
            text("interval", "the pair as `--interval` takes it", "text", (IntervalProposal pair) -> pair.spec().text())));

    /** What became of each measure between two sets of runs. */
    public static final Report<CompareRow> COMPARE = new Report<>("compare",
            """
            `bowline compare BASE NEW --format csv`, or `-o DIR`: one row per measure; [Compare](compare.md) says how the columns come about. Sorted by measure, the most certain first.""",
            () -> List.of(
                    text("measure",
                            "`latency-p50`, `latency-p99`, `throughput`, `deviation`, `variation`, `variance`, `interval-cause`, `path-share`, `thread-path-share`, `wait-cause`, `knot`, `tag-share`, `code-wait` or `edge-wait`",
                            "word", CompareRow::measure),
                    text("label", "sort of interval; empty if the measure is not of intervals", "text", CompareRow::label),
                    text("subject", "the cause, the part of the path, or the members of the knot, the edge; empty if the label says it all",
                            "text",
                            CompareRow::subject),
                    text("unit", "of `base` and `new`", "text", CompareRow::unit),
                    text("verdict", "`regression`, `improvement`, `changed`, `within-noise`, `noise-unknown` or `not-comparable`", "word",
                            CompareRow::verdict),
                    number("base_runs", "runs of BASE that have the measure", "≥ 0", CompareRow::baseRuns),
                    number("new_runs", "runs of NEW that have it", "≥ 0", CompareRow::newRuns),
                    perhaps("base", "mean over the runs of BASE: geometric if no run has 0, else arithmetic",
                            "of `unit`; empty if no run has it", row -> rounded(row.base())),
                    perhaps("new", "the same of NEW", "of `unit`; empty if no run has it", row -> rounded(row.fresh())),
                    perhaps("change", "(`new` − `base`) ÷ `base`", "≥ −1; empty if `base` is 0, or it is not comparable",
                            row -> rounded(row.change())),
                    perhaps("change_low", "lower end of the 95 % confidence interval of `change`",
                            "empty with fewer than two runs of each, if no run differs from another of its set, or if `base` is or may be 0",
                            row -> rounded(row.changeLow())),
                    perhaps("change_high", "upper end", "as `change_low`", row -> rounded(row.changeHigh())),
                    perhaps("mde",
                            "smallest change that, alone, would be told in 80 % of cases with such runs, among all measures of the family",
                            "> 0; as `change_low`, or if these are too few runs to tell any",
                            row -> rounded(row.minimalEffect())),
                    perhaps("effect", "difference in standard deviations of runs (Hedges' g)",
                            "empty with fewer than two runs of each, or without any noise", row -> rounded(row.effect())),
                    perhaps("p", "of Welch's test, two-sided; of [Student's or of ranks](compare.md#verdicts) where that is more careful",
                            "0 to 1; empty with fewer than two runs of each", row -> rounded(row.p())),
                    perhaps("p_ranks", "of the test of Mann and Whitney, two-sided; for information", "as `p`",
                            row -> rounded(row.pRanks())),
                    perhaps("p_adjusted", "`p` after Holm for all measures of the family; the verdict rests on it", "as `p`",
                            row -> rounded(row.pAdjusted())),
                    number("base_intervals",
                            "intervals of the label in all runs of BASE; of `latency-p50` and `latency-p99` only, as all columns that follow up to `seed`",
                            "≥ 0; empty for other measures", row -> row.pooled().baseIntervals()),
                    number("new_intervals", "the same of NEW", "as `base_intervals`", row -> row.pooled().newIntervals()),
                    perhaps("pooled_base", "the percentile of all intervals of BASE together", "ns; empty if there is none",
                            row -> rounded(row.pooled().base())),
                    perhaps("pooled_new", "the same of NEW", "ns; empty if there is none", row -> rounded(row.pooled().fresh())),
                    perhaps("pooled_change", "(`pooled_new` − `pooled_base`) ÷ `pooled_base`",
                            "≥ −1; empty if one is missing or `pooled_base` is 0", row -> rounded(row.pooled().change())),
                    perhaps("pooled_low",
                            "lower end of the 95 % confidence interval of `pooled_change`, [by resampling](compare.md#percentiles-of-all-intervals)",
                            "empty where it cannot be had", row -> rounded(row.pooled().low())),
                    perhaps("pooled_high", "upper end", "as `pooled_low`", row -> rounded(row.pooled().high())),
                    text("resampled",
                            "what was drawn for it: `runs`, or `intervals` where a set has one run, and the interval is of these runs alone",
                            "word; empty without an interval", row -> row.pooled().resampled()),
                    number("seed", "of the draws", "whole number; empty without an interval", row -> row.pooled().seed()),
                    text("at_least", "which of `base` and `new` are lower bounds, as intervals hang: `base`, `new` or `both`",
                            "word; empty if none is",
                            CompareRow::atLeast)));

    /** What was compared: the number of each run. */
    public static final Report<CompareRunRow> COMPARE_RUNS = new Report<>("compare-runs",
            """
            `bowline compare BASE NEW -o DIR`: what was compared, one row per measure and run, so that other programs can compare it in their own way. Measures as in [compare](#compare), of
            each first the runs of BASE, in the order in which they were given. DIR also has [caveats](#caveats), those of the comparison.""",
            () -> List.of(
                    text("measure", "as in [compare](#compare)", "word", CompareRunRow::measure),
                    text("label", "as in [compare](#compare)", "text", CompareRunRow::label),
                    text("subject", "as in [compare](#compare)", "text", CompareRunRow::subject),
                    text("unit", "of `value`", "text", CompareRunRow::unit),
                    text("set", "`BASE` or `NEW`", "word", row -> row.isNew() ? "NEW" : "BASE"),
                    text("run", "the run, as it was given", "text", CompareRunRow::run),
                    perhaps("value", "its number", "of `unit`; empty if the run has none", row -> rounded(row.value()))));

    /** What the rules found in either of two sets of runs. */
    public static final Report<CompareFindingRow> COMPARE_FINDINGS = new Report<>("compare-findings",
            """
            `bowline compare BASE NEW -o DIR`: what the [rules](findings.md) found in any of the runs, one row per rule and subject, the worst first; what a rule found of some in BASE and
            of some of these and others in NEW, as of a knot that one thread more belongs to, is one row. It is told of these runs, not tested against chance:
            a finding may come or go because a share is just above a limit in one run and just below in the next.""",
            () -> List.of(
                    text("rule", "as in [findings](#findings)", "word", CompareFindingRow::rule),
                    text("base_subject", "`subject` in BASE, as in [findings](#findings)", "text; empty if no run of BASE has it",
                            row -> row.base().subject()),
                    text("new_subject", "the same in NEW", "text; empty if no run of NEW has it", row -> row.fresh().subject()),
                    number("base_runs", "runs of BASE that have it", "≥ 0", row -> row.base().runs()),
                    number("new_runs", "runs of NEW that have it", "≥ 0", row -> row.fresh().runs()),
                    number("base_unknown", "runs of BASE in which the rule failed", "≥ 0", row -> row.base().unknown()),
                    number("new_unknown", "the same of NEW", "≥ 0", row -> row.fresh().unknown()),
                    text("base_severity", "the worst in any run of BASE: `critical`, `warning` or `info`", "word; empty if none has it",
                            row -> row.base().severity()),
                    text("new_severity", "the same of NEW", "as `base_severity`", row -> row.fresh().severity()),
                    text("base_summary", "what was found, in the first run of BASE in which it is the worst",
                            "sentences; empty if none has it",
                            row -> row.base().summary()),
                    text("new_summary", "the same of NEW", "as `base_summary`", row -> row.fresh().summary())));

    /** The reports that a directory of a comparison holds. */
    public static final List<Report<?>> COMPARISON = List.of(COMPARE, COMPARE_RUNS, COMPARE_FINDINGS, CAVEATS);

    /** Builds at several concurrencies. */
    public static final Report<SweepRow> SWEEP = new Report<>("sweep",
            """
            `bowline compare --by concurrency RUNS --format csv`, or `-o DIR`: one row per load, build and number of clients; [Compare](compare.md#by-concurrency) says how the columns come about. Sorted by
            load and build as they first appear in RUNS, then by clients.""",
            () -> List.of(
                    text("load", "the sort of load", "text; empty if RUNS has no such column", SweepRow::load),
                    text("build", "what ran", "text", SweepRow::build),
                    number("clients", "how many asked at once", "≥ 1", SweepRow::clients),
                    number("runs", "how many runs there are", "≥ 1", row -> row.values().size()),
                    perhaps("throughput", "geometric mean of the runs", "per second, > 0", row -> rounded(row.throughput())),
                    perhaps("throughput_low", "lower end of its 95 % confidence interval", "empty with one run", row -> rounded(row.low())),
                    perhaps("throughput_high", "upper end", "empty with one run", row -> rounded(row.high())),
                    perhaps("change", "of `throughput` against the base at the same level, as a part of the base",
                            "> −1; empty for the base, and where it has no run", row -> rounded(row.change())),
                    perhaps("change_low", "lower end of the 95 % confidence interval of `change`",
                            "empty with fewer than two runs of each, or if no run differs from another", row -> rounded(row.changeLow())),
                    perhaps("change_high", "upper end", "as `change_low`", row -> rounded(row.changeHigh())),
                    perhaps("mde",
                            "smallest change that, alone, would be told in 80 % of cases with such runs, among all levels that are compared",
                            "> 0; empty where nothing is compared", row -> rounded(row.minimalEffect())),
                    perhaps("p_adjusted", "p of the change after Holm for all levels that are compared; the verdict rests on it",
                            "0 to 1; empty where nothing is compared", row -> rounded(row.pAdjusted())),
                    perhaps("share_of_peak", "`throughput` as a share of the build's highest under that load", "0 to 1",
                            row -> rounded(row.shareOfPeak())),
                    text("state", "`scaling`, `saturated`, `fallen`, or `unknown` if there is but one level", "word", SweepRow::state),
                    text("verdict", "`regression`, `improvement`, `within-noise`, `noise-unknown` or `not-comparable`",
                            "word; empty for the base", SweepRow::verdict),
                    perhaps("latency_p50_ns", "mean of the runs' median latencies", "ns; empty if RUNS has none",
                            row -> rounded(row.p50Nanos())),
                    perhaps("latency_p99_ns", "the same of the 99th percentiles", "ns; empty if RUNS has none",
                            row -> rounded(row.p99Nanos()))));

    /** The reports that a directory of a comparison by concurrency holds. */
    public static final List<Report<?>> SWEEPS = List.of(SWEEP, SweepReports.TIMES, SweepReports.KNOTS, CAVEATS);

    private Reports() {}

    /** Six digits, or more before the point, so that times are whole nanoseconds; none for what is not a finite number. */
    static Optional<BigDecimal> rounded(double value) {
        if (!Double.isFinite(value)) {
            return Optional.empty();
        }
        BigDecimal exact = new BigDecimal(value);
        return Optional.of(exact.round(new MathContext(Math.max(ROUNDED_DIGITS, exact.precision() - exact.scale()))));
    }

    private static List<Column<ThreadRow>> threadColumns() {
        List<Column<ThreadRow>> columns = new ArrayList<>(List.of(
                text("host", "its host", "name", ThreadRow::host),
                number("tid", "thread id; 0 is the idle thread of a CPU, one row each", "≥ 0", ThreadRow::tid),
                number("pid", "process id", "empty if the trace does not tell", ThreadRow::pid),
                text("name", "its last name", "text", ThreadRow::name),
                instant("start_ns", "begin of the thread's part of the range", "ns since the epoch", ThreadRow::startNanos),
                instant("end_ns", "end of it, exclusive", "ns since the epoch", ThreadRow::endNanos),
                duration("running_ns", "on a CPU, interrupts left out", "ns ≥ 0", ThreadRow::runningNanos),
                duration("runnable_ns", "woken, waiting for a CPU", "ns ≥ 0", ThreadRow::runnableNanos),
                duration("preempted_ns", "pushed off the CPU while it wanted to go on", "ns ≥ 0", ThreadRow::preemptedNanos),
                duration("blocked_ns", "gave the CPU up and waited", "ns ≥ 0", ThreadRow::blockedNanos),
                duration("unknown_ns", "events were lost, or the trace does not tell", "ns ≥ 0", ThreadRow::unknownNanos)));
        for (Cause cause : Cause.values()) {
            if (cause != Cause.NONE) {
                columns.add(
                        duration("blocked_" + cause.label() + "_ns", waits(cause), "ns ≥ 0", row -> row.blockedByCause()[cause.ordinal()]));
            }
        }
        columns.add(number("waits", "number of waits that touch the range", "≥ 0", ThreadRow::waits));
        columns.add(duration("interrupted_ns", "on a CPU that served an interrupt, hard or soft; 0 if the trace has no interrupt events",
                "ns ≥ 0",
                ThreadRow::interruptedNanos));
        return columns;
    }

    private static String waits(Cause cause) {
        return switch (cause) {
            case NONE -> "";
            case THREAD -> "waits that another thread of the host ended";
            case TIMER -> "waits that a timer ended";
            case DISK -> "waits that a completed block request ended";
            case NETWORK -> "waits that a packet ended, from a known thread or not";
            case DEVICE -> "waits that another device's interrupt ended";
            case IPI -> "waits that an inter-processor interrupt ended";
            case KERNEL -> "waits that other kernel work in a soft interrupt ended";
            case UNKNOWN -> "waits of which the trace does not tell who ended them, or that were open at its end";
        };
    }

    private static <R> List<Column<R>> waitForColumns(Function<R, WaitForRow> edge) {
        return List.of(
                text("source_host", "host of the source; empty for the network between two hosts", "name",
                        row -> edge.apply(row).source().host()),
                number("source_tid", "its thread id", "empty unless the source is a thread", row -> edge.apply(row).source().tid()),
                text("source_name",
                        "a thread's last name; a disk's, network interface's or device's name; for `network` a peer's address or, with `--network`, the two hosts, as `A-B`; else the kind",
                        "text", row -> edge.apply(row).source().name()),
                text("source_kind",
                        "`thread`, `disk`, `nic`, `network`, `timer`, `device`, `ipi`, `kernel` or `unknown`; `pool` for several threads that are one vertex (`--merge`)",
                        "word",
                        row -> edge.apply(row).source().kind()),
                text("target_host", "host of the target", "name", row -> edge.apply(row).target().host()),
                number("target_tid", "its thread id", "empty unless the target is a thread", row -> edge.apply(row).target().tid()),
                text("target_name", "as `source_name`", "text", row -> edge.apply(row).target().name()),
                text("target_kind", "as `source_kind`", "word", row -> edge.apply(row).target().kind()),
                duration("weight_ns",
                        "weight after cascaded redistribution: the time for which the source waits for the target, times the number of threads that wait for the source meanwhile, directly or not, itself included. May exceed the range",
                        "ns > 0", row -> edge.apply(row).weightNanos()),
                duration("direct_ns", "plain sum of the source's waits for the target", "ns, at most the weight",
                        row -> edge.apply(row).directNanos()),
                number("waits",
                        "number of waits; of a device that waits for a thread (its idle time): number of that thread's requests, or packets",
                        "≥ 0", row -> edge.apply(row).waits()));
    }

    private static List<Column<FlightRow>> flightColumns() {
        List<Column<FlightRow>> columns = waitForColumnsWithBlame(FlightRow::edge);
        columns.add(duration("clock_error_ns",
                "by how much `direct_ns` may be too long or too short, at most, because the clocks of two hosts may be off against each other (of a source that was not chosen: all its waits for the target); the weight may be off by that for each thread that waits behind the source, and for what they wait for themselves. 0 for edges that it does not touch",
                "ns ≥ 0; empty if nothing is guaranteed", FlightRow::clockErrorNanos));
        return columns;
    }

    private static <R> List<Column<R>> waitForColumnsWithBlame(Function<R, WaitForRow> edge) {
        List<Column<R>> columns = new ArrayList<>(waitForColumns(edge));
        columns.add(text("blame",
                "why waits count for the target: `waker`, it ended them; `holder`, it held the lock that they were for; `both`, some this and some that; `sending`, it is a network interface that still had to send what the source waited for; `network`, what ended them was on its way over it; `birth`, no thread of the source lived, and the target had not made the next one",
                "word; empty for a device's idle time", row -> edge.apply(row).blame()));
        columns.add(duration("waker_ns", "plain sum of the waits that the target ended, whatever they were for", "ns ≥ 0",
                row -> edge.apply(row).wakerNanos()));
        columns.add(duration("holder_ns",
                "plain sum of the waits for locks while the target held them, and of all other waits that it ended", "ns ≥ 0",
                row -> edge.apply(row).holderNanos()));
        columns.add(text("new_work",
                "why these are waits for new work, which are not worth making shorter: `idle-device`, a device idles; `between-requests`, no request of the source was open, or none needed it; `accept`, it waited for connections; `requests`, for what comes over connections that the other side opened; `next-thread`, as `birth`, which may be nine tenths of it only; `marked`, by `--new-work`",
                "word; empty if they are not known to be", row -> edge.apply(row).newWork()));
        columns.add(number("source_threads", "how many threads the source is", "≥ 0; 0 unless it is a thread, or several",
                row -> edge.apply(row).source().threads()));
        columns.add(text("source_merged",
                "why several threads are one vertex (`--merge`): `short-lived`, one thread made them one after another; `stacks`, they wait in the same code; `names`, their names are alike, and they wait for the same; `parent`, one thread made them, and they wait for the same; `tasks`, a runtime moves tasks among them; `named`, by `--merge-threads`",
                "word; empty unless they are", row -> edge.apply(row).source().merged()));
        columns.add(number("target_threads", "as `source_threads`", "≥ 0", row -> edge.apply(row).target().threads()));
        columns.add(text("target_merged", "as `source_merged`", "word; empty unless they are", row -> edge.apply(row).target().merged()));
        return columns;
    }

    private static List<Column<KnotRow>> knotColumns() {
        List<Column<KnotRow>> columns = new ArrayList<>(List.of(
                number("knot", "number of the knot or sink in this file", "1, 2, …", KnotRow::knot),
                text("kind", "`knot` or `sink`", "word", row -> row.sink() ? "sink" : "knot"),
                number("level", "how many larger knots it was a part of before they came apart; 0 for one of the untouched graph", "≥ 0",
                        KnotRow::level),
                duration("threshold_ns",
                        "the smallest `--threshold` at which it stands alone: below, it is a part of a larger knot, which comes apart when edges up to this weight are cut. 0 at level 0, as it never was a part of one",
                        "ns ≥ 0", KnotRow::thresholdNanos)));
        columns.addAll(waitForColumns(KnotRow::edge));
        columns.add(
                text("background", "whether it is a background knot: no worker is in it, and none waits for it, directly or through others",
                        "`yes` or `no`; empty of a sink", row -> row.sink() ? "" : row.background() ? "yes" : "no"));
        columns.add(number("round", "how often background knots had been taken out before it was seen; 0 for what the whole graph has",
                "≥ 0", KnotRow::round));
        return columns;
    }
}
