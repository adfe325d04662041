/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Duration;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;
import org.bowline.core.waitfor.BusyThreads;
import org.bowline.core.waitfor.RepeatedWaits;
import org.bowline.core.waitfor.SetAside;

/**
 * Which part of a recording the figures are about, and why. A part that was found lies in the time in which the hosts of its threads were recorded, unless that would be less than half of the work; whose time is missing then is a
 * caveat.
 *
 * @param kind what told the range
 * @param fromNanos begin, reference time
 * @param toNanos end, exclusive
 * @param sentence for readers: which part it is and why; without a full stop
 * @param caveats of a part that was found: whose time is missing
 */
public record ChosenRange(Kind kind, long fromNanos, long toNanos, String sentence, List<Caveat> caveats) {
    private static final int MOST_NAMES = 3;
    private static final int MOST_OF_NAME = 40;
    /** Waits for a disk with less than this part of the time in which threads compute are those of programs that start: they read their files. */
    private static final double LEAST_OF_COMPUTING = 0.5;
    /** A part that is more than so many percent of the recording is no part. */
    private static final int NEARLY_ALL = 95;
    /** That a host was not recorded in less than this part of the range is not seen in its figures. */
    private static final int LEAST_MISSING = 100;

    /** That nothing happens any more for less than this part of the recording is not worth a word. */
    private static final int LEAST_STILL = 10;

    /** What told a range. */
    public enum Kind {
        /** All of the recording. */
        ALL,
        /** The user. */
        GIVEN,
        /** The first and the last interval. */
        INTERVALS,
        /** The waits that repeat. */
        REPEATED,
        /** No waits do; threads that compute. */
        BUSY
    }

    /** Copies the caveats. */
    public ChosenRange {
        caveats = List.copyOf(caveats);
    }

    /** One of which nothing is missing. */
    private ChosenRange(Kind kind, long fromNanos, long toNanos, String sentence) {
        this(kind, fromNanos, toNanos, sentence, List.of());
    }

    /**
     * The range of a question.
     *
     * @param intervals from the first to the last interval; null if there are none, or none are asked for
     * @param wakeUps whether wake-ups were recorded, so that it is known who waits for whom; asked only where hardly anybody seems to wait
     * @param progress asked whether to stop, where the range has to be found
     */
    static ChosenRange of(Timeline timeline, Question question, @Nullable WorkRange intervals, BooleanSupplier wakeUps, Progress progress) {
        boolean ofWork = question.part() == Question.Part.WORK && timeline.segmentCount() > 0;
        boolean given = question.fromNanos() != Long.MIN_VALUE || question.toNanos() != Long.MAX_VALUE;
        if (intervals != null && !(given && ofWork)) {
            return new ChosenRange(Kind.INTERVALS, intervals.fromNanos(), intervals.toNanos(),
                    "the work: " + Duration.duration(intervals.toNanos() - intervals.fromNanos()) + " of " + whole(timeline)
                            + ", from the first interval to the last");
        }
        return ofWork && !given ? found(timeline, wakeUps, progress) : asAsked(timeline, question);
    }

    private static ChosenRange asAsked(Timeline timeline, Question question) {
        long from = question.fromNanos() == Long.MIN_VALUE ? timeline.startNanos() : question.fromNanos();
        long to = question.toNanos() == Long.MAX_VALUE ? timeline.endNanos() : question.toNanos();
        return from > timeline.startNanos() || to < timeline.endNanos()
                ? new ChosenRange(Kind.GIVEN, from, to, Duration.duration(to - from) + " of " + whole(timeline) + ", as asked for")
                : new ChosenRange(Kind.ALL, from, to, "the whole recording, " + whole(timeline));
    }

    private static ChosenRange found(Timeline timeline, BooleanSupplier wakeUps, Progress progress) {
        ThreadRoles roles = ThreadRoles.of(timeline);
        RepeatedWaits repeated = RepeatedWaits.of(timeline, roles, progress);
        if (!repeated.isFound()) {
            return ofProcessors(timeline, BusyThreads.of(timeline, roles, progress), null, wakeUps.getAsBoolean());
        }
        boolean forDisks = 2 * (repeated.waitsForDisks() + repeated.waitsForKernels()) > repeated.waits();
        boolean little = repeated.areLittle(timeline, roles, progress);
        if (!forDisks && !little) {
            return ofWaits(timeline, repeated);
        }
        BusyThreads busy = BusyThreads.of(timeline, roles, progress);
        boolean elsewhere = busy.isFound() && busy.shareWithin(timeline, repeated.fromNanos(), repeated.toNanos()) < LEAST_OF_COMPUTING;
        return elsewhere || little && shareWithin(timeline, roles, repeated, progress) < LEAST_OF_COMPUTING
                ? ofProcessors(timeline, busy, repeated, wakeUps.getAsBoolean()) : ofWaits(timeline, repeated);
    }

