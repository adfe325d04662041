/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.details;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Details_Absent;
    public static String Details_AbsentText;
    public static String Details_Copy;
    public static String Details_Go;
    public static String Details_GoTip;
    public static String Details_Job;
    public static String Details_None;
    public static String Details_NoneText;
    public static String Details_View;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
