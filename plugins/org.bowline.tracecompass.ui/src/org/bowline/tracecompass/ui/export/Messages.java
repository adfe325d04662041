/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    static String Command_Copy;
    static String Command_Description;
    static String Command_Title;
    static String Export_Browse;
    static String Export_Csv;
    static String Export_Description;
    static String Export_Directory;
    static String Export_Failed;
    static String Export_Format;
    static String Export_Json;
    static String Export_NoAnalysis;
    static String Export_NoDirectory;
    static String Export_NoSelection;
    static String Export_NoTrace;
    static String Export_NotDirectory;
    static String Export_NotYet;
    static String Export_Range;
    static String Export_Replaces;
    static String Export_Selection;
    static String Export_Title;
    static String Export_Whole;
    static String Export_WholeUnknown;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
