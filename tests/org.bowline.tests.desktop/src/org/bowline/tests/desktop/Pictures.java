/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.ImageLoader;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;

/** What the screen shows, as pictures for people to look at, and for tests that count pixels. In the UI thread. */
final class Pictures {
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 980;
    private static final long FRAME_MILLIS = 60;
    private static final long STILL_MILLIS = 250;
    private static final long ANIMATION_MILLIS = 2_000;
    private static Rectangle bounds = new Rectangle(0, 0, WIDTH, HEIGHT);

    private Pictures() {}

    /** Writes what the screen shows of a control to {@code ${bowline.screens}/NAME.png}, and returns it. */
    static ImageData screenshot(Control control, String name) {
        Rectangle bounds = control instanceof Shell shell ? shell.getClientArea()
                : new Rectangle(0, 0, control.getSize().x, control.getSize().y);
        assertTrue(bounds.width > 0 && bounds.height > 0, () -> name + " has a size");
        control.redraw();
        control.update();
        ImageData[] last = {copy(control, bounds)};
        long[] since = {System.nanoTime()};
        // windows come, and buttons of GTK change their colours, step by step
        Workbench.pump(() -> {
            Workbench.pump(() -> false, FRAME_MILLIS);
            byte[] before = last[0].data;
            last[0] = copy(control, bounds);
            if (!Arrays.equals(before, last[0].data)) {
                since[0] = System.nanoTime();
            }
            return System.nanoTime() - since[0] > TimeUnit.MILLISECONDS.toNanos(STILL_MILLIS);
        }, ANIMATION_MILLIS);
        ImageData data = last[0];
        ImageLoader loader = new ImageLoader();
        loader.data = new ImageData[] {data};
        Path folder = Path.of(System.getProperty("bowline.screens", System.getProperty("java.io.tmpdir") + "/bowline-screens"));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new AssertionError("no folder for pictures", e);
        }
        loader.save(folder.resolve(name + ".png").toString(), SWT.IMAGE_PNG);
        return data;
    }

    private static ImageData copy(Control control, Rectangle bounds) {
        Image image = new Image(control.getDisplay(), bounds.width, bounds.height);
        GC gc = new GC(control);
        gc.copyArea(image, 0, 0);
        gc.dispose();
        ImageData data = image.getImageData();
        image.dispose();
        return data;
    }

    /** The whole window as a picture. */
    static ImageData screenshot(String name) {
        return screenshot(Workbench.window().getShell(), name);
    }

    /** How many pixels of a picture have a colour, give or take a little in each channel. */
    static int countPixels(ImageData image, int red, int green, int blue, int tolerance) {
        int count = 0;
        for (int y = 0; y < image.height; y++) {
            for (int x = 0; x < image.width; x++) {
                org.eclipse.swt.graphics.RGB rgb = image.palette.getRGB(image.getPixel(x, y));
                if (Math.abs(rgb.red - red) <= tolerance && Math.abs(rgb.green - green) <= tolerance
                        && Math.abs(rgb.blue - blue) <= tolerance) {
                    count++;
                }
            }
        }
        return count;
    }
}
