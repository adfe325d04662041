/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.osgi.util.NLS;

/** Texts of the frame, and of what all views do. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
public final class Messages extends NLS {
    public static String Blame_Auto;
    public static String Blame_Holder;
    public static String Blame_Menu;
    public static String Blame_Waker;
    public static String Caveats_Details;
    public static String Caveats_Error;
    public static String Caveats_Info;
    public static String Caveats_Several;
    public static String Caveats_Warning;
    public static String Chip_AllProcesses;
    public static String Chip_AllTip;
    public static String Chip_Aside;
    public static String Chip_AsideBrief;
    public static String Chip_AsideTip;
    public static String Chip_Back;
    public static String Chip_Everybody;
    public static String Chip_EverybodyBrief;
    public static String Chip_EverybodyTip;
    public static String Chip_Forward;
    public static String Chip_Hosts;
    public static String Chip_Keys;
    public static String Chip_Lock;
    public static String Chip_MergeBrief;
    public static String Chip_MergeNone;
    public static String Chip_MergeNoneTip;
    public static String Chip_MergeShort;
    public static String Chip_MergeShortTip;
    public static String Chip_MergeSimilar;
    public static String Chip_MergeSimilarTip;
    public static String Chip_OnlyHere;
    public static String Chip_OnlyHereTip;
    public static String Chip_Options;
    public static String Chip_OptionsBrief;
    public static String Chip_OptionsTip;
    public static String Chip_Pinned;
    public static String Chip_PinnedTip;
    public static String Chip_Process;
    public static String Chip_Processes;
    public static String Chip_ProcessesTip;
    public static String Chip_RangeTip;
    public static String Chip_Row;
    public static String Chip_Selected;
    public static String Chip_SelectedBrief;
    public static String Chip_SomeAside;
    public static String Chip_TakeBack;
    public static String Chip_Threshold;
    public static String Chip_ThresholdTip;
    public static String Chip_Unlock;
    public static String Chip_Whole;
    public static String Chip_Work;
    public static String Chip_WorkBrief;
    public static String Host_Row;
    public static String Mark_Background;
    public static String Mark_BackgroundTip;
    public static String Mark_Menu;
    public static String Mark_Worker;
    public static String Mark_WorkerTip;
    public static String Network_Switch;
    public static String Options_About;
    public static String Options_Field;
    public static String Options_Form;
    public static String Options_Message;
    public static String Options_Name;
    public static String Options_Title;
    public static String Options_Window;
    public static String Origins_All;
    public static String Origins_Blocked;
    public static String Origins_Divider;
    public static String Origins_Filter;
    public static String Origins_Host;
    public static String Origins_Job;
    public static String Origins_Message;
    public static String Origins_Name;
    public static String Origins_None;
    public static String Origins_Pid;
    public static String Origins_Running;
    public static String Origins_Threads;
    public static String Origins_Title;
    public static String Origins_Unknown;
    public static String Range_Forget;
    public static String Range_Mark;
    public static String Range_Name;
    public static String Range_NameAsk;
    public static String Range_NameEmpty;
    public static String Range_NameFailed;
    public static String Range_NameTitle;
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
    public static String View_Opening;
    public static String View_Range;
    public static String View_Reading;
    public static String View_ReadingPart;
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
