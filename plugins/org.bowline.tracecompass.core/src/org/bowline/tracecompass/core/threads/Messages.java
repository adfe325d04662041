/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    static String providerName = "";
    static String providerDescription = "";
    static String columnThread = "";
    static String columnTid = "";
    static String columnCpu = "";
    static String columnBlocked = "";
    static String idleThread = "";
    static String idleThreadOfCpu = "";
    static String unnamed = "";
    static String tipThread = "";
    static String tipProcess = "";
    static String tipState = "";
    static String tipTarget = "";
    static String tipWokenBy = "";
    static String tipCpu = "";
    static String tipLastCpu = "";
    static String tipDuration = "";
    static String tipOpen = "";
    static String tipSent = "";
    static String tipTransit = "";
    static String tipFrom = "";
    static String tipTo = "";
    static String tipClockError = "";
    static String tipDisk = "";
    static String clockErrorUnknown = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.core.threads.messages", Messages.class);
    }

    private Messages() {}
}
