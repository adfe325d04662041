/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Filter_Action;
    public static String Graph_All;
    public static String Graph_Aside;
    public static String Graph_AsideShow;
    public static String Graph_AsideText;
    public static String Graph_AsideWhole;
    public static String Graph_Copy;
    public static String Graph_Empty;
    public static String Graph_EmptyOrigins;
    public static String Graph_EmptyText;
    public static String Graph_EmptyWhole;
    public static String Graph_Find;
    public static String Graph_Fit;
    public static String Graph_FitTip;
    public static String Graph_Follow;
    public static String Graph_Job;
    public static String Graph_Keys;
    public static String Graph_Knot;
    public static String Graph_KnotMark;
    public static String Graph_WorkerMark;
    public static String Graph_BackgroundMark;
    public static String Graph_Listing;
    public static String Graph_Merge;
    public static String Graph_MergeNone;
    public static String Graph_MergeShort;
    public static String Graph_MergeSimilar;
    public static String Graph_MergeUsual;
    public static String Graph_Name;
    public static String Graph_NodeInWords;
    public static String Graph_Each;
    public static String Graph_Fold;
    public static String Graph_Unfold;
    public static String Graph_EachTip;
    public static String Graph_OutOfSight;
    public static String Graph_Passive;
    public static String Graph_PassiveTip;
    public static String Graph_Save;
    public static String Graph_SaveFailed;
    public static String Graph_Saving;
    public static String Graph_ShowWaits;
    public static String Graph_SinkMark;
    public static String Graph_ToFirst;
    public static String Graph_Tools;
    public static String Graph_UseAll;
    public static String Threshold_Label;
    public static String Threshold_Tip;
    public static String Threshold_Value;
    public static String Tip_Clocks;
    public static String Tip_Count;
    public static String Tip_Direct;
    public static String Tip_For;
    public static String Tip_HeldUp;
    public static String Tip_HoldsUp;
    public static String Tip_Host;
    public static String Tip_Idle;
    public static String Tip_Kind;
    public static String Tip_Knot;
    public static String Tip_Marked;
    public static String Tip_Name;
    public static String Tip_Pid;
    public static String Tip_Requests;
    public static String Tip_Pool;
    public static String Tip_Open;
    public static String Tip_OpenHow;
    public static String Tip_Rest;
    public static String Tip_OnAverage;
    public static String Tip_Sink;
    public static String Tip_Tid;
    public static String Tip_Waits;
    public static String Waits_Capped;
    public static String Waits_Cause;
    public static String Waits_Choose;
    public static String Waits_For;
    public static String Waits_InRange;
    public static String Waits_InRangeTip;
    public static String Waits_Length;
    public static String Waits_Request;
    public static String Waits_Rest;
    public static String Waits_Start;
    public static String Waits_Title;
    public static String Waits_TitleOne;
    public static String Waits_Who;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
