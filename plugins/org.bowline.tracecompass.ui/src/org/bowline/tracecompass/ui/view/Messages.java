/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    static String Caveats_Details;
    static String Caveats_Error;
    static String Caveats_Info;
    static String Caveats_Several;
    static String Caveats_Warning;
    static String View_Cancel;
    static String View_CancelTip;
    static String View_Cancelled;
    static String View_CancelledText;
    static String View_Failed;
    static String View_NoAnalysis;
    static String View_NoAnalysisText;
    static String View_NoRange;
    static String View_NoRangeText;
    static String View_NoTrace;
    static String View_NoTraceText;
    static String View_OpenLink;
    static String View_Reading;
    static String View_ReadingText;
    static String View_RunAgain;
    static String View_Selection;
    static String View_Whole;
    static String View_WholeLink;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
