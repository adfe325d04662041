/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import org.eclipse.osgi.util.NLS;

/** What opening says to people. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String clock_all;
    public static String clock_one;
    public static String clock_reference;
    public static String clock_bounded;
    public static String clock_unbounded;
    public static String ctf2_unreadable;
    public static String ctf2_other;
    public static String ctf2_lost;

    static {
        NLS.initializeMessages("org.bowline.tracecompass.core.open.messages", Messages.class);
    }

    private Messages() {}
}
