/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tags;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Empty_Choose;
    public static String Empty_HowTo;
    public static String Empty_None;
    public static String Empty_NoneText;
    public static String Empty_Range;
    public static String Empty_RangeText;
    public static String Empty_Unread;
    public static String Tags_Blocked;
    public static String Tags_BlockedTip;
    public static String Tags_Choose;
    public static String Tags_ChooseText;
    public static String Tags_ChooseTip;
    public static String Tags_Copy;
    public static String Tags_Cpu;
    public static String Tags_CpuAll;
    public static String Tags_CpuOf;
    public static String Tags_Entries;
    public static String Tags_EntriesTip;
    public static String Tags_Itself;
    public static String Tags_ItselfTip;
    public static String Tags_Job;
    public static String Tags_Longest;
    public static String Tags_Module;
    public static String Tags_More;
    public static String Tags_OfAll;
    public static String Tags_OfAllTip;
    public static String Tags_OfParent;
    public static String Tags_OfParentTip;
    public static String Tags_Runnable;
    public static String Tags_RunnableTip;
    public static String Tags_Running;
    public static String Tags_RunningTip;
    public static String Tags_Search;
    public static String Tags_Tree;
    public static String Tags_View;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
