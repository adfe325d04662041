/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Chip_Base;
    public static String Chip_BaseNone;
    public static String Chip_Fallen;
    public static String Chip_FallenTip;
    public static String Chip_Load;
    public static String Chip_LoadTip;
    public static String Chip_New;
    public static String Chip_NewNone;
    public static String Chip_Swap;
    public static String Chip_SwapBrief;
    public static String Chip_SwapTip;
    public static String Chip_Sweep;
    public static String Chip_SweepBase;
    public static String Chip_SweepBaseTip;
    public static String Chip_SweepTip;
    public static String Chip_Tip;
    public static String Column_Base;
    public static String Column_Chance;
    public static String Column_Change;
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
    public static String Empty_Sweep;
    public static String Figure_Choose;
    public static String Figure_Name;
    public static String Folder_Message;
    public static String Folder_Title;
    public static String Go_Base;
    public static String Go_New;
    public static String Go_Page;
    public static String Menu_Experiment;
    public static String Menu_Folder;
    public static String Menu_Sweep;
    public static String Reading_Name;
    public static String Sweep_Build;
    public static String Sweep_ChangeInterval;
    public static String Sweep_Clients;
    public static String Sweep_Curves;
    public static String Sweep_File;
    public static String Sweep_Grown;
    public static String Sweep_Knots;
    public static String Sweep_Members;
    public static String Sweep_MostBy;
    public static String Sweep_MostOf;
    public static String Sweep_OfPeak;
    public static String Sweep_PerUnit;
    public static String Sweep_Ratio;
    public static String Sweep_Rows;
    public static String Sweep_Runs;
    public static String Sweep_Said;
    public static String Sweep_State;
    public static String Sweep_Throughput;
    public static String Sweep_ThroughputInterval;
    public static String Sweep_Times;
    public static String Sweep_Title;
    public static String Sweep_Weight;
    public static String Sweep_What;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
