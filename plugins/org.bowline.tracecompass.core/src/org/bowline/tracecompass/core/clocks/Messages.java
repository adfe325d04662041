/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.clocks;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Clocks_Description;
    public static String Clocks_Name;
    public static String Column_Ahead;
    public static String Column_Drift;
    public static String Column_ErrorBegin;
    public static String Column_ErrorEnd;
    public static String Column_ErrorMiddle;
    public static String Column_ErrorPackets;
    public static String Column_Growth;
    public static String Column_Host;
    public static String Column_Over;
    public static String Column_Pieces;
    public static String Column_Quality;
    public static String Column_Received;
    public static String Column_Reference;
    public static String Column_Sent;
    public static String Curve_High;
    public static String Curve_Low;
    public static String Curve_Received;
    public static String Curve_Sent;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
