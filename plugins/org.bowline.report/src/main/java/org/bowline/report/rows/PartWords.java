/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.Cause;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;

/** Parts of critical paths in the middle of a sentence: {@code waiting for disk vdd in w1-backend (C)}. */
public final class PartWords {
    /** Characters of a name in a sentence. */
    private static final int MOST_OF_NAME = 100;

    private PartWords() {}

    /**
     * What somebody did.
     *
     * @param host name of the host
     * @param thread name of the thread
     * @param state what it did
     * @param cause what it waited for, if blocked
     * @param kind how the legs came to be
     * @param target name of what was waited for; empty if there is none
     */
    public static String of(String host, String thread, ThreadState state, Cause cause, LegKind kind, String target) {
        return verb(state, cause, kind, PlainText.shorten(target, MOST_OF_NAME)) + " in " + PlainText.shorten(thread, MOST_OF_NAME) + " ("
                + PlainText.shorten(host, MOST_OF_NAME) + ')';
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
            case NETWORK_TRANSIT -> "waiting for a packet from " + target + " that is on its way";
            case DISK_QUEUE -> "waiting in the queue of disk " + target;
            case DISK_SERVICE -> "waiting for disk " + target;
            case CYCLE -> "waiting in a circle with " + target;
            case OWN, WAIT, ABSENT -> wait(cause, target);
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
