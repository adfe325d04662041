/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    public static String providerName = "";
    public static String providerDescription = "";
    public static String columnThread = "";
    public static String columnTid = "";
    public static String columnTime = "";
    public static String columnShare = "";
    public static String chooseThread = "";
    public static String emptyRange = "";
    public static String tipState = "";
    public static String tipStateFor = "";
    public static String tipInterrupt = "";
    public static String tipTarget = "";
    public static String tipFrom = "";
    public static String tipFor = "";
    public static String tipClockError = "";
    public static String tipDoubt = "";
    public static String doubtUnknown = "";
    public static String doubtAbsent = "";
    public static String doubtCycle = "";
    public static String doubtClock = "";
    public static String transit = "";
    public static String diskQueue = "";
    public static String diskService = "";
    public static String absent = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.core.path.messages", Messages.class);
    }

    private Messages() {}
}
