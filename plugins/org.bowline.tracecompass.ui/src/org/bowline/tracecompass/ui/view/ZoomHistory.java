/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Span;

/** Which parts of the time a person saw, one after another, so that a zoom can be taken back. Turning the wheel one way, or dragging, is one step however many parts it passes. For one thread. */
public final class ZoomHistory {
    /** More steps than anybody goes back. */
    static final int MOST = 100;
    /** Another part within this time is the same movement, ns, if it goes the same way. */
    static final long SAME_STEP_NANOS = 700_000_000L;

    /** Of what is only moved the width differs by no more than so much of itself. */
    private static final double AS_WIDE = 1e-3;

    private final Deque<Span> before = new ArrayDeque<>();
    private final Deque<Span> after = new ArrayDeque<>();
    private @Nullable Span present;
    /** When the present part was shown; none where it was gone to, as what follows that is a step of its own. */
    private @Nullable Long seenNanos;
    /** Whether that was a wider one (1), a narrower one (−1), or about as wide (0). */
    private int way;

    /** Forgets all, as what is shown now has nothing to do with it. */
    public void clear() {
        before.clear();
        after.clear();
        present = null;
        rest();
    }

    /**
     * A part is shown. The same part again is no step.
     *
     * @param nowNanos a clock that only goes forward
     */
    public void seen(Span part, long nowNanos) {
        Span last = present;
        if (part.equals(last)) {
            return;
        }
        Long then = seenNanos;
        int itsWay = last == null ? 0 : way(last, part);
        boolean goesOn = then != null && nowNanos - then <= SAME_STEP_NANOS && itsWay == way && !before.isEmpty();
        way = itsWay;
        if (last != null && !goesOn) {
            before.addLast(last);
            if (before.size() > MOST) {
                before.removeFirst();
            }
        }
        after.clear();
        present = part;
        seenNanos = last == null ? null : Long.valueOf(nowNanos);
    }

    private static int way(Span last, Span part) {
        double wide = last.toNanos() - last.fromNanos();
        double than = part.toNanos() - part.fromNanos();
        return Math.abs(than - wide) <= AS_WIDE * wide ? 0 : than > wide ? 1 : -1;
    }

    /** What is shown next is a step of its own, however soon. */
    public void rest() {
        seenNanos = null;
    }

    /** Goes to the part before; null if there is none. */
    public @Nullable Span back() {
        return move(before, after);
    }

    /** Goes to the part from which a person went back; null if there is none. */
    public @Nullable Span forward() {
        return move(after, before);
    }

    private @Nullable Span move(Deque<Span> from, Deque<Span> to) {
        Span next = from.pollLast();
        Span last = present;
        if (next != null && last != null) {
            to.addLast(last);
            present = next;
            rest();
        }
        return next;
    }

    /** Whether there is a part to go back to. */
    public boolean hasBefore() {
        return !before.isEmpty();
    }

    /** Whether there is one to go forward to. */
    public boolean hasAfter() {
        return !after.isEmpty();
    }
}
