/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.path;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    public static String columnThread = "";
    public static String columnTid = "";
    public static String columnTime = "";
    public static String columnShare = "";
    public static String columnState = "";
    public static String header = "";
    public static String rangeSelected = "";
    public static String rangeWork = "";
    public static String rangeWhole = "";
    public static String noHops = "";
    public static String hops = "";
    public static String noThread = "";
    public static String noThreadText = "";
    public static String showThreads = "";
    public static String next = "";
    public static String nextTip = "";
    public static String previous = "";
    public static String previousTip = "";
    public static String totals = "";
    public static String interruptFor = "";
    public static String byModule = "";
    public static String moreModules = "";
    public static String adding = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.ui.path.messages", Messages.class);
    }

    private Messages() {}
}
