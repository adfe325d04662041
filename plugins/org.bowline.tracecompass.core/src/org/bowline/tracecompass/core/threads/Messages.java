/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    public static String providerName = "";
    public static String providerDescription = "";
    public static String columnThread = "";
    public static String ofProcess = "";
    public static String columnTid = "";
    public static String columnCpu = "";
    public static String columnBlocked = "";
    public static String idleThread = "";
    public static String idleThreadOfCpu = "";
    public static String unnamed = "";
    public static String tipState = "";
    public static String tipInterrupt = "";
    public static String tipTarget = "";
    public static String tipWokenBy = "";
    public static String tipCpu = "";
    public static String tipLastCpu = "";
    public static String tipOpen = "";
    public static String tipSent = "";
    public static String tipTransit = "";
    public static String tipFrom = "";
    public static String tipTo = "";
    public static String tipArrows = "";
    public static String arrowsWithin = "";
    public static String tipClockError = "";
    public static String tipDisk = "";
    public static String stateFor = "";
    public static String transitWithin = "";
    public static String detailThread = "";
    public static String detailThreadOf = "";
    public static String detailDid = "";
    public static String detailBegan = "";
    public static String detailEnded = "";
    public static String detailMeanwhile = "";
    public static String detailCode = "";
    public static String detailStack = "";
    public static String detailKernel = "";
    public static String caveatCode = "";
    public static String detailBefore = "";
    public static String detailAfter = "";
    public static String clockErrorUnknown = "";
    public static String tipShares = "";
    public static String tipLiving = "";
    public static String tipMadeBy = "";
    public static String livingOf = "";
    public static String share = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.core.threads.messages", Messages.class);
    }

    private Messages() {}
}
