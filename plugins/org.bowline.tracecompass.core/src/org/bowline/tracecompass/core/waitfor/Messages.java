/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    static String Column_Direct;
    static String Column_Host;
    static String Column_Kind;
    static String Column_Name;
    static String Column_Share;
    static String Column_Waits;
    static String Column_Weight;
    static String WaitFor_Description;
    static String WaitFor_Name;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
