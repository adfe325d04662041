/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.core.runtime.Platform;
import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.PlatformUI;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

/**
 * How the window looks during a run, for pictures of the same tests in both themes and in both sizes: {@code -Dbowline.theme=dark} makes it dark from the start, {@code -Dbowline.size=1280x800} gives it that size
 * whatever a test asks for. Without them tests see what they ask for, in the light theme. In the UI thread.
 */
final class Look {
    static final String DARK = "org.eclipse.e4.ui.css.theme.e4_dark";
    static final String LIGHT = "org.eclipse.e4.ui.css.theme.e4_default";
    static final RGB DARK_BACKGROUND = new RGB(0x1f, 0x23, 0x28);
    static final RGB LIGHT_BACKGROUND = new RGB(255, 255, 255);

    private static final Pattern SIZE = Pattern.compile("(\\d+)x(\\d+)");
    private static final Point ONE_SIZE = size(System.getProperty("bowline.size", ""));
    private static boolean made;

    private Look() {}

    /** The size that all windows of this run have; null if each has what its test asks for. */
    static Point size() {
        return ONE_SIZE;
    }

    private static Point size(String of) {
        Matcher size = SIZE.matcher(of);
        return size.matches() ? new Point(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2))) : null;
    }

    /** Makes the window dark, if this run is to be of the dark theme and the workbench was not started with it. Once: Eclipse 4.18 cannot change its theme any more after a table with rows was closed. */
    static void once() {
        if (!made) {
            made = true;
            if (System.getProperty("bowline.theme", "").equals("dark")
                    && !DARK_BACKGROUND.equals(colors().getRGB("org.bowline.clocks.background"))) {
                theme(DARK);
            }
        }
    }

    /** Changes the theme, and waits until its colours are there. The engine has no public API. */
    static void theme(String id) {
        try {
            BundleContext context = FrameworkUtil.getBundle(PlatformUI.class).getBundleContext();
            ServiceReference<?> reference = context.getServiceReference("org.eclipse.e4.ui.css.swt.theme.IThemeManager");
            Object manager = context.getService(reference);
            Class<?> type = Platform.getBundle("org.eclipse.e4.ui.css.swt.theme")
                    .loadClass("org.eclipse.e4.ui.css.swt.theme.IThemeManager");
            Object engine = type.getMethod("getEngineForDisplay", Display.class).invoke(manager, PlatformUI.getWorkbench().getDisplay());
            Class<?> engineType = Platform.getBundle("org.eclipse.e4.ui.css.swt.theme")
                    .loadClass("org.eclipse.e4.ui.css.swt.theme.IThemeEngine");
            engineType.getMethod("setTheme", String.class, boolean.class).invoke(engine, id, false);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the theme cannot be changed", e);
        }
        RGB ground = id.equals(DARK) ? DARK_BACKGROUND : LIGHT_BACKGROUND;
        Workbench.await("the colours are those of " + id, () -> ground.equals(colors().getRGB("org.bowline.clocks.background")));
    }

    static ColorRegistry colors() {
        return PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
    }
}
