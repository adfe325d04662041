/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tables;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Tables_Choose;
    public static String Tables_ChooseTip;
    public static String Tables_Copy;
    public static String Tables_EmptyText;
    public static String Tables_Job;
    public static String Tables_Of;
    public static String Tables_OneRow;
    public static String Tables_Rows;
    public static String Tables_View;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
