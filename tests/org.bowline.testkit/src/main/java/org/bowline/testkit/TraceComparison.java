/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.trace.CtfTrace;

/**
 * Compares what our reader and babeltrace2 read of the same trace, event by event: time, name, and all fields with their values. Events of
 * equal time may come in any order among each other (the two break ties between streams differently), so they are compared as a sorted group.
 * Holds one such group of each side.
 */
public final class TraceComparison {
    private static final Pattern ANY_TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"");
    private static final Comparator<String> ORDER = Comparator.naturalOrder();

    private TraceComparison() {}

    /**
     * The outcome.
     *
     * @param events of the two sides that agree
     * @param difference what differs first; empty if nothing
     * @param complete whether babeltrace2 read the trace to its end
     * @param complaint of babeltrace2, if it did not
     */
    public record Result(long events, String difference, boolean complete, String complaint) {}

    /** Compares a trace up to where babeltrace2 stops. */
    public static Result compare(Path trace, Babeltrace babeltrace) throws IOException {
        try (CtfTrace ours = CtfTrace.open(trace, ReadOptions.TOLERANT)) {
            boolean nanos = ours.metadata().clocks().stream().allMatch(clock -> clock.frequencyHz() == 1_000_000_000L);
            try (Babeltrace.Output theirs = babeltrace.print(trace, nanos ? Babeltrace.Clock.NANOS : Babeltrace.Clock.CYCLES)) {
                return compare(ours, theirs, nanos, !babeltrace.readsCtf2());
            }
        }
    }

    private static Result compare(CtfTrace trace, Babeltrace.Output theirs, boolean inNanos, boolean emptyTextsAreWrong)
            throws IOException {
        List<EventClass> classes = trace.metadata().eventClasses();
        PrettyPrinter printer = new PrettyPrinter(trace.metadata());
        long events = 0;
        Group left = new Group(inNanos);
        Group right = new Group(inNanos);
        try (EventCursor cursor = trace.cursor(EventSelection.everything())) {
            while (true) {
                boolean ended = !right.fill(theirs);
                if (ended && right.lines.isEmpty()) {
                    break;
                }
                int exit = ended ? theirs.exitCode() : 0;
                left.fill(cursor, classes, printer);
                String difference = left.difference(right, exit != 0, emptyTextsAreWrong);
                events += right.lines.size();
                if (!difference.isEmpty()) {
                    return new Result(events, "event " + events + ": " + difference, false, "");
                }
            }
            int exit = theirs.exitCode();
            if (exit == 0) {
                left.fill(cursor, classes, printer);
                if (!left.lines.isEmpty()) {
                    return new Result(events, "babeltrace2 ends after " + events + " events, we have also " + left.lines.get(0), true, "");
                }
            }
            return new Result(events, "", exit == 0, exit == 0 ? "" : theirs.errors());
        }
    }

    /** Events of equal time. */
    private static final class Group {
        private final List<String> lines = new ArrayList<>();
        private final boolean inNanos;
        private long time;
        private Babeltrace.@Nullable Line ahead;
        private boolean cursorAhead;

        Group(boolean inNanos) {
            this.inNanos = inNanos;
        }

        private long time(EventCursor cursor) {
            return inNanos ? cursor.timeNanos() : cursor.cycles();
        }

        /** Takes the next group of babeltrace2; false if it is the last. */
        boolean fill(Babeltrace.Output output) throws IOException {
            lines.clear();
            Babeltrace.Line line = ahead != null ? ahead : output.next();
            ahead = null;
            if (line == null) {
                return false;
            }
            time = line.time();
            while (line != null && line.time() == time) {
                lines.add(line.text());
                line = output.next();
            }
            ahead = line;
            return line != null;
        }

        void fill(EventCursor cursor, List<EventClass> classes, PrettyPrinter printer) throws IOException {
            lines.clear();
            boolean present = cursorAhead || next(cursor);
            cursorAhead = false;
            if (!present) {
                return;
            }
            time = time(cursor);
            while (present && time(cursor) == time) {
                lines.add(printer.print(classes.get(cursor.eventClassIndex()).name(), cursor));
                present = next(cursor);
            }
            cursorAhead = present;
        }

        private static boolean next(EventCursor cursor) throws IOException {
            while (cursor.next()) {
                if (cursor.kind() != EventCursor.LOST) {
                    return true;
                }
            }
            return false;
        }

        /** Compares with babeltrace2's group, which may be a part only if it stopped here. */
        String difference(Group theirs, boolean partial, boolean emptyTextsAreWrong) {
            if (theirs.time != Long.MIN_VALUE && time != theirs.time) {
                return "time " + time + " instead of " + theirs.time + " of " + theirs.lines.get(0);
            }
            if (partial ? lines.size() < theirs.lines.size() : lines.size() != theirs.lines.size()) {
                return lines.size() + " instead of " + theirs.lines.size() + " events at " + time + ": " + lines + " instead of "
                        + theirs.lines;
            }
            if (partial) {
                return "";
            }
            lines.sort(ORDER);
            theirs.lines.sort(ORDER);
            for (int i = 0; i < lines.size(); i++) {
                String mine = lines.get(i);
                String other = theirs.lines.get(i);
                if (!mine.equals(other) && !(emptyTextsAreWrong && equalButForEmptyTexts(mine, other))) {
                    return "at " + time + "\n  " + mine + "\ninstead of\n  " + other;
                }
            }
            return "";
        }

        /** Whether the two agree but where we have an empty string: release 2.0 prints the one of the event before there. */
        private static boolean equalButForEmptyTexts(String mine, String other) {
            int i = 0;
            int k = 0;
            while (i < mine.length() && k < other.length()) {
                if (mine.startsWith("\"\"", i) && other.charAt(k) == '"') {
                    java.util.regex.Matcher matcher = ANY_TEXT.matcher(other).region(k, other.length());
                    if (!matcher.lookingAt()) {
                        return false;
                    }
                    i += 2;
                    k = matcher.end();
                } else if (mine.charAt(i++) != other.charAt(k++)) {
                    return false;
                }
            }
            return i == mine.length() && k == other.length();
        }
    }
}
