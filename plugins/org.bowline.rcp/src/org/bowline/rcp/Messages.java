/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import org.eclipse.osgi.util.NLS;

/** Texts of this package. */
@SuppressWarnings("NullAway.Init") // filled in by NLS
final class Messages extends NLS {
    public static String Contents_Hint;
    public static String Contents_Title;
    public static String Pages_Missing;
    public static String Pages_NoBrowser;
    public static String Popup_All;
    public static String Popup_Info;
    public static String Popup_Title;

    static {
        initializeMessages(Messages.class.getPackageName() + ".messages", Messages.class);
    }

    private Messages() {}
}
