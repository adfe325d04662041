/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    static String providerName = "";
    static String providerDescription = "";
    static String columnThread = "";
    static String columnTid = "";
    static String columnTime = "";
    static String columnShare = "";
    static String chooseThread = "";
    static String emptyRange = "";
    static String tipThread = "";
    static String tipState = "";
    static String tipTarget = "";
    static String tipFrom = "";
    static String tipTo = "";
    static String tipFor = "";
    static String tipShare = "";
    static String tipLeg = "";
    static String tipLegOf = "";
    static String tipClockError = "";
    static String tipDoubt = "";
    static String doubtUnknown = "";
    static String doubtAbsent = "";
    static String doubtCycle = "";
    static String doubtClock = "";
    static String transit = "";
    static String diskQueue = "";
    static String diskService = "";
    static String absent = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.core.path.messages", Messages.class);
    }

    private Messages() {}
}
