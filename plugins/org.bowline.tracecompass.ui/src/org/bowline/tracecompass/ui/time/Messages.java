/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    public static String typeThread = "";
    public static String noTrace = "";
    public static String noTraceText = "";
    public static String openLink = "";
    public static String noAnalysis = "";
    public static String noAnalysisText = "";
    public static String reading = "";
    public static String readingText = "";
    public static String failed = "";
    public static String cancelled = "";
    public static String cancelledText = "";
    public static String runAgain = "";
    public static String follow = "";
    public static String followTip = "";
    public static String cancel = "";
    public static String cancelTip = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.ui.time.messages", Messages.class);
    }

    private Messages() {}
}
