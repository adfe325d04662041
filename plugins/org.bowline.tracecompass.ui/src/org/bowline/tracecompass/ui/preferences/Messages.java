/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.preferences;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Page_Description;
    public static String Page_HideIdle;
    public static String Page_Keep;
    public static String Page_NameOfNodes;
    public static String Page_NameOfThreshold;
    public static String Page_Nodes;
    public static String Page_Range;
    public static String Page_Threshold;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
