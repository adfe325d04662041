/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.compare;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String allIntervals;
    public static String finding;
    public static String findingInBoth;
    public static String noAnalysis;
    public static String noResults;
    public static String notRead;
    public static String onlyBase;
    public static String onlyNew;
    public static String twice;
    public static String unreadable;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
