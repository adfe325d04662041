/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.IntervalSpec;

/** What to look at next, as a command that works on the recording at hand. */
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
    private static final String PLAIN = "[A-Za-z0-9_./:@%+,=-]+";

    private NextStep() {}

    /** The command for a finding, with its words quoted for a shell where that is needed. */
    public static String after(Analysis analysis, Finding finding) {
        Call call = analysis.question().get(CALL);
        List<String> words = new ArrayList<>();
        switch (finding.rule()) {
            case "lost-events" -> words.addAll(List.of(call.recorder, "start", "--profile", "waits-network", "--buffers", "16M"));
            case "missing-events" -> words.addAll(List.of(call.recorder, "start", "--profile", "waits-network", "--profile", "waits-disk"));
            case "tracer-cost" -> words.addAll(List.of(call.recorder, "start", "--profile", "waits-network", "--snapshot"));
            case "clock-quality" -> words.addAll(of(call, "sync"));
            default -> look(analysis, finding, call, words);
        }
        return words.stream().map(NextStep::quoted).collect(Collectors.joining(" "));
    }

    private static void look(Analysis analysis, Finding finding, Call call, List<String> words) {
        int thread = thread(analysis.timeline(), finding);
        if (thread == Timeline.NONE || analysis.timeline().hostName(analysis.timeline().host(thread)).length() > MOST_OF_NAME) {
            thread = Timeline.NONE;
            words.addAll(of(call, "findings"));
            intervals(analysis, words);
        } else {
            Timeline timeline = analysis.timeline();
            words.addAll(of(call, "critical-path"));
            words.addAll(List.of("--thread", timeline.hostName(timeline.host(thread)) + ':' + timeline.tid(thread)));
        }
        range(analysis, thread != Timeline.NONE, words);
    }

    /** A question for a path has no intervals, so that a range that these told must be said. */
    private static void range(Analysis analysis, boolean alone, List<String> words) {
        ChosenRange range = analysis.range();
        if (range.kind() == ChosenRange.Kind.GIVEN || alone && range.kind() == ChosenRange.Kind.INTERVALS) {
            words.addAll(List.of("--from", Long.toString(range.fromNanos()), "--to", Long.toString(range.toNanos())));
        }
        if (analysis.question().part() == Question.Part.ALL) {
            words.addAll(List.of("--range", Question.Part.ALL.label()));
        }
    }

    private static void intervals(Analysis analysis, List<String> words) {
        for (IntervalSpec spec : analysis.question().intervals()) {
            words.addAll(List.of("--interval", "begin=" + spec.beginEvent() + ",end=" + spec.endEvent()
                    + (spec.keyField().isEmpty() ? "" : ",key=" + spec.keyField())
                    + (spec.labelField().isEmpty() ? "" : ",label=" + spec.labelField())));
        }
    }

    private static List<String> of(Call call, String command) {
        List<String> words = new ArrayList<>(List.of(call.program, command));
        words.addAll(call.traces);
        return words;
    }

    /** The thread that the most telling evidence is about: of an edge who waits, or who is waited for by a device. */
    private static int thread(Timeline timeline, Finding finding) {
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
    static String quoted(String word) {
        return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
