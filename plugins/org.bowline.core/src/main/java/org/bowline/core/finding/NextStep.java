/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.HowRecorded;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.figures.TimeOfDay;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.TagSpec;

/** What to look at next, as a command that works on the recording at hand; which one it is, the {@link Rule} says. */
public final class NextStep {
    /**
     * How the program and the traces are called by who asks.
     *
     * @param program the command line's name, as typed
     * @param recorder the recorder's name, likewise
     * @param traces the traces and the options without which they would be read differently, one word each
     */
    public record Call(String program, String recorder, List<String> traces) {
        /** Copies the words. */
        public Call {
            traces = List.copyOf(traces);
        }
    }

    /** Who asks; where nobody said it, the names as installed, and a placeholder for the traces. */
    public static final Parameter<Call> CALL = new Parameter<>("call", "PROGRAM", "How the program was called.",
            () -> new Call("bowline", "bowline-record", List.of("TRACE")),
            (before, text) -> new Call(text, before.recorder, before.traces));

    /** Nobody can type longer names than this, and only damaged traces have them. */
    private static final int MOST_OF_NAME = 100;
    private static final int MOST_SLOW = 8;
    /** Of fewer nobody can say what the slow ones have in common. */
    private static final int LEAST_REQUESTS = 20;
    private static final String INFO = "info";
    private static final String SYNC = "sync";
    private static final String FINDINGS = "findings";
    private static final String LOCKS = "locks";
    private static final String TAGS = "tags";
    private static final String PLAIN = "[A-Za-z0-9_./:@%+,=-]+";

    private NextStep() {}

    /** What sort of step it is, for a window that does it instead of printing a command. */
    public enum Kind {
        /** Record again, in another way. */
        RECORD,
        /** Look at the clocks. */
        CLOCKS,
        /** Look at the critical path of {@link NextStep#thread}. */
        PATH,
        /** Look at the findings or tables of the same range: there is no single thread to look at. */
        FINDINGS
    }

    /** What sort of step follows a finding, as its rule says it. */
    public static Kind kind(Analysis analysis, Finding finding) {
        Step step = analysis.question().get(RuleSet.PARAMETER).next(analysis, finding);
        return step.ofRecorder ? Kind.RECORD : step.command.equals(SYNC) ? Kind.CLOCKS
                : step.command.equals(INFO) || step.command.equals(FINDINGS) || step.command.equals(LOCKS) || step.command.equals(TAGS)
                        || thread(analysis.timeline(), finding) == Timeline.NONE
                                ? Kind.FINDINGS : Kind.PATH;
    }

    /**
     * A command that is still to be called by somebody.
     *
     * @param ofRecorder whether it is one of the recorder, which takes no traces
     * @param command its name
     * @param options what stands behind the traces
     */
    public record Step(boolean ofRecorder, String command, List<String> options) {
        /** Copies the words. */
        public Step {
            options = List.copyOf(options);
        }
    }

    /** Record again, with these options; what programs told this time they tell again. */
    public static Step record(String... options) {
        return new Step(true, "start", List.of(options));
    }

    /** Record the same of the kernel again, with these options; of packets where it is not known what was recorded. */
    public static Step recordAgain(Analysis analysis, String... options) {
        List<String> kernel = analysis.get(HowRecorded.PROFILES).kernel();
        List<String> words = new ArrayList<>(kernel.isEmpty() ? List.of("--profile", "waits-network") : kernel);
        words.addAll(List.of(options));
        return record(words.toArray(String[]::new));
    }

    /** Look at what was read of each trace, and what was not. */
    public static Step traces() {
        return new Step(false, INFO, List.of());
    }

    /** Look at the clocks. */
    public static Step clocks() {
        return new Step(false, SYNC, List.of());
    }

    /** Look at all findings. */
    public static Step findings(Analysis analysis) {
        List<String> options = new ArrayList<>();
        intervals(analysis, options);
        range(analysis, false, options);
        return new Step(false, FINDINGS, options);
    }

    /** Look at a table of all requests. */
    public static Step requests(Analysis analysis, String command) {
        List<String> options = new ArrayList<>();
        intervals(analysis, options);
        range(analysis, false, options);
        return new Step(false, command, options);
    }

    /** Look at the locks. */
    public static Step locks(Analysis analysis) {
        List<String> options = new ArrayList<>();
        range(analysis, true, options);
        return new Step(false, LOCKS, options);
    }

    /** Look at the locks in all of the recording, whatever the range is. */
    public static Step locksOfAll() {
        return new Step(false, LOCKS, List.of("--range", Question.Part.ALL.label()));
    }

