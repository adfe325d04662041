/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.knots;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    static String Column_Kind;
    static String Column_Members;
    static String Column_Share;
    static String Column_Threshold;
    static String Column_Weight;
    static String Knots_Description;
    static String Knots_Name;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
