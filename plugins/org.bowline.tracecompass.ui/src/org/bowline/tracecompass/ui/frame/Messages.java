/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.osgi.util.NLS;

/** Texts of the frame, and of what all views do. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
public final class Messages extends NLS {
    public static String Aside_Again;
    public static String Aside_None;
    public static String Aside_Show;
    public static String Aside_Who;
    public static String Caveats_Details;
    public static String Caveats_Error;
    public static String Caveats_Info;
    public static String Caveats_Several;
    public static String Caveats_Warning;
    public static String Host_Row;
    public static String Range_Mark;
    public static String Range_Selected;
    public static String Range_ToWhole;
    public static String Range_ToWork;
    public static String Range_Whole;
    public static String Thread_Follow;
    public static String Thread_Row;
    public static String View_Cancel;
    public static String View_CancelTip;
    public static String View_Cancelled;
    public static String View_CancelledText;
    public static String View_Failed;
    public static String View_NoAnalysis;
    public static String View_NoAnalysisText;
    public static String View_NoRange;
    public static String View_NoRangeText;
    public static String View_NoTrace;
    public static String View_NoTraceText;
    public static String View_OpenLink;
    public static String View_Range;
    public static String View_Reading;
    public static String View_ReadingText;
    public static String View_RecordLink;
    public static String View_RunAgain;
    public static String View_SampleLink;
    public static String View_ShowIn;
    public static String View_WholeLink;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