    /** Look at what ran while threads wanted a processor. */
    public static Step runnable(Analysis analysis) {
        List<String> options = new ArrayList<>();
        range(analysis, true, options);
        return new Step(false, "runnable", options);
    }

    /** Look at the tags. */
    public static Step tags(Analysis analysis) {
        List<String> options = new ArrayList<>();
        for (TagSpec spec : analysis.question().get(TagQuestion.EVENTS)) {
            options.addAll(List.of("--tags", spec.text()));
        }
        range(analysis, true, options);
        return new Step(false, TAGS, options);
    }

    /** Look at the critical path of a thread. */
    public static Step path(Analysis analysis, int thread) {
        List<String> options = new ArrayList<>(List.of("--thread", selector(analysis.timeline(), thread)));
        range(analysis, true, options);
        return new Step(false, "critical-path", options);
    }

    /** Look at the critical path of a thread in a part of the recording, whatever the range is. */
    public static Step path(Analysis analysis, int thread, long fromNanos, long toNanos) {
        Timeline timeline = analysis.timeline();
        return isTyped(timeline, thread) ? path(timeline, thread, fromNanos, toNanos) : findings(analysis);
    }

    /** Look at the single waits of an edge; if names are too long to type, at all findings. */
    public static Step waits(Analysis analysis, int source, int target) {
        Timeline timeline = analysis.timeline();
        if (!isTyped(timeline, source) || !isTyped(timeline, target)) {
            return findings(analysis);
        }
        List<String> options = new ArrayList<>(List.of("--edge", selector(timeline, source) + ',' + selector(timeline, target)));
        if (timeline.isWay(source) || timeline.isWay(target)) {
            options.add("--" + Devices.NETWORK.name());
        }
        range(analysis, true, options);
        return new Step(false, "waits", options);
    }

    /** Look at the critical path of the slowest request in the range; empty if none is known, or names are too long to type. */
    public static Optional<Step> slowest(Analysis analysis) {
        return bySlowness(analysis).findFirst().map(one -> path(analysis.timeline(), one));
    }

    /**
     * Look at the critical path of the slowest request that is held up by what a finding's most telling edge is about, of the {@value #MOST_SLOW} slowest; empty if none of them is: the slowest of all may have to do with something else.
     */
    public static Optional<Step> slowestBy(Analysis analysis, Finding finding) {
        Evidence.Edge edge = finding.evidence().stream().filter(Evidence.Edge.class::isInstance).map(Evidence.Edge.class::cast).findFirst()
                .orElse(null);
        return edge == null ? Optional.empty()
                : bySlowness(analysis).limit(MOST_SLOW).filter(one -> isBy(analysis, one, edge)).findFirst()
                        .map(one -> path(analysis.timeline(), one));
    }

    private static boolean isBy(Analysis analysis, NamedInterval request, Evidence.Edge edge) {
        CriticalPath path = CriticalPath.of(analysis.timeline(), request.thread(), request.beginNanos(), request.endNanos(),
                analysis.progress());
        for (int leg = 0; leg < path.size(); leg++) {
            if (path.thread(leg) == edge.target() || path.thread(leg) == edge.source() && path.target(leg) == edge.target()) {
                return true;
            }
        }
        return false;
    }

    private static Stream<NamedInterval> bySlowness(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        return !analysis.intervalsWanted() ? Stream.empty()
                : analysis.matched().intervals().stream().filter(one -> one.thread() != Timeline.NONE && isTyped(timeline, one.thread()))
                        .filter(one -> one.beginNanos() >= timeline.startNanos() && one.endNanos() <= timeline.endNanos())
                        .sorted(Comparator.comparingLong(NamedInterval::nanos).thenComparing(NamedInterval.BY_TIME.reversed()).reversed());
    }

    private static Step path(Timeline timeline, NamedInterval one) {
        return path(timeline, one.thread(), one.beginNanos(), one.endNanos());
    }

    private static Step path(Timeline timeline, int thread, long fromNanos, long toNanos) {
        return new Step(false, "critical-path", List.of("--thread", selector(timeline, thread), "--from", time(timeline, fromNanos), "--to",
                time(timeline, toNanos)));
    }

