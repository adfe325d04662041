/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Clocks_Copy;
    public static String Clocks_Drift;
    public static String Clocks_DriftTip;
    public static String Clocks_ErrorBegin;
    public static String Clocks_ErrorEnd;
    public static String Clocks_ErrorMiddle;
    public static String Clocks_ErrorPackets;
    public static String Clocks_ErrorPacketsTip;
    public static String Clocks_ErrorTip;
    public static String Clocks_Fit;
    public static String Clocks_FitTip;
    public static String Clocks_Growth;
    public static String Clocks_GrowthTip;
    public static String Clocks_Host;
    public static String Clocks_IsReference;
    public static String Clocks_Job;
    public static String Clocks_Level;
    public static String Clocks_LevelTip;
    public static String Clocks_MatchedTip;
    public static String Clocks_Ahead;
    public static String Clocks_AheadTip;
    public static String Clocks_Over;
    public static String Clocks_OverTip;
    public static String Clocks_Quality;
    public static String Clocks_QualityTip;
    public static String Clocks_Received;
    public static String Clocks_Sent;
    public static String Clocks_Table;
    public static String Clocks_Unknown;
    public static String Clocks_View;
    public static String Legend_Band;
    public static String Legend_Estimate;
    public static String Legend_Hulls;
    public static String Legend_Received;
    public static String Legend_Sent;
    public static String Legend_Useless;
    public static String Plot_Above;
    public static String Plot_Below;
    public static String Plot_Nothing;
    public static String Plot_Ahead;
    public static String Plot_AheadLevel;
    public static String Plot_Time;
    public static String Quality_Absent;
    public static String Quality_Accurate;
    public static String Quality_Approximate;
    public static String Quality_Failed;
    public static String Quality_Incomplete;
    public static String Quality_Reference;
    public static String Text_Band;
    public static String Text_Message;
    public static String Text_NoBand;
    public static String Text_Scene;
    public static String Tip_Bounds;
    public static String Tip_FromAbove;
    public static String Tip_FromBelow;
    public static String Tip_Least;
    public static String Tip_Message;
    public static String Tip_Most;
    public static String Tip_Nothing;
    public static String Tip_Ahead;
    public static String Tip_Relative;
    public static String Tip_Taken;
    public static String Tip_Time;
    public static String Tip_TimeOther;
    public static String Tip_Width;
    public static String Why_Absent;
    public static String Why_AbsentText;
    public static String Why_Alone;
    public static String Why_AloneText;
    public static String Why_Failed;
    public static String Why_FailedText;
    public static String Why_Reference;
    public static String Why_ReferenceText;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
