/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.progress.Progress;

/**
 * What programs tell of waits that the kernel cannot know: a thread that polls waits without sleeping (<em>spin</em>), and a thread that was woken in vain has
 * not stopped waiting (<em>false wake-up</em>). See wPerf, section 4. Collects them in any order, and {@linkplain #applyTo applies} them to a timeline.
 */
public final class ToldWaits implements Serializable {
    private final IntArrayList spinThread = new IntArrayList();
    private final LongArrayList spinBegin = new LongArrayList();
    private final LongArrayList spinEnd = new LongArrayList();
    private final IntArrayList spinOwner = new IntArrayList();
    private final IntArrayList vainThread = new IntArrayList();
    private final LongArrayList vainNanos = new LongArrayList();

    /**
     * What became of it.
     *
     * @param timeline with the waits in it
     * @param spinNanos of each host, for how long threads on a processor were found to wait
     * @param falseWakeUps of each host, how many wake-ups no longer end a wait
     * @param withoutWaits of each host, how many false wake-ups were told with no sleep before and after them
     */
    public record Applied(Timeline timeline, long[] spinNanos, long[] falseWakeUps, long[] withoutWaits) {}

    /**
     * A thread polls.
     *
     * @param owner the thread that has what is polled for; {@link Timeline#NONE} if it is not known
     */
    public ToldWaits spin(int thread, long beginNanos, long endNanos, int owner) {
        if (beginNanos < endNanos) {
            spinThread.add(thread);
            spinBegin.add(beginNanos);
            spinEnd.add(endNanos);
            spinOwner.add(owner);
        }
        return this;
    }

    /** A thread finds that it was woken in vain, and is going to wait again. */
    public ToldWaits falseWakeUp(int thread, long nanos) {
        vainThread.add(thread);
        vainNanos.add(nanos);
        return this;
    }

    /** Whether there is nothing to tell. */
    public boolean isEmpty() {
        return spinThread.isEmpty() && vainThread.isEmpty();
    }

    /**
     * The timeline as the programs tell it. While a thread spins, the time for which it is on a processor becomes a wait for the owner, interrupts included; where it is preempted or sleeps meanwhile, it does
     * that. Around a false wake-up, the sleep before and the sleep after, and what is between, become one wait, ended by whoever ends the second; events that were lost in between prevent that. Each thread lives as long as
     * before, to the nanosecond. O((segments + told) × log) time.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public Applied applyTo(Timeline timeline, Progress progress) {
        int hosts = timeline.hostCount();
        Applied none = new Applied(timeline, new long[hosts], new long[hosts], new long[hosts]);
        return isEmpty() ? none : new ToldWaitsPass(timeline, this, none, progress).run();
    }

    int spins() {
        return spinThread.size();
    }

    int spinThread(int spin) {
        return spinThread.getInt(spin);
    }

    long spinBegin(int spin) {
        return spinBegin.getLong(spin);
    }

    long spinEnd(int spin) {
        return spinEnd.getLong(spin);
    }

    int spinOwner(int spin) {
        return spinOwner.getInt(spin);
    }

    int vainThread(int wakeUp) {
        return vainThread.getInt(wakeUp);
    }

    long vainNanos(int wakeUp) {
        return vainNanos.getLong(wakeUp);
    }

    /** The spins by thread, then begin. */
    int[] spinsInOrder() {
        return order(spinThread, spinBegin);
    }

    /** The false wake-ups by thread, then time. */
    int[] vainInOrder() {
        return order(vainThread, vainNanos);
    }

    private static int[] order(IntArrayList threads, LongArrayList times) {
        int[] order = new int[threads.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.stableSort(order, (a, b) -> {
            int byThread = Integer.compare(threads.getInt(a), threads.getInt(b));
            return byThread != 0 ? byThread : Long.compare(times.getLong(a), times.getLong(b));
        });
        return order;
    }
}
