/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.Question;
import org.bowline.core.timeline.Timeline;

/**
 * A place in the window that can be written down and sent: {@code VIEW[,from=NS,to=NS][,thread=HOST:TID]}, as {@code bowline ui TRACE... --at} takes it. Times are reference time, ns since the epoch: those
 * that every reading of the same traces gives.
 *
 * @param view which view
 * @param range whether there is a range; if not it is the work
 * @param fromNanos its begin
 * @param toNanos its end, exclusive; later than the begin
 * @param host name of the thread's host; empty if no thread is chosen
 * @param tid number of the thread on its host
 */
public record WindowLink(View view, boolean range, long fromNanos, long toNanos, String host, long tid) {
    private static final Pattern TEXT = Pattern.compile("([a-z-]+)(?:,from=(-?\\d+),to=(-?\\d+))?(?:,thread=(.+):(\\d+))?", Pattern.DOTALL);

    /** A view, by the word that stands for it. */
    public enum View {
        /** What makes it slow. */
        FINDINGS("findings"),
        /** How long requests take. */
        REQUESTS("requests"),
        /** What threads did over time. */
        THREADS("threads"),
        /** What determined how long a thread took. */
        PATH("critical-path"),
        /** Who waits for whom. */
        GRAPH("wait-for"),
        /** What waits in a circle. */
        KNOTS("knots"),
        /** How well clocks are known. */
        CLOCKS("clocks"),
        /** Any table. */
        TABLES("tables"),
        /** Which module uses the processors. */
        TAGS("tags"),
        /** Where time goes, by stacks. */
        FLAME("flame-graph"),
        /** What a thread did at a moment. */
        DETAILS("details");

        private final String word;

        View(String word) {
            this.word = word;
        }

        /** As it is written. */
        public String word() {
            return word;
        }

        /** The one of a word; empty if there is none. */
        public static Optional<View> of(String word) {
            return Arrays.stream(values()).filter(view -> view.word.equals(word)).findFirst();
        }
    }

    /** Checks the range. */
    public WindowLink {
        if (range && fromNanos >= toNanos) {
            throw new IllegalArgumentException("the range ends before it begins: from=" + fromNanos + ", to=" + toNanos);
        }
    }

    /** One to a view, of the work, without a thread. */
    public static WindowLink to(View view) {
        return new WindowLink(view, false, 0, 0, "", 0);
    }

    /** The same with a range. */
    public WindowLink within(long from, long to) {
        return new WindowLink(view, true, from, to, host, tid);
    }

    /** The same with a thread. */
    public WindowLink of(String ofHost, long number) {
        return new WindowLink(view, range, fromNanos, toNanos, ofHost, number);
    }

    /** Whether a thread is chosen. */
    public boolean hasThread() {
        return !host.isEmpty();
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none; the message is a sentence that says what is wrong and how it is written
     */
    public static WindowLink parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw wrong(text, "it is not written as VIEW[,from=NS,to=NS][,thread=HOST:TID]");
        }
        View view = View.of(matcher.group(1)).orElseThrow(() -> wrong(text, "there is no view '" + matcher.group(1) + "'; the views are "
                + Arrays.stream(View.values()).map(View::word).collect(Collectors.joining(", "))));
        try {
            WindowLink link = to(view);
            if (matcher.group(2) != null) {
                link = link.within(Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)));
            }
            return matcher.group(4) == null ? link : link.of(matcher.group(4), Long.parseLong(matcher.group(5)));
        } catch (NumberFormatException e) {
            throw wrong(text, "a number in it is too large");
        } catch (IllegalArgumentException e) {
            throw wrong(text, String.valueOf(e.getMessage()));
        }
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException("'" + text + "' is not a place in the window: " + why + ". Copy one with Copy Link in a view");
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return view.word + (range ? ",from=" + fromNanos + ",to=" + toNanos : "") + (hasThread() ? ",thread=" + host + ':' + tid : "");
    }

    /** The command that opens it, with its words quoted for a shell where that is needed. */
    public String command(String program, List<String> traces) {
        return Stream.of(Stream.of(program, "ui"), traces.stream(), Stream.of("--at", text())).flatMap(words -> words)
                .map(NextStep::quoted).collect(Collectors.joining(" "));
    }

    /** Where a finding is seen best: the path of the thread that it tells of most, else the clocks, else the findings themselves. */
    public static WindowLink of(Analysis analysis, Finding finding) {
        NextStep.Kind kind = NextStep.kind(analysis, finding);
        WindowLink link = to(switch (kind) {
            case PATH -> View.PATH;
            case CLOCKS -> View.CLOCKS;
            case RECORD, FINDINGS -> View.FINDINGS;
        });
        ChosenRange range = analysis.range();
        boolean found = analysis.question().part() == Question.Part.WORK && range.kind() != ChosenRange.Kind.GIVEN
                && range.kind() != ChosenRange.Kind.INTERVALS;
        if (!found) { // the window finds the same work by itself
            link = link.within(range.fromNanos(), range.toNanos());
        }
        Timeline timeline = analysis.timeline();
        int thread = kind == NextStep.Kind.PATH ? NextStep.thread(timeline, finding) : Timeline.NONE;
        return thread == Timeline.NONE ? link : link.of(timeline.hostName(timeline.host(thread)), timeline.tid(thread));
    }

    /** The command that opens a finding in the window; empty if the traces were read with options that the window does not have. */
    public static Optional<String> command(Analysis analysis, Finding finding) {
        NextStep.Call call = analysis.question().get(NextStep.CALL);
        List<String> words = new ArrayList<>(call.traces());
        return words.stream().anyMatch(word -> word.startsWith("-")) ? Optional.empty()
                : Optional.of(of(analysis, finding).command(call.program(), words));
    }
}
