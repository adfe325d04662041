/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.waitfor.Steps;
import org.bowline.tracecompass.ui.frame.Span;

/** Which parts of the picture a person saw, one after another, so that a zoom can be taken back. Turning the wheel one way, or dragging, is one step however many parts it passes. For one thread. */
final class ZoomHistory {
    /** Another part within this time is the same movement, ns, if it goes the same way. */
    static final long SAME_STEP_NANOS = 700_000_000L;

    /** Of what is only moved the width differs by no more than so much of itself. */
    private static final double AS_WIDE = 1e-3;

    private final Steps<Span> steps = new Steps<>();
    private @Nullable Span present;
    /** When the present part was shown; none where it was gone to, as what follows that is a step of its own. */
    private @Nullable Long seenNanos;
    /** Whether that was a wider one (1), a narrower one (−1), or about as wide (0). */
    private int way;

    /** Forgets all, as what is shown now has nothing to do with it. */
    void clear() {
        steps.clear();
        present = null;
        rest();
    }

    /**
     * A part is shown. The same part again is no step.
     *
     * @param nowNanos a clock that only goes forward
     */
    void seen(Span part, long nowNanos) {
        Span last = present;
        if (part.equals(last)) {
            return;
        }
        Long then = seenNanos;
        int itsWay = last == null ? 0 : way(last, part);
        boolean goesOn = then != null && nowNanos - then <= SAME_STEP_NANOS && itsWay == way && steps.hasBefore();
        way = itsWay;
        if (last != null && !goesOn) {
            steps.left(last);
        }
        steps.goOn();
        present = part;
        seenNanos = last == null ? null : Long.valueOf(nowNanos);
    }

    private static int way(Span last, Span part) {
        double wide = last.toNanos() - last.fromNanos();
        double than = part.toNanos() - part.fromNanos();
        return Math.abs(than - wide) <= AS_WIDE * wide ? 0 : than > wide ? 1 : -1;
    }

    /** What is shown next is a step of its own, however soon. */
    void rest() {
        seenNanos = null;
    }

    /** Goes to the part before; null if there is none. */
    @Nullable
    Span back() {
        Span last = present;
        return last == null ? null : moved(steps.back(last));
    }

    /** Goes to the part from which a person went back; null if there is none. */
    @Nullable
    Span forward() {
        Span last = present;
        return last == null ? null : moved(steps.forward(last));
    }

    private @Nullable Span moved(@Nullable Span to) {
        if (to != null) {
            present = to;
            rest();
        }
        return to;
    }

    /** Whether there is a part to go back to. */
    boolean hasBefore() {
        return steps.hasBefore();
    }

    /** Whether there is one to go forward to. */
    boolean hasAfter() {
        return steps.hasAfter();
    }
}
