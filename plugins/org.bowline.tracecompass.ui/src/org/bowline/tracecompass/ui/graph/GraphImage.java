/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Locale;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.SWTException;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.ImageLoader;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.dialog.TmfFileDialogFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.files.WholeFile;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.SvgWriter;
import org.bowline.report.graph.TextSize;
import org.bowline.report.graph.View;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.ui.frame.Commands;
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
            save(canvas, Path.of(chosen));
        }
    }

    /** Writes the picture of a canvas in a job; the file's name tells the format. What goes wrong is shown to the user. */
    public static void save(GraphCanvas canvas, Path file) {
        GraphPicture picture = canvas.picture();
        Seen seen = canvas.seen();
        if (picture == null || seen == null) {
            return;
        }
        boolean svg = file.toString().toLowerCase(Locale.ROOT).endsWith(".svg");
        ImageData pixels = svg ? null : pixels(canvas, picture, seen); // only the UI thread may draw
        Job job = new Job(NLS.bind(Messages.Graph_Saving, file)) {
            @Override
            protected IStatus run(IProgressMonitor monitor) {
                try {
                    write(picture, seen, pixels, file, new MonitorProgress(monitor));
                    return Status.OK_STATUS;
                } catch (IOException | SWTException e) {
                    Commands.failed(NLS.bind(Messages.Graph_SaveFailed, file, e.getMessage()), e);
                    return Status.OK_STATUS;
                } catch (CancelledException e) {
                    return Status.CANCEL_STATUS;
                }
            }
        };
        job.setUser(true);
        job.schedule();
    }

    private static void write(GraphPicture picture, Seen seen, @Nullable ImageData pixels, Path file, Progress progress)
            throws IOException {
        try (WholeFile whole = WholeFile.prepare(file)) {
            if (pixels == null) {
                whole.commit(out -> svg(picture, seen.view(), out, progress));
            } else {
                ImageLoader loader = new ImageLoader();
                loader.data = new ImageData[] {pixels};
                loader.save(whole.path().toString(), SWT.IMAGE_PNG);
                whole.commit();
            }
        }
    }

    /** As in reports: laid out for the font that readers have. */
    private static void svg(GraphPicture picture, View view, Writer out, Progress progress) throws IOException {
        GraphPicture forReaders = GraphPicture.of(picture.graph(), picture.hierarchy(), picture.options().withTextSize(TextSize.SANS_12),
                progress);
        SvgWriter.write(forReaders, forReaders.at(view.thresholdNanos()), SvgWriter.Theme.AUTO, out);
    }

    private static ImageData pixels(GraphCanvas canvas, GraphPicture picture, Seen seen) {
        double scale = Math.min(SCALE, LONGEST_SIDE / Math.max(1, Math.max(picture.width(), picture.height())));
        int width = Math.max(1, (int) Math.ceil(picture.width() * scale));
        int height = Math.max(1, (int) Math.ceil(picture.height() * scale));
        Image image = new Image(canvas.getDisplay(), width, height);
        GC gc = new GC(image);
        try {
            gc.setFont(canvas.getFont());
            gc.setBackground(canvas.colors().background());
            gc.fillRectangle(0, 0, width, height);
            GraphPainter.paint(gc, picture, seen, Marks.of(canvas.marked()), new Camera(scale, 0, 0), new Rectangle(0, 0, width, height),
                    canvas.colors());
            return image.getImageData();
        } finally {
            gc.dispose();
            image.dispose();
        }
    }
}
