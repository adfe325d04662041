/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.column.ShortColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ToldWaits.Applied;

/** One pass over a timeline's segments that turns what {@link ToldWaits} knows into waits. Threads of which nothing is told are copied as they are. */
final class ToldWaitsPass {
    private static final byte BLOCKED = (byte) ThreadState.BLOCKED.ordinal();
    private static final byte UNKNOWN = (byte) ThreadState.UNKNOWN.ordinal();
    private static final int NONE = Timeline.NONE;

    private final TimelineData from;
    private final ToldWaits told;
    private final Applied applied;
    private final Progress progress;
    private final int[] unknownOfHost;
    private final LongColumn start;
    private final IntColumn packed;
    private final IntColumn target;
    private final IntColumn link;
    private final IntArrayList vainThread = new IntArrayList();
    private final LongArrayList vainNanos = new LongArrayList();

    ToldWaitsPass(Timeline timeline, ToldWaits told, Applied applied, Progress progress) {
        from = timeline.data();
        this.told = told;
        this.applied = applied;
        this.progress = progress;
        start = new LongColumn();
        packed = new IntColumn();
        target = new IntColumn();
        link = new IntColumn();
        unknownOfHost = new int[timeline.hostCount()];
        Arrays.fill(unknownOfHost, NONE);
        for (int vertex = timeline.threadCount(); vertex < timeline.vertexCount(); vertex++) {
            if (timeline.kind(vertex) == VertexKind.UNKNOWN) {
                unknownOfHost[timeline.host(vertex)] = vertex;
            }
        }
    }

    Applied run() {
        int threads = from.threadTid.length;
        int[] spins = told.spinsInOrder();
        int[] vain = told.vainInOrder();
        int[] first = new int[threads + 1];
        int spin = 0;
        int wakeUp = 0;
        for (int thread = 0; thread < threads; thread++) {
            progress.check();
            int endSpin = spin;
            while (endSpin < spins.length && told.spinThread(spins[endSpin]) == thread) {
                endSpin++;
            }
            int endWakeUp = wakeUp;
            while (endWakeUp < vain.length && told.vainThread(vain[endWakeUp]) == thread) {
                endWakeUp++;
            }
            split(thread, spins, spin, endSpin);
            if (endWakeUp > wakeUp) {
                join(thread, first[thread], vain, wakeUp, endWakeUp);
            }
            first[thread + 1] = start.size();
            spin = endSpin;
            wakeUp = endWakeUp;
        }
        return new Applied(new Timeline(data(first)), applied.spinNanos(), applied.falseWakeUps(), applied.withoutWaits());
    }

    private TimelineData data(int[] first) {
        TimelineData to = from.copy();
        int count = start.size();
        to.firstSegment = first;
        to.segmentStart = start;
        to.segmentState = ByteColumn.zeros(count);
        to.segmentCause = ByteColumn.zeros(count);
        to.segmentCpu = ShortColumn.zeros(count);
        for (int i = 0; i < count; i++) {
            int one = packed.get(i);
            to.segmentState.set(i, (byte) one);
            to.segmentCause.set(i, (byte) (one >> 8));
            to.segmentCpu.set(i, (short) (one >> 16));
        }
        to.segmentTarget = target;
        to.segmentLink = link;
        to.falseWakeUpThread = vainThread.toIntArray();
        to.falseWakeUpNanos = vainNanos.toLongArray();
        return to;
    }

    private static int pack(int state, int cause, int cpu) {
        return cpu << 16 | cause << 8 | state;
    }

    private void add(long at, int how, int forWhom, int by) {
        start.add(at);
        packed.add(how);
        target.add(forWhom);
        link.add(by);
    }

