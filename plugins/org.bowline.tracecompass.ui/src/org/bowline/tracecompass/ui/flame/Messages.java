/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Empty_Blocked;
    public static String Empty_BlockedText;
    public static String Empty_HowTo;
    public static String Empty_Running;
    public static String Empty_RunningText;
    public static String Empty_ToBlocked;
    public static String Empty_Unread;
    public static String Flame_AllBlocked;
    public static String Flame_AllBoth;
    public static String Flame_AllRunning;
    public static String Flame_Blocked;
    public static String Flame_Both;
    public static String Flame_Copy;
    public static String Flame_Found;
    public static String Flame_Itself;
    public static String Flame_Job;
    public static String Flame_Keys;
    public static String Flame_NoCode;
    public static String Flame_NoRunning;
    public static String Flame_OfAll;
    public static String Flame_OfParent;
    public static String Flame_Running;
    public static String Flame_Search;
    public static String Flame_View;
    public static String Flame_What;
    public static String Flame_WhatBlocked;
    public static String Flame_WhatBoth;
    public static String Flame_WhatRunning;
    public static String Flame_ZoomRedo;
    public static String Flame_ZoomUndo;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
