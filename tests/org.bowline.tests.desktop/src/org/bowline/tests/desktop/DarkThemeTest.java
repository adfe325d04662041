/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.provider.Contrast;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** The dark theme, and the way to it and back. What all views look like in it: {@link EveryScreenTest}. */
final class DarkThemeTest {
    private static void assertDark(Color ground) {
        assertTrue(ground.getRed() + ground.getGreen() + ground.getBlue() < 3 * 100, () -> "the ground is dark: " + ground);
    }

    private static String hex(Color color) {
        return String.format("#%02x%02x%02x", color.getRed(), color.getGreen(), color.getBlue());
    }

    /** How many pixels of a tool's arrow are bright: GTK draws it, and no style sheet reaches it. */
    private static long brightOfArrow(String name) {
        Shell shell = new Shell(Display.getCurrent(), SWT.SHELL_TRIM);
        shell.setLayout(new FillLayout());
        ToolItem tool = new ToolItem(new ToolBar(shell, SWT.FLAT), SWT.DROP_DOWN);
        tool.setText("x");
        shell.setBounds(300, 300, 200, 80);
        shell.open();
        Hand.standsStill(shell);
        ImageData data = Pictures.screenshot(shell, "arrow-" + name);
        Rectangle place = tool.getBounds();
        shell.close();
        long bright = 0;
        for (int x = place.x + place.width / 2; x < place.x + place.width; x++) {
            for (int y = place.y; y < Math.min(data.height, place.y + place.height); y++) {
                RGB pixel = data.palette.getRGB(data.getPixel(x, y));
                bright += Math.min(pixel.red, Math.min(pixel.green, pixel.blue)) > 180 ? 1 : 0;
            }
        }
        return bright;
    }

    @Test
    void headersAndColoursFollowTheTheme() {
        // Eclipse 4.18 cannot change its theme any more once a table with rows was closed, and tests after it find another layout
        assumeTrue(List.of("true", "dark").contains(System.getProperty("bowline.theme", "")),
                "needs a workbench of its own: -Dbowline.theme=true -Dtest=DarkThemeTest");
        Samples.openSample();
        Look.theme(Look.DARK);
        assertTrue(brightOfArrow("dark") > 10, "GTK's arrows are bright upon dark");
        Look.theme(Look.LIGHT); // and back
        Look.theme(Look.DARK);
        assertTrue(brightOfArrow("dark-again") > 10, "GTK's arrows are bright upon dark again");
        Shell window = Workbench.window().getShell();
        assertTrue(Contrast.ratio(hex(window.getForeground()), hex(window.getBackground())) >= Contrast.TEXT,
                () -> "words of the window: " + window.getForeground() + " upon " + window.getBackground());
        assertEquals(Look.DARK_BACKGROUND, Look.colors().getRGB("org.bowline.graph.background"));
        assertEquals(new RGB(0x8a, 0x80, 0x72), Look.colors().getRGB("org.bowline.colors.blocked-unknown"));
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        Workbench.settle();
        assertDark(knots.knotsTable().table().getHeaderBackground());
        assertDark(threads.getTimeGraphViewer().getTree().getHeaderBackground());
        Samples.closeAll();
    }
}
