/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Chip_Base;
    public static String Chip_BaseNone;
    public static String Chip_New;
    public static String Chip_NewNone;
    public static String Chip_Swap;
    public static String Chip_SwapBrief;
    public static String Chip_SwapTip;
    public static String Chip_Tip;
    public static String Column_Base;
    public static String Column_Change;
    public static String Column_Chance;
    public static String Column_Interval;
    public static String Column_Measure;
    public static String Column_New;
    public static String Column_Verdict;
    public static String Compare_Copy;
    public static String Compare_Job;
    public static String Compare_Rows;
    public static String Compare_View;
    public static String Empty_Base;
    public static String Empty_BaseText;
    public static String Empty_Folder;
    public static String Empty_New;
    public static String Empty_NewText;
    public static String Empty_Nothing;
    public static String Empty_Refused;
    public static String Figure_Choose;
    public static String Figure_Name;
    public static String Folder_Message;
    public static String Folder_Title;
    public static String Go_Base;
    public static String Go_New;
    public static String Go_Page;
    public static String Menu_Experiment;
    public static String Menu_Folder;
    public static String Reading_Name;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