    /**
     * Which part of what programs compute they compute where waits repeat, without those that only wait or sleep, in all of the recording and there as well: what starts the programs, and looks whether they are there. Who is set aside as
     * running beside the work counts, as it is the question what the work is.
     */
    private static double shareWithin(Timeline timeline, ThreadRoles roles, RepeatedWaits repeated, Progress progress) {
        SetAside ofAll = SetAside.of(timeline, roles, timeline.startNanos(), timeline.endNanos(), progress).withWork(thread -> true);
        SetAside ofPart = SetAside.of(timeline, roles, repeated.fromNanos(), repeated.toNanos(), progress).withWork(thread -> true);
        double all = 0;
        double within = 0;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (roles.isProgram(thread) && !(ofAll.isAside(thread) && ofPart.isAside(thread))) {
                all += BusyThreads.onCpu(timeline, thread, timeline.startNanos(), timeline.endNanos());
                within += BusyThreads.onCpu(timeline, thread, repeated.fromNanos(), repeated.toNanos());
            }
        }
        return all == 0 ? 1 : within / all;
    }

    /** @param passed waits that repeat, but only where little is computed; null if there are none */
    private static ChosenRange ofProcessors(Timeline timeline, BusyThreads busy, @Nullable RepeatedWaits passed, boolean wakeUps) {
        long nanos = busy.toNanos() - busy.fromNanos();
        boolean nearlyAll = nanos * 100.0 > (timeline.endNanos() - timeline.startNanos()) * (double) NEARLY_ALL;
        if (!busy.isFound() || nearlyAll && passed == null) {
            return all(timeline, passed == null
                    ? wakeUps
                            ? ", as no threads of programs wait for each other or for a disk often enough to tell which part of it is the work"
                            : ", as wake-ups were not recorded: who waits for whom is not known, and might tell which part of it is the work"
                    : ", as waits" + forWhat(passed) + " repeat only where programs do less than half of what they compute");
        }
        int[] threads = busy.threads().toIntArray();
        String where = ", where " + names(timeline, threads) + (threads.length == 1 ? " computes" : " compute")
                + (passed == null
                        ? wakeUps ? "; no threads of programs wait for each other or for a disk often enough for their waits to tell more"
                                : "; wake-ups were not recorded, so who waits for whom is not known, and might tell more"
                        : "; waits" + forWhat(passed) + " repeat only where less than half of that is done");
        return nearlyAll ? all(timeline, where)
                : new ChosenRange(Kind.BUSY, busy.fromNanos(), busy.toNanos(),
                        "the work: " + Duration.duration(nanos) + " of " + whole(timeline) + where,
                        missing(timeline, threads, busy.fromNanos(), busy.toNanos()));
    }

    private static ChosenRange all(Timeline timeline, String why) {
        return new ChosenRange(Kind.ALL, timeline.startNanos(), timeline.endNanos(), "the whole recording, " + whole(timeline) + why);
    }

    /** Which hosts of threads were not recorded in a part of a range. */
    private static List<Caveat> missing(Timeline timeline, int[] threads, long from, long to) {
        BitSet hosts = new BitSet();
        for (int thread : threads) {
            hosts.set(timeline.host(thread));
        }
        List<Caveat> result = new ArrayList<>();
        for (int host = hosts.nextSetBit(0); host >= 0; host = hosts.nextSetBit(host + 1)) {
            long recorded = timeline.recordedNanos(host, from, to);
            if ((to - from - recorded) * LEAST_MISSING >= to - from) {
                result.add(new Caveat(Caveat.Severity.WARNING, timeline.hostName(host), "partly-recorded", to - from - recorded, from, to,
                        "This host was recorded for " + Duration.duration(recorded) + " of the " + Duration.duration(to - from)
                                + " of the work only: shares of its threads are of all of that, and so too small. Take a range in which it was recorded (--from, --to), or record all hosts from begin to end."));
            }
        }
        return result;
    }

    private static ChosenRange ofWaits(Timeline timeline, RepeatedWaits repeated) {
        int[] threads = IntStream.range(0, repeated.threadCount()).map(repeated::thread).toArray();
        return new ChosenRange(Kind.REPEATED, repeated.fromNanos(), repeated.toNanos(),
                "the work: " + Duration.duration(repeated.toNanos() - repeated.fromNanos()) + " of " + whole(timeline) + ", where "
                        + names(timeline, threads) + " wait" + (repeated.threadCount() == 1 ? "s" : "") + forWhat(repeated)
                        + " again and again, " + Words.count(repeated.waits(), "time") + goesOn(timeline, repeated)
                        + standsStill(timeline, threads, repeated.toNanos()),
                missing(timeline, threads, repeated.fromNanos(), repeated.toNanos()));
    }

    private static String goesOn(Timeline timeline, RepeatedWaits repeated) {
        return repeated.last() == Timeline.NONE ? ""
                : ", and then " + PlainText.shorten(timeline.name(repeated.last()), MOST_OF_NAME) + " for a disk, for "
                        + Duration.duration(repeated.toNanos() - repeated.lastFromNanos());
    }

    /** What comes after the work is nothing to look at, unless the threads neither go on nor exit: they may have nothing more to do, or hang. */
    private static String standsStill(Timeline timeline, int[] threads, long to) {
        long end = Long.MAX_VALUE;
        for (int thread : threads) {
            end = Math.min(end, timeline.threadEnd(thread));
        }
        long begin = to;
        long until = end;
        for (int thread : threads) {
            int wait = timeline.segmentAt(thread, to + (end - to) / 2);
            if (wait == Timeline.NONE || timeline.state(wait) != ThreadState.BLOCKED || timeline.cause(wait) == Cause.TIMER
                    || (end - timeline.end(thread, wait)) * LEAST_STILL > end - to) {
                return "";
            }
            begin = Math.max(begin, timeline.start(wait));
            until = Math.min(until, timeline.end(thread, wait));
        }
        return (until - begin) * LEAST_STILL < timeline.endNanos() - timeline.startNanos() ? ""
                : "; then " + (threads.length == 1 ? "it does nothing for " : "none of them does anything for ")
                        + Duration.duration(until - begin);
    }

    private static String forWhat(RepeatedWaits repeated) {
        long served = repeated.waitsForDisks() + repeated.waitsForKernels();
        List<String> parts = new ArrayList<>();
        if (2 * served > repeated.waits() && repeated.waitsForDisks() > 0) {
            parts.add("for a disk");
        }
        if (2 * served > repeated.waits() && repeated.waitsForKernels() > 0) {
            parts.add("for the kernel of another host");
        }
        if (served < repeated.waits()) {
            parts.add("for each other");
        }
        return " " + Words.list(parts, "or");
    }

    private static String whole(Timeline timeline) {
        return Duration.duration(timeline.endNanos() - timeline.startNanos());
    }

    /**
     * The range of the work in a recording by its waits alone, or all of it; {@link #sentence} says which and why. O(waits × log waits).
     *
     * @param recorded what the traces of each host can tell; asked only where hardly anybody seems to wait
     */
    public static ChosenRange find(Timeline timeline, Supplier<List<Recorded>> recorded, Progress progress) {
        return of(timeline, Question.WORK, null, () -> Recorded.haveWakeUps(recorded.get()), progress);
    }

    private static String names(Timeline timeline, int[] threads) {
        Set<String> names = new LinkedHashSet<>();
        int told = 0;
        for (int i = 0; i < threads.length && names.size() < MOST_NAMES; i++) {
            names.add(PlainText.shorten(timeline.name(threads[i]), MOST_OF_NAME));
            told = i + 1;
        }
        int more = threads.length - told;
        String listed = more == 0 ? Words.list(names.stream().toList(), "and")
                : String.join(", ", names) + " and " + Words.count(more, "more thread");
        return threads.length > 1 && names.size() == 1 && more == 0 ? threads.length + " threads " + listed
                : threads.length == 1 ? "the thread " + listed : listed;
    }
}
