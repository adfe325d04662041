/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Column_Direct;
    public static String Column_Host;
    public static String Column_Kind;
    public static String Column_Name;
    public static String Column_Share;
    public static String Column_Waits;
    public static String Column_Weight;
    public static String Origins_Host;
    public static String Origins_Unknown;
    public static String WaitFor_Description;
    public static String WaitFor_Name;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
