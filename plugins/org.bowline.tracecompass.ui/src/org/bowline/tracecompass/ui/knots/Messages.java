/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.knots;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Knots_All;
    public static String Knots_Alone;
    public static String Knots_Background;
    public static String Knots_Copy;
    public static String Knots_Empty;
    public static String Knots_EmptyShort;
    public static String Knots_EmptyText;
    public static String Knots_EmptyWhole;
    public static String Knots_EmptyWork;
    public static String Knots_Export;
    public static String Knots_Job;
    public static String Knots_Kind;
    public static String Knots_KindTip;
    public static String Knots_Mark;
    public static String Knots_Members;
    public static String Knots_NoneHere;
    public static String Knots_Rank;
    public static String Knots_Share;
    public static String Knots_ShareTip;
    public static String Knots_ShowInGraph;
    public static String Knots_ShowThread;
    public static String Knots_Size;
    public static String Knots_Threshold;
    public static String Knots_View;
    public static String Knots_Wait;
    public static String Knots_WaitTip;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
