/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    static String columnThread = "";
    static String columnTid = "";
    static String columnCpu = "";
    static String columnBlocked = "";
    static String hideIdle = "";
    static String hideIdleTip = "";
    static String wholeTrace = "";
    static String selection = "";
    static String allIdle = "";
    static String allIdleText = "";
    static String showIdle = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.ui.threads.messages", Messages.class);
    }

    private Messages() {}
}
