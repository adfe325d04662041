/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** When nothing was recorded of processors of a host though others were: known before their events are read, and told among them. */
public final class StreamLosses {
    private static final int OF_UNKNOWN_NUMBER = -1;

    private final List<Loss> losses = new ArrayList<>();
    private int told;

    private record Loss(int cpu, long fromNanos, long toNanos, long count) {}

    /** Adds one; all before any is told. */
    public void add(int cpu, long fromNanos, long toNanos) {
        add(cpu, fromNanos, toNanos, OF_UNKNOWN_NUMBER);
    }

    /** Adds what was before the first packet of a stream that begins later than others; all before any is told. */
    public void addBeforeFirst(int cpu, long fromNanos, long toNanos) {
        add(cpu, fromNanos, toNanos, KernelSink.BEFORE_FIRST);
    }

    private void add(int cpu, long fromNanos, long toNanos, long count) {
        losses.add(new Loss(cpu, fromNanos, toNanos, count));
        losses.sort(Comparator.comparingLong(Loss::fromNanos).thenComparingInt(Loss::cpu));
    }

    /** The processors that they are of. */
    BitSet processors() {
        BitSet processors = new BitSet();
        losses.forEach(loss -> processors.set(loss.cpu));
        return processors;
    }

    /** When the next one begins; {@link Long#MAX_VALUE} if there is none. */
    long nextNanos() {
        return told < losses.size() ? losses.get(told).fromNanos : Long.MAX_VALUE;
    }

    /** Tells of those that begin up to a time, at which there is a fact: after the last fact nothing is said of any processor. */
    void tell(KernelSink sink, long nanos) {
        while (told < losses.size() && losses.get(told).fromNanos <= nanos) {
            Loss loss = losses.get(told++);
            sink.lost(loss.cpu, loss.fromNanos, loss.toNanos, loss.count);
        }
    }
}
