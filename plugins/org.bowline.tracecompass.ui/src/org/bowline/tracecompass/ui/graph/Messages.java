/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    static String Filter_Action;
    static String Filter_Message;
    static String Filter_Title;
    static String Filter_UnknownProcess;
    static String Graph_All;
    static String Graph_Copy;
    static String Graph_Empty;
    static String Graph_EmptyText;
    static String Graph_Find;
    static String Graph_Fit;
    static String Graph_FitTip;
    static String Graph_Follow;
    static String Graph_Job;
    static String Graph_Keys;
    static String Graph_Knot;
    static String Graph_Listing;
    static String Graph_Name;
    static String Graph_NodeInWords;
    static String Graph_Omitted;
    static String Graph_Passive;
    static String Graph_PassiveTip;
    static String Graph_Save;
    static String Graph_SaveFailed;
    static String Graph_ShowWaits;
    static String Graph_ToFirst;
    static String Graph_Tools;
    static String Graph_UseAll;
    static String Threshold_Label;
    static String Threshold_Tip;
    static String Threshold_Value;
    static String Tip_Count;
    static String Tip_Direct;
    static String Tip_For;
    static String Tip_Host;
    static String Tip_Idle;
    static String Tip_Kind;
    static String Tip_Knot;
    static String Tip_Name;
    static String Tip_Pid;
    static String Tip_Requests;
    static String Tip_Rest;
    static String Tip_Sink;
    static String Tip_Tid;
    static String Tip_Waits;
    static String Tip_Weight;
    static String Tip_WeightOfNode;
    static String Waits_Capped;
    static String Waits_Cause;
    static String Waits_Choose;
    static String Waits_For;
    static String Waits_Length;
    static String Waits_Request;
    static String Waits_Rest;
    static String Waits_Start;
    static String Waits_Title;
    static String Waits_TitleOne;
    static String Waits_Who;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
