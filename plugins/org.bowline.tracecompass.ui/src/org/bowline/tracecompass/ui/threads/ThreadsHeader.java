/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import java.text.MessageFormat;

/** The line above the rows of threads. */
final class ThreadsHeader {
    private ThreadsHeader() {}

    /**
     * How many threads there are, and what the columns are about.
     *
     * @param built whether the rows are there: before, it is not known how many there are
     * @param all of the threads that live in the range
     * @param shown of them
     * @param of what the columns are about
     */
    static String text(boolean built, long all, long shown, int hosts, String of) {
        return built ? MessageFormat.format(Messages.header, all, hosts, shown, of)
                : MessageFormat.format(Messages.headerUnbuilt, hosts, of);
    }
}
