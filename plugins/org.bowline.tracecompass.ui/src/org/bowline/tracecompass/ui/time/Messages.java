/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    static String typeThread = "";
    static String noTrace = "";
    static String noTraceText = "";
    static String openLink = "";
    static String noAnalysis = "";
    static String noAnalysisText = "";
    static String reading = "";
    static String readingText = "";
    static String failed = "";
    static String cancelled = "";
    static String cancelledText = "";
    static String runAgain = "";
    static String follow = "";
    static String followTip = "";
    static String cancel = "";
    static String cancelTip = "";

    static {
        NLS.initializeMessages("org.bowline.tracecompass.ui.time.messages", Messages.class);
    }

    private Messages() {}
}
