/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/** How a data provider comes to the result of the wait analysis, and what it says while there is none. Safe for many threads. */
@FunctionalInterface
public interface AnalysisAccess {
    /** How far the analysis is. */
    enum Phase {
        /** It runs, or is about to. */
        RUNNING,
        /** There is a result. */
        DONE,
        /** Someone cancelled it. */
        CANCELLED,
        /** It failed. */
        FAILED
    }

    /**
     * The analysis at a moment.
     *
     * @param phase how far it is
     * @param result the result; there if and only if the phase is {@link Phase#DONE}
     * @param message a sentence for people; empty if done
     */
    record Now(Phase phase, @Nullable AnalysisResult result, String message) {
        /** A result. */
        public static Now done(AnalysisResult result) {
            return new Now(Phase.DONE, Objects.requireNonNull(result), "");
        }

        /** No result, and why. */
        public static Now without(Phase phase, String message) {
            return new Now(phase, null, message);
        }
    }

    /** The analysis as it is now. Does not wait. */
    Now now();

    /** That of a module. */
    static AnalysisAccess of(WaitAnalysisModule module) {
        return () -> switch (module.state()) {
            case IDLE, RUNNING -> Now.without(Phase.RUNNING, Messages.running);
            case CANCELLED -> Now.without(Phase.CANCELLED, Messages.cancelled);
            case FAILED -> Now.without(Phase.FAILED, String.valueOf(module.failure()));
            case DONE -> {
                AnalysisResult result = module.result();
                yield result == null ? Now.without(Phase.RUNNING, Messages.running) : Now.done(result);
            }
        };
    }

    /** One whose trace is closed: holds nothing. */
    static AnalysisAccess closed() {
        return () -> Now.without(Phase.CANCELLED, Messages.closed);
    }
}
