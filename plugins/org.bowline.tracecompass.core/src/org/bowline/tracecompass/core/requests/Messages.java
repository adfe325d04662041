/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.requests;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String all;
    public static String allOthers;
    public static String few;
    public static String noPath;
    public static String noPaths;
    public static String one;
    public static String oneAt;
    public static String otherOne;
    public static String otherOneAt;
    public static String others;
    public static String several;
    public static String typical;
    public static String unfinished;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
