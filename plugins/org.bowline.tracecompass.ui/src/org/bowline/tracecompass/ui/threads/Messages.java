/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    public static String columnThread = "";
    public static String columnTid = "";
    public static String columnCpu = "";
    public static String columnBlocked = "";
    public static String hideIdle = "";
    public static String hideIdleTip = "";
    public static String header = "";
    public static String headerUnbuilt = "";
    public static String kept = "";
    public static String keepNone = "";
    public static String keepNoMore = "";
    public static String keepTip = "";
    public static String keep = "";
    public static String allIdle = "";
    public static String allIdleText = "";
    public static String showIdle = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.ui.threads.messages", Messages.class);
    }

    private Messages() {}
}
