/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Command_Copy;
    public static String Command_Description;
    public static String Command_Title;
    public static String Export_Browse;
    public static String Export_Csv;
    public static String Export_Description;
    public static String Export_Directory;
    public static String Export_Failed;
    public static String Export_Format;
    public static String Export_Json;
    public static String Export_NoAnalysis;
    public static String Export_NoDirectory;
    public static String Export_NoTrace;
    public static String Export_NotDirectory;
    public static String Export_NotYet;
    public static String Export_Range;
    public static String Export_Replaces;
    public static String Export_Selection;
    public static String Export_Stopped;
    public static String Export_Title;
    public static String Export_Whole;
    public static String Export_Work;
    public static String Written_NoProgram;
    public static String Written_Text;
    public static String Written_Tip;
    public static String Written_Title;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
