/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.MissingResourceException;
import java.util.ResourceBundle;

import org.eclipse.osgi.util.NLS;

/** The texts of this package. */
final class Messages extends NLS {
    private static final String BUNDLE = "org.bowline.tracecompass.core.provider.messages";

    public static String running = "";
    public static String cancelled = "";
    public static String closed = "";
    public static String states = "";
    public static String arrows = "";

    static {
        NLS.initializeMessages(BUNDLE, Messages.class);
    }

    private Messages() {}

    /** The name of a style; its key if it has none. */
    public static String style(String key) {
        try {
            return ResourceBundle.getBundle(BUNDLE, java.util.Locale.getDefault(), Messages.class.getClassLoader())
                    .getString("style." + key);
        } catch (MissingResourceException e) {
            return key;
        }
    }
}
