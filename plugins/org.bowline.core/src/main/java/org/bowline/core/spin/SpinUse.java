/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.spin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * What a thread did in vain, within a range: what its program told of it, and candidates of which it told nothing. A <em>candidate</em> is a time between two sleeps for which the thread ran less than some limit and did
 * nothing that anybody could see: it woke nobody, made no request of a disk, sent no packet to a traced host, took and gave back no lock, and created no thread. If a thread ended both sleeps, or both were for
 * one lock, it is a candidate for a false wake-up; if timers ended both, for polling. Candidates are counted, and never change a timeline.
 *
 * @param thread number of the thread in the timeline
 * @param spins how often it polled on a processor; one time is one, however often the thread had to leave the processor meanwhile
 * @param spinNanos for how long it was on one
 * @param longestSpinNanos the longest of these
 * @param owner for whom it polled longest; {@link Timeline#NONE} if it did not, or that is not known
 * @param ownerNanos for how long
 * @param falseWakeUps how many wake-ups were false, as its program told
 * @param vain candidates for false wake-ups
 * @param vainNanos for how long it ran after them
 * @param polls candidates for polling by timer
 * @param pollNanos for how long it ran in them
 */
public record SpinUse(int thread, long spins, long spinNanos, long longestSpinNanos, int owner, long ownerNanos, long falseWakeUps,
        long vain, long vainNanos, long polls, long pollNanos) {
    private static final int POLL_MASK = (1 << 12) - 1;
    private static final long NOT = Long.MIN_VALUE;

    /** The time of its life for which it was on a processor for nothing, as its program told or as it looks, ns. */
    public long nanos() {
        return spinNanos + vainNanos + pollNanos;
    }

    /**
     * The threads of which there is something to tell, those with the longest time first. O((segments + packets + requests) × log) time.
     *
     * @param locks who held which lock
     * @param shorterThanNanos a candidate ran for less
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static List<SpinUse> of(Timeline timeline, LockHistory locks, long from, long to, long shorterThanNanos, Progress progress) {
        Deeds deeds = Deeds.of(timeline, progress);
        List<SpinUse> uses = new ArrayList<>();
        int told = 0;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            long falseWakeUps = 0;
            for (; told < timeline.falseWakeUpCount() && timeline.falseWakeUpThread(told) == thread; told++) {
                long at = timeline.falseWakeUpNanos(told);
                falseWakeUps += at >= from && at < to ? 1 : 0;
            }
            if (timeline.isIdle(thread) || timeline.threadEnd(thread) <= from) {
                continue;
            }
            Sums sums = new Sums(timeline, locks, deeds, thread, from, to, shorterThanNanos);
            sums.addAll(progress);
            SpinUse use = sums.use(falseWakeUps);
            if (use.spins > 0 || falseWakeUps > 0 || use.vain > 0 || use.polls > 0) {
                uses.add(use);
            }
        }
        uses.sort(Comparator.comparingLong(SpinUse::nanos).reversed().thenComparingInt(SpinUse::thread));
        return List.copyOf(uses);
    }

    /** Of one thread. */
    private static final class Sums {
        private final Timeline timeline;
        private final LockHistory locks;
        private final Deeds deeds;
        private final int thread;
        private final long from;
        private final long to;
        private final long shorterThan;
        private final Int2LongOpenHashMap owners = new Int2LongOpenHashMap();
        private long spins;
        /** When the last segment of the present time of polling ended; {@link #NOT} if the thread did something else since. */
        private long polledUntil = NOT;
        private long ofThis;
        private long spinNanos;
        private long longest;
        private long vain;
        private long vainNanos;
        private long polls;
        private long pollNanos;

        Sums(Timeline timeline, LockHistory locks, Deeds deeds, int thread, long from, long to, long shorterThan) {
            this.timeline = timeline;
            this.locks = locks;
            this.deeds = deeds;
            this.thread = thread;
            this.from = from;
            this.to = to;
            this.shorterThan = shorterThan;
        }

        void addAll(Progress progress) {
            int first = timeline.segmentAt(thread, from);
            int sleep = Timeline.NONE; // the last one, if all is known since
            long ran = 0;
            for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < timeline.endSegment(thread)
                    && timeline.start(s) < to; s++) {
                if ((s & POLL_MASK) == 0) {
                    progress.check();
                }
                ThreadState state = timeline.state(s);
                if (!timeline.isSpin(s) && state.isOnCpu()) {
                    polledUntil = NOT;
                }
                if (timeline.isSpin(s)) {
                    addSpin(s);
                    sleep = Timeline.NONE; // told already
                } else if (state == ThreadState.BLOCKED) {
                    if (sleep != Timeline.NONE && ran < shorterThan) {
                        addCandidate(sleep, s, ran);
                    }
                    sleep = s;
                    ran = 0;
                } else if (state == ThreadState.UNKNOWN) {
                    sleep = Timeline.NONE;
                } else if (state == ThreadState.RUNNING) {
                    ran += timeline.end(thread, s) - timeline.start(s);
                }
            }
        }

        private void addSpin(int s) {
            long nanos = Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s));
            if (nanos > 0) {
                // off the processor meanwhile, it polls on; times that are told one after the other are cut where one ends
                boolean goesOn = polledUntil != NOT && timeline.start(s) > polledUntil;
                spins += goesOn ? 0 : 1;
                ofThis = goesOn ? ofThis + nanos : nanos;
                spinNanos += nanos;
                longest = Math.max(longest, ofThis);
                polledUntil = timeline.end(thread, s);
                if (timeline.cause(s) == Cause.THREAD) {
                    owners.addTo(timeline.target(s), nanos);
                }
            }
        }

        private void addCandidate(int before, int after, long ran) {
            long woken = timeline.end(thread, before);
            if (woken < from || deeds.any(thread, woken, timeline.start(after))) {
                return;
            }
            boolean ofLock = locks.lockOf(before) != LockHistory.NONE || locks.lockOf(after) != LockHistory.NONE;
            boolean sameLock = ofLock && locks.lockOf(before) == locks.lockOf(after);
            boolean sameThread = !ofLock && timeline.cause(before) == Cause.THREAD && timeline.cause(after) == Cause.THREAD
                    && timeline.target(before) == timeline.target(after);
            if (sameLock || sameThread) {
                vain++;
                vainNanos += ran;
            } else if (timeline.cause(before) == Cause.TIMER && timeline.cause(after) == Cause.TIMER) {
                polls++;
                pollNanos += ran;
            }
        }

        SpinUse use(long falseWakeUps) {
            int owner = Timeline.NONE;
            long most = 0;
            for (Int2LongMap.Entry entry : owners.int2LongEntrySet()) {
                boolean more = entry.getLongValue() > most;
                if (more || (entry.getLongValue() == most && entry.getIntKey() < owner)) {
                    owner = entry.getIntKey();
                    most = entry.getLongValue();
                }
            }
            return new SpinUse(thread, spins, spinNanos, longest, owner, most, falseWakeUps, vain, vainNanos, polls, pollNanos);
        }
    }
}