    /** Copies a thread's segments; those on a processor are cut where a spin begins and ends. */
    private void split(int thread, int[] spins, int firstSpin, int endSpin) {
        int spin = firstSpin;
        int before = firstSpin - 1; // the spin whose wait was added last, if nothing came after it
        int last = from.firstSegment[thread + 1];
        long free = Long.MIN_VALUE; // spins do not nest: one that begins within another one begins where that ends
        for (int s = from.firstSegment[thread]; s < last; s++) {
            long at = from.segmentStart.get(s);
            long end = s + 1 == last ? from.threadEnd[thread] : from.segmentStart.get(s + 1);
            while (spin < endSpin && told.spinEnd(spins[spin]) <= Math.max(at, free)) {
                free = Math.max(free, told.spinEnd(spins[spin]));
                spin++;
            }
            int how = pack(from.segmentState.get(s), from.segmentCause.get(s), from.segmentCpu.get(s));
            if (!ThreadState.of(from.segmentState.get(s)).isOnCpu() || spin == endSpin) {
                add(at, how, from.segmentTarget.get(s), from.segmentLink.get(s));
                before = firstSpin - 1;
                continue;
            }
            while (at < end) {
                long begin = spin == endSpin ? Long.MAX_VALUE : Math.max(free, told.spinBegin(spins[spin]));
                if (begin > at) {
                    add(at, how, from.segmentTarget.get(s), from.segmentLink.get(s));
                    before = firstSpin - 1;
                    at = Math.min(end, begin);
                    continue;
                }
                long until = Math.min(end, told.spinEnd(spins[spin]));
                if (until > at) {
                    if (before != spin) {
                        addWait(thread, at, told.spinOwner(spins[spin]), from.segmentCpu.get(s));
                    }
                    applied.spinNanos()[from.vertexHost[thread]] += until - at;
                    before = spin;
                    at = until;
                }
                if (told.spinEnd(spins[spin]) <= at) {
                    free = told.spinEnd(spins[spin]);
                    spin++;
                    while (spin < endSpin && told.spinEnd(spins[spin]) <= free) {
                        spin++;
                    }
                }
            }
        }
    }

    private void addWait(int thread, long at, int owner, int cpu) {
        boolean known = owner >= 0 && owner != thread && from.threadTid[owner] != 0;
        Cause cause = known ? Cause.THREAD : Cause.UNKNOWN;
        add(at, pack(BLOCKED, cause.ordinal(), cpu), known ? owner : unknownOfHost[from.vertexHost[thread]], Timeline.SPIN);
    }

    private boolean isSleep(int i) {
        return (byte) packed.get(i) == BLOCKED && link.get(i) != Timeline.SPIN;
    }

    private boolean isUnknown(int i) {
        return (byte) packed.get(i) == UNKNOWN;
    }

    /** Joins the waits around the false wake-ups of the thread whose segments were added last. */
    private void join(int thread, int first, int[] vain, int firstWakeUp, int endWakeUp) {
        int count = start.size() - first;
        int[] sleepAfter = sleepAfter(first, count);
        boolean[] goesOn = new boolean[count];
        int sleep = NONE;
        int at = 0;
        int host = from.vertexHost[thread];
        for (int w = firstWakeUp; w < endWakeUp; w++) {
            long time = told.vainNanos(vain[w]);
            for (; at < count && start.get(first + at) <= time; at++) {
                sleep = isSleep(first + at) ? at : isUnknown(first + at) ? NONE : sleep;
            }
            // at is one past the segment that holds the time
            int next = at == 0 || time >= from.threadEnd[thread] ? NONE : sleepAfter[at];
            boolean isAwake = at > 0 && !isSleep(first + at - 1) && !isUnknown(first + at - 1);
            if (sleep == NONE || next == NONE || !isAwake) {
                applied.withoutWaits()[host]++;
            } else if (!goesOn[sleep]) { // else it was told twice
                Arrays.fill(goesOn, sleep, next, true);
                applied.falseWakeUps()[host]++;
                vainThread.add(thread);
                vainNanos.add(start.get(first + sleep + 1));
            }
        }
        joinAll(first, goesOn);
    }

    /** The next sleep from each segment on, if all is known until then. */
    private int[] sleepAfter(int first, int count) {
        int[] sleepAfter = new int[count + 1];
        sleepAfter[count] = NONE;
        for (int i = count - 1; i >= 0; i--) {
            sleepAfter[i] = isSleep(first + i) ? i : isUnknown(first + i) ? NONE : sleepAfter[i + 1];
        }
        return sleepAfter;
    }

    /** Makes one segment of those that go on in the next one: what the last of them is. */
    private void joinAll(int first, boolean[] goesOn) {
        int kept = first;
        for (int i = first; i < first + goesOn.length; i++) {
            long begin = start.get(i);
            while (goesOn[i - first]) {
                i++;
            }
            start.set(kept, begin);
            packed.set(kept, packed.get(i));
            target.set(kept, target.get(i));
            link.set(kept, link.get(i));
            kept++;
        }
        start.truncate(kept);
        packed.truncate(kept);
        target.truncate(kept);
        link.truncate(kept);
    }
}
