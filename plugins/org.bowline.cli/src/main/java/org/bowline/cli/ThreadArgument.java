/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.function.IntPredicate;

import org.bowline.core.timeline.Timeline;
import org.bowline.report.analyses.ThreadName;

/** A {@link ThreadName} of the command line: one that is not there is an error of usage. */
record ThreadArgument(String text) {
    /**
     * The one thread that is meant.
     *
     * @throws Failure of usage, with the candidates, if there is none or more than one
     */
    int resolve(Timeline timeline, long fromNanos, long toNanos) {
        try {
            return new ThreadName(text).resolve(timeline, fromNanos, toNanos);
        } catch (ThreadName.NoSuchThreadException e) {
            throw Failure.usage(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The threads of a process.
     *
     * @throws Failure of usage if there is none
     */
    IntPredicate resolveProcess(Timeline timeline) {
        try {
            return new ThreadName(text).resolveProcess(timeline);
        } catch (ThreadName.NoSuchThreadException e) {
            throw Failure.usage(String.valueOf(e.getMessage()));
        }
    }
}