    /** What is usual for a finding: the waits of its most telling edge, else the path of its most telling thread, else all findings. */
    public static Step usual(Analysis analysis, Finding finding) {
        Timeline timeline = analysis.timeline();
        for (Evidence evidence : finding.evidence()) {
            if (evidence instanceof Evidence.Edge edge) {
                return waits(analysis, edge.source(), edge.target());
            }
            if (evidence instanceof Evidence.Vertex vertex && vertex.vertex() < timeline.threadCount()
                    && isTyped(timeline, vertex.vertex())) {
                return path(analysis, vertex.vertex());
            }
        }
        return findings(analysis);
    }

    /** The command for a finding, as its rule says it, with its words quoted for a shell where that is needed. */
    public static String after(Analysis analysis, Finding finding) {
        return typed(analysis, analysis.question().get(RuleSet.PARAMETER).next(analysis, finding));
    }

    /**
     * The command where no rule has found anything: requests that differ are then what is left to look at, in the functions that were recorded, if any were. Empty if there are no requests whose paths are known.
     */
    public static Optional<String> afterNothing(Analysis analysis) {
        return !analysis.knowsWaits() || bySlowness(analysis).limit(LEAST_REQUESTS).count() < LEAST_REQUESTS ? Optional.empty()
                : Optional.of(typed(analysis, requests(analysis, analysis.calls() == null ? "requests" : "variance")));
    }

    private static String typed(Analysis analysis, Step step) {
        Call call = analysis.question().get(CALL);
        List<String> words = new ArrayList<>(step.ofRecorder ? List.of(call.recorder, step.command) : of(call, step.command));
        words.addAll(step.options);
        if (step.ofRecorder) {
            words.addAll(analysis.get(HowRecorded.PROFILES).programs());
        }
        return words.stream().map(NextStep::quoted).collect(Collectors.joining(" "));
    }

    private static boolean isTyped(Timeline timeline, int vertex) {
        return timeline.hostName(timeline.host(vertex)).length() <= MOST_OF_NAME
                && (vertex < timeline.threadCount() || timeline.vertexName(vertex).length() <= MOST_OF_NAME);
    }

    /** {@code A:272}, {@code C:vdd}, {@code A-B}. */
    private static String selector(Timeline timeline, int vertex) {
        if (timeline.isWay(vertex)) {
            return timeline.vertexName(vertex);
        }
        return timeline.hostName(timeline.host(vertex)) + ':'
                + (vertex < timeline.threadCount() ? Integer.toString(timeline.tid(vertex)) : timeline.vertexName(vertex));
    }

    private static String time(Timeline timeline, long nanos) {
        return TimeOfDay.option(nanos, timeline.startNanos(), timeline.endNanos());
    }

    /** A question for a path has no intervals, so that a range that these told must be said. */
    private static void range(Analysis analysis, boolean alone, List<String> words) {
        ChosenRange range = analysis.range();
        if (range.kind() == ChosenRange.Kind.GIVEN || alone && range.kind() == ChosenRange.Kind.INTERVALS) {
            words.addAll(
                    List.of("--from", time(analysis.timeline(), range.fromNanos()), "--to", time(analysis.timeline(), range.toNanos())));
        }
        if (analysis.question().part() == Question.Part.ALL) {
            words.addAll(List.of("--range", Question.Part.ALL.label()));
        }
    }

    /** Annotated requests are taken without being named, unless somebody declined. */
    private static void intervals(Analysis analysis, List<String> words) {
        Question.Annotations annotations = analysis.question().get(Question.ANNOTATIONS);
        if (annotations == Question.Annotations.TAKEN) {
            return;
        }
        if (annotations == Question.Annotations.NEVER) {
            words.addAll(List.of("--interval", "none"));
        }
        for (IntervalSpec spec : analysis.question().intervals()) {
            words.addAll(List.of("--interval", spec.text()));
        }
    }

    private static List<String> of(Call call, String command) {
        List<String> words = new ArrayList<>(List.of(call.program, command));
        words.addAll(call.traces);
        return words;
    }

    /**
     * The thread that the most telling evidence of a finding is about: of an edge who waits, or who is waited for by a device; {@link Timeline#NONE} if there is
     * none.
     */
    public static int thread(Timeline timeline, Finding finding) {
        for (Evidence evidence : finding.evidence()) {
            if (evidence instanceof Evidence.Edge edge) {
                return edge.source() < timeline.threadCount() ? edge.source()
                        : edge.target() < timeline.threadCount() ? edge.target() : Timeline.NONE;
            }
            if (evidence instanceof Evidence.Vertex vertex && vertex.vertex() < timeline.threadCount()) {
                return vertex.vertex();
            }
        }
        return Timeline.NONE;
    }

    /** A word as it is to be typed. */
    public static String quoted(String word) {
        return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
