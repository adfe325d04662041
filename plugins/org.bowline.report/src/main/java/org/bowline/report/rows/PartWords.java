/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.model.Cause;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;

/** Parts of critical paths in the middle of a sentence: {@code waiting for disk vdd in w1-backend (C)}. */
public final class PartWords {
    /** Characters of a name in a sentence. */
    private static final int MOST_OF_NAME = 100;

    private PartWords() {}

    /** What somebody did. */
    public static String of(PathSort sort) {
        String target = PlainText.shorten(sort.target(), MOST_OF_NAME);
        String who = " in " + PlainText.shorten(sort.thread(), MOST_OF_NAME) + " (" + PlainText.shorten(sort.host(), MOST_OF_NAME) + ')';
        return sort.state() == ThreadState.BLOCKED && sort.kind() == LegKind.NETWORK_TRANSIT
                ? "waiting" + who + " for a packet that is on its way from " + target
                : verb(sort.state(), sort.cause(), sort.kind(), target) + who;
    }

    private static String verb(ThreadState state, Cause cause, LegKind kind, String target) {
        if (state != ThreadState.BLOCKED) {
            return switch (state) {
                case RUNNABLE -> "waiting for a processor";
                case UNKNOWN -> kind == LegKind.ABSENT ? "not alive" : "doing what is not known";
                case INTERRUPTED -> "interrupted" + (cause.label().isEmpty() ? "" : " (" + cause.label() + ')');
                default -> state.label();
            };
        }
        return switch (kind) {
            case DISK_QUEUE -> "waiting in the queue of disk " + target;
            case DISK_SERVICE -> "waiting for disk " + target;
            case CYCLE -> "waiting in a circle with " + target;
            case OWN, WAIT, ABSENT, NETWORK_TRANSIT -> wait(cause, target);
        };
    }

    private static String wait(Cause cause, String target) {
        return switch (cause) {
            case THREAD -> target.isEmpty() ? "waiting for another thread" : "waiting for " + target;
            case TIMER -> "sleeping until a timer";
            case DISK -> "waiting for disk " + target;
            case NETWORK -> target.isEmpty() ? "waiting for the network" : "waiting for the network, from " + target;
            case DEVICE, IPI, KERNEL -> "waiting for " + (target.isEmpty() ? cause.label() : target);
            case NONE, UNKNOWN -> "waiting for something that is not known";
        };
    }
}
