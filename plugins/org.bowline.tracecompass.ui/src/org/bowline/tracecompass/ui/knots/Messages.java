/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.knots;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    static String Knots_Alone;
    static String Knots_Copy;
    static String Knots_Empty;
    static String Knots_EmptyText;
    static String Knots_Export;
    static String Knots_Job;
    static String Knots_Kind;
    static String Knots_Members;
    static String Knots_Rank;
    static String Knots_Share;
    static String Knots_ShowInGraph;
    static String Knots_Size;
    static String Knots_View;
    static String Knots_Weight;
    static String Knots_Whole;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
