/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.path;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    static String columnThread = "";
    static String columnTid = "";
    static String columnTime = "";
    static String columnShare = "";
    static String columnState = "";
    static String header = "";
    static String rangeSelected = "";
    static String rangeWindow = "";
    static String noHops = "";
    static String hops = "";
    static String noThread = "";
    static String noThreadText = "";
    static String showThreads = "";
    static String next = "";
    static String nextTip = "";
    static String previous = "";
    static String previousTip = "";
    static String totals = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.ui.path.messages", Messages.class);
    }

    private Messages() {}
}
