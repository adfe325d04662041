/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.report.graph.Markup;

/**
 * How a stretch of a thread's time looks: the colours, heights and letters that the desktop's views have, so that a state is told by more than
 * its colour. The ordinal is the number in the page's data and in its style classes {@code s0}, {@code s1}, ….
 */
enum LegStyle {
    RUNNING("running", 'R', 1.0),
    RUNNABLE("runnable", 'W', 0.85),
    PREEMPTED("preempted", 'P', 0.85),
    THREAD("blocked by a thread", 'B', 0.7),
    TIMER("blocked by a timer", 'T', 0.7),
    DISK("blocked by a disk", 'D', 0.7),
    NETWORK("blocked by the network", 'N', 0.7),
    DEVICE("blocked by a device", 'V', 0.7),
    IPI("blocked by another CPU", 'I', 0.7),
    KERNEL("blocked by kernel work", 'K', 0.7),
    BLOCKED("blocked, not known by what", '?', 0.7),
    UNKNOWN("unknown", '?', 0.3),
    ABSENT("outside of the trace or of the thread's life", '-', 0.15),
    INTERRUPTED("held up by an interrupt", 'H', 1.0);

    private final String label;
    private final char letter;
    private final double height;

    LegStyle(String label, char letter, double height) {
        this.label = label;
        this.letter = letter;
        this.height = height;
    }

    static LegStyle of(LegKind kind, ThreadState state, Cause cause) {
        if (kind == LegKind.ABSENT) {
            return ABSENT;
        }
        return switch (state) {
            case RUNNING -> RUNNING;
            case RUNNABLE -> RUNNABLE;
            case PREEMPTED -> PREEMPTED;
            case UNKNOWN -> UNKNOWN;
            case INTERRUPTED -> INTERRUPTED;
            case BLOCKED -> switch (cause) {
                case THREAD -> THREAD;
                case TIMER -> TIMER;
                case DISK -> DISK;
                case NETWORK -> NETWORK;
                case DEVICE -> DEVICE;
                case IPI -> IPI;
                case KERNEL -> KERNEL;
                case NONE, UNKNOWN -> BLOCKED;
            };
        };
    }

    /** What its colour means, for a legend. */
    Markup key(String words) {
        return Markup.of("<span class=\"key s%s\"><i>%s</i>%s</span>", ordinal(), letter, words);
    }

    /** In words. */
    String label() {
        return label;
    }

    /** In a letter. */
    char letter() {
        return letter;
    }

    /** Share of a row's height. */
    double height() {
        return height;
    }
}
