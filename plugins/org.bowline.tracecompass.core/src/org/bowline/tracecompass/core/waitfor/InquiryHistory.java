/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;

/**
 * What was asked of an experiment, one question after another, so that a person can go back and forward. Moving a slider, or walking over rows, is one step however many
 * questions it passes. For one thread.
 */
public final class InquiryHistory {
    /** What changes the same thing again within this time is the same step, ns. */
    static final long SAME_STEP_NANOS = 1_000_000_000L;

    /** What a step changed, where it is something that changes many times in one movement. */
    private enum Movement {
        NONE, THRESHOLD, THREAD
    }

    private final Steps<Inquiry> steps = new Steps<>();
    private Inquiry present;
    private Movement movement = Movement.NONE;
    private long askedNanos;

    /** One that begins with a question. */
    public InquiryHistory(Inquiry first) {
        present = first;
    }

    /**
     * Something else is asked. The same question again is no step, and neither is the first thread that is chosen: there is none to go back to.
     *
     * @param nowNanos a clock that only goes forward
     */
    public void ask(Inquiry next, long nowNanos) {
        if (next.equals(present)) {
            return;
        }
        if (present.thread() == Timeline.NONE && present.of(next.thread()).equals(next)) {
            present = next;
            steps.goOn();
            return;
        }
        Movement now = movement(present, next);
        boolean goesOn = now != Movement.NONE && now == movement && nowNanos - askedNanos <= SAME_STEP_NANOS && steps.hasBefore();
        if (!goesOn) {
            steps.left(present);
        }
        steps.goOn();
        movement = now;
        askedNanos = nowNanos;
        present = next;
    }

    private static Movement movement(Inquiry from, Inquiry to) {
        return from.at(to.threshold()).equals(to) ? Movement.THRESHOLD
                : from.of(to.thread()).equals(to) ? Movement.THREAD : Movement.NONE;
    }

    /** The present question is another one, and that is no step: it was made complete. */
    public void replace(Inquiry same) {
        present = same;
    }

    /** Goes to the question before; null if there is none. */
    public @Nullable Inquiry back() {
        return moved(steps.back(present));
    }

    /** Goes to the question from which a person went back; null if there is none. */
    public @Nullable Inquiry forward() {
        return moved(steps.forward(present));
    }

    private @Nullable Inquiry moved(@Nullable Inquiry to) {
        if (to != null) {
            present = to;
            movement = Movement.NONE;
        }
        return to;
    }

    /** What is asked now. */
    public Inquiry present() {
        return present;
    }

    /** Whether there is a question before. */
    public boolean hasBefore() {
        return steps.hasBefore();
    }

    /** Whether there is one to go forward to. */
    public boolean hasAfter() {
        return steps.hasAfter();
    }
}
