/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.requests;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Calls_Answered;
    public static String Calls_Asked;
    public static String Calls_Counting;
    public static String Calls_GotAnswer;
    public static String Calls_Key;
    public static String Calls_Label;
    public static String Calls_NotCounted;
    public static String Calls_Received;
    public static String Difference_Name;
    public static String Empty_CallsNone;
    public static String Empty_CallsText;
    public static String Empty_HowTo;
    public static String Empty_None;
    public static String Empty_NoneText;
    public static String Empty_Range;
    public static String Empty_RangeText;
    public static String Empty_Which;
    public static String Empty_WhichNone;
    public static String Empty_WhichText;
    public static String Labels_Count;
    public static String Labels_Label;
    public static String Labels_Median;
    public static String Labels_Name;
    public static String Labels_Open;
    public static String Labels_P99;
    public static String Labels_PerSecond;
    public static String Packets_Answered;
    public static String Packets_Asked;
    public static String Packets_GotAnswer;
    public static String Packets_Key;
    public static String Packets_Received;
    public static String Pair_AnsweredPackets;
    public static String Pair_Answers;
    public static String Pair_AskedPackets;
    public static String Pair_Asks;
    public static String Pair_ByKey;
    public static String Pair_ByThread;
    public static String Pairs_Annotated;
    public static String Pairs_Begin;
    public static String Pairs_ByThread;
    public static String Pairs_CallsMessage;
    public static String Pairs_Chosen;
    public static String Pairs_Count;
    public static String Pairs_Counted;
    public static String Pairs_CountedOf;
    public static String Pairs_Counting;
    public static String Pairs_End;
    public static String Pairs_Field;
    public static String Pairs_Key;
    public static String Pairs_Label;
    public static String Pairs_Message;
    public static String Pairs_None;
    public static String Pairs_NoneProposed;
    public static String Pairs_Ok;
    public static String Pairs_Title;
    public static String Pairs_Window;
    public static String Plot_Count;
    public static String Plot_Median;
    public static String Plot_Name;
    public static String Plot_Named;
    public static String Plot_P99;
    public static String Plot_Time;
    public static String Plot_Tip;
    public static String Plot_TipOpen;
    public static String Requests_AtLeast;
    public static String Requests_Begin;
    public static String Requests_Choose;
    public static String Requests_ChooseTip;
    public static String Requests_Copy;
    public static String Requests_Job;
    public static String Requests_Key;
    public static String Requests_Name;
    public static String Requests_Propose;
    public static String Requests_Read;
    public static String Requests_Thread;
    public static String Requests_Took;
    public static String Requests_View;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
