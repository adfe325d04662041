/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LockNames;
import org.bowline.core.analysis.Locks;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.timeline.Timeline;

/**
 * Threads each of which waits for a mutex that the next one has, the last for one of the first: none of them goes on (Coffman, Elphick, Shoshani, System Deadlocks, ACM Computing Surveys 3, 1971). A thread waits for one mutex at a
 * time, so the graph of who waits for whom has one edge a thread. O(mutexes + threads).
 */
public final class Deadlock implements Rule {
    private static final int MOST_TOLD = 4;
    /** A program with a thread for each of many requests may have a circle for each of them. */
    private static final int MOST_CIRCLES = 8;
    private static final RuleInfo INFO = new RuleInfo("deadlock", "Deadlock", "lock events of the programs (profile locks)",
            "When the recording ends, or they exit, threads wait for mutexes of which each has the one that another of them waits for, in a circle. It does not matter how long that has lasted, nor which range is looked at.",
            "None of these threads goes on, nor does whoever waits for one of them.",
            "Take the mutexes in one order everywhere, or all at once; give the first one back before the next is asked for; or ask for it with pthread_mutex_trylock and give back what is held where it fails. A mutex that its own holder asks"
                    + " for again has to be recursive (PTHREAD_MUTEX_RECURSIVE), or is better not asked for.",
            List.of());

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.locksOfAll();
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        LockHistory history = analysis.get(Locks.HISTORY);
        if (Locks.told(analysis).isEmpty()) {
            return RuleOutcome.notApplicable("no program told of its locks");
        }
        Waiting waiting = new Waiting(analysis, history);
        List<Finding> findings = new ArrayList<>();
        List<int[]> circles = waiting.circles();
        for (int[] circle : circles.subList(0, Math.min(MOST_CIRCLES, circles.size()))) {
            findings.add(waiting.finding(circle, findings.isEmpty() ? Math.max(0, circles.size() - MOST_CIRCLES) : 0));
        }
        return RuleOutcome.of(findings, "no threads wait for each other's mutexes in a circle");
    }

    /** The threads that wait for each other in a circle when the recording ends, each circle once. */
    static List<int[]> circles(Analysis analysis) {
        return new Waiting(analysis, analysis.get(Locks.HISTORY)).circles();
    }

    /** For which mutex each thread waits at the end, since when, and who has it. */
    private static final class Waiting {
        private final Analysis analysis;
        private final Timeline timeline;
        private final LockHistory history;
        private final int[] lock;
        private final int[] holder;
        private final long[] since;

        Waiting(Analysis analysis, LockHistory history) {
            this.analysis = analysis;
            this.history = history;
            timeline = analysis.timeline();
            lock = new int[timeline.threadCount()];
            holder = new int[timeline.threadCount()];
            since = new long[timeline.threadCount()];
            Arrays.fill(holder, Timeline.NONE);
            for (int each = 0; each < history.lockCount(); each++) {
                int has = history.isEstimate(each) ? Timeline.NONE : holder(each);
                for (int request = history.firstOpenRequest(each); has != Timeline.NONE && request < history.endOpenRequest(each);
                        request++) {
                    int thread = history.openThread(request);
                    if (isToTheEnd(thread, history.openUntilNanos(request)) && waits(thread, history.openSinceNanos(request))) {
                        lock[thread] = each;
                        holder[thread] = has;
                        since[thread] = history.openSinceNanos(request);
                    }
                }
            }
        }

        /** Who has a mutex at the end; {@link Timeline#NONE} if nobody does, or events were lost since. */
        private int holder(int of) {
            int last = history.endHold(of) - 1;
            return last >= history.firstHold(of) && history.isLowerBound(last) && isToTheEnd(history.holder(last), history.holdEnd(last))
                    ? history.holder(last) : Timeline.NONE;
        }

        /** Whether a thread is in one wait from a time on, where anything is known of it: an event of a lock may be missing, or still to come. */
        private boolean waits(int thread, long fromNanos) {
            return timeline.firstSegment(thread) == timeline.endSegment(thread)
                    || OpenAsk.lastWait(timeline, thread, fromNanos) != Timeline.NONE;
        }

        private boolean isToTheEnd(int thread, long nanos) {
            return nanos >= Math.min(timeline.endNanos(), timeline.threadEnd(thread));
        }

        /** Each once, from its thread with the lowest number on. */
        List<int[]> circles() {
            List<int[]> circles = new ArrayList<>();
            int[] seenBy = new int[holder.length];
            Arrays.fill(seenBy, Timeline.NONE);
            for (int first = 0; first < holder.length; first++) {
                int thread = first;
                while (thread != Timeline.NONE && seenBy[thread] == Timeline.NONE) {
                    seenBy[thread] = first;
                    thread = holder[thread];
                }
                if (thread != Timeline.NONE && seenBy[thread] == first) {
                    circles.add(circle(thread));
                }
            }
            return circles;
        }

        private int[] circle(int of) {
            IntArrayList threads = new IntArrayList();
            int thread = of;
            do {
                threads.add(thread);
                thread = holder[thread];
            } while (thread != of);
            int least = threads.indexOf(threads.intStream().min().orElseThrow());
            int[] from = new int[threads.size()];
            Arrays.setAll(from, i -> threads.getInt((least + i) % from.length));
            return from;
        }

        /** What is told of a circle, and that there are so many more. */
        Finding finding(int[] circle, int more) {
            LockNames names = analysis.get(Locks.NAMES);
            long begun = Arrays.stream(circle).mapToLong(thread -> since[thread]).max().orElseThrow();
            long end = Arrays.stream(circle).mapToLong(timeline::threadEnd).min().orElseThrow();
            boolean open = Arrays.stream(circle).allMatch(thread -> SinceRequest.isAliveAtTheEnd(timeline, thread));
            boolean one = circle.length == 1;
            long nanos = Math.max(0, end - begun);
            String until = ": for " + duration(nanos) + ", " + percent((double) nanos / (timeline.endNanos() - timeline.startNanos()))
                    + " of the recording, until " + (open ? "it ends, " : one ? "it exits, " : "they exit, ");
            StringBuilder told = new StringBuilder(PoolNames.list(analysis, circle));
            if (one) {
                told.append(" is deadlocked").append(until).append("it waits for the mutex ").append(names.text(lock[circle[0]]))
                        .append(", which it has itself.");
            } else {
                told.append(" are deadlocked").append(until).append("each of them waits for a mutex that another one has.");
                for (int i = 0; i < Math.min(MOST_TOLD, circle.length); i++) {
                    told.append(' ').append(analysis.phraseOfGraph(circle[i])).append(" waits for ")
                            .append(names.text(lock[circle[i]]))
                            .append(", which ").append(analysis.phraseOfGraph(holder[circle[i]])).append(" has.");
                }
            }
            int others = others(circle);
            told.append(others == 0 ? ""
                    : ' ' + count(others, "more thread waits", "more threads wait") + (one ? " for it" : " for one of them")
                            + ", directly or through others.");
            told.append(more == 0 ? ""
                    : ' ' + count(more, "more circle of threads is", "more circles of threads are") + " deadlocked, too.");
            Finding.Builder finding = Finding.of(INFO, Severity.CRITICAL, 1).subject(analysis.stableName(circle[0]))
                    .summary(told + HangingRequests.before(analysis, begun, nanos));
            for (int thread : Arrays.copyOf(circle, Math.min(MOST_TOLD, circle.length))) {
                finding.evidence(new Evidence.Vertex(thread, Math.max(0, timeline.threadEnd(thread) - since[thread]),
                        "waits for " + names.text(lock[thread])));
            }
            return finding.restsOn(analysis.doubts(timeline.host(circle[0]))).build();
        }

        /** How many wait for those of a circle, directly or through others, beside these. */
        private int others(int[] circle) {
            IntOpenHashSet stuck = new IntOpenHashSet(circle);
            boolean[] known = new boolean[holder.length];
            int others = 0;
            for (int first = 0; first < holder.length; first++) {
                IntArrayList passed = new IntArrayList();
                int thread = first;
                while (thread != Timeline.NONE && !known[thread] && !stuck.contains(thread)) {
                    known[thread] = true;
                    passed.add(thread);
                    thread = holder[thread];
                }
                if (thread != Timeline.NONE && stuck.contains(thread)) {
                    others += passed.size();
                    stuck.addAll(passed);
                }
            }
            return others;
        }
    }
}
