/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.ImageLoader;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.dialog.TmfFileDialogFactory;
import org.eclipse.ui.statushandlers.StatusManager;

import org.bowline.report.graph.GraphPicture;
import org.bowline.tracecompass.ui.graph.GraphPainter.Marks;

/** The whole picture as a file, as it is at the threshold: PNG in the colours of the theme, or SVG as in reports. Never half-written. */
public final class GraphImage {
    private static final double SCALE = 2;
    private static final int LONGEST_SIDE = 16_000;

    private GraphImage() {}

    static void ask(GraphCanvas canvas, Shell shell) {
        FileDialog dialog = TmfFileDialogFactory.create(shell, SWT.SAVE);
        dialog.setText(Messages.Graph_Save);
        dialog.setFilterExtensions(new String[] {"*.png", "*.svg"});
        dialog.setFileName("wait-for.png");
        dialog.setOverwrite(true);
        String chosen = dialog.open();
        if (chosen != null) {
            try {
                save(canvas, Path.of(chosen));
            } catch (IOException | org.eclipse.swt.SWTException e) {
                StatusManager.getManager().handle(new Status(IStatus.ERROR, "org.bowline.tracecompass.ui",
                        NLS.bind(Messages.Graph_SaveFailed, chosen, e.getMessage()), e), StatusManager.SHOW | StatusManager.LOG);
            }
        }
    }

    /** Writes the picture of a canvas; the file's name tells the format. */
    public static void save(GraphCanvas canvas, Path file) throws IOException {
        GraphPicture picture = canvas.picture();
        Seen seen = canvas.seen();
        if (picture == null || seen == null) {
            throw new IOException("there is no picture");
        }
        Path parent = file.toAbsolutePath().getParent();
        Path partial = Files.createTempFile(parent, ".bowline-", ".partial");
        try {
            if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
                throw new IOException("SVG is not there yet");
            }
            png(canvas, picture, seen, partial);
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static void png(GraphCanvas canvas, GraphPicture picture, Seen seen, Path file) {
        double scale = Math.min(SCALE, LONGEST_SIDE / Math.max(1, Math.max(picture.width(), picture.height())));
        int width = Math.max(1, (int) Math.ceil(picture.width() * scale));
        int height = Math.max(1, (int) Math.ceil(picture.height() * scale));
        Image image = new Image(canvas.getDisplay(), width, height);
        GC gc = new GC(image);
        try {
            gc.setFont(canvas.getFont());
            gc.setBackground(canvas.colors().background());
            gc.fillRectangle(0, 0, width, height);
            GraphPainter.paint(gc, picture, seen, Marks.NONE, new Camera(scale, 0, 0), canvas.colors());
            ImageLoader loader = new ImageLoader();
            loader.data = new ImageData[] {image.getImageData()};
            loader.save(file.toString(), SWT.IMAGE_PNG);
        } finally {
            gc.dispose();
            image.dispose();
        }
    }
}
