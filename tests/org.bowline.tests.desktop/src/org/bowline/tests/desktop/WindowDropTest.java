/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;

import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.DND;
import org.eclipse.swt.dnd.DragSource;
import org.eclipse.swt.dnd.DragSourceAdapter;
import org.eclipse.swt.dnd.DragSourceEvent;
import org.eclipse.swt.dnd.FileTransfer;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.knots.KnotsView;

/** Folders that are dragged from a file manager, here a small window with a real drag source, and dropped on the window with a real mouse. */
@Tag("opening")
class WindowDropTest {
    private Shell fileManager;
    private boolean ended;
    private boolean accepted;

    @BeforeEach
    void perspective() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    @AfterEach
    void close() {
        if (fileManager != null) {
            fileManager.dispose();
        }
        Samples.forgetAll();
    }

    private void manage(Path folder) {
        Display display = Display.getCurrent();
        fileManager = new Shell(display, SWT.NO_TRIM | SWT.ON_TOP);
        fileManager.setBounds(20, 600, 120, 80);
        fileManager.setBackground(display.getSystemColor(SWT.COLOR_DARK_YELLOW));
        DragSource source = new DragSource(fileManager, DND.DROP_COPY | DND.DROP_MOVE | DND.DROP_LINK);
        source.setTransfer(FileTransfer.getInstance());
        source.addDragListener(new DragSourceAdapter() {
            @Override
            public void dragSetData(DragSourceEvent event) {
                event.data = new String[] {folder.toString()};
            }

            @Override
            public void dragFinished(DragSourceEvent event) {
                accepted = event.doit && event.detail != DND.DROP_NONE;
                ended = true;
            }
        });
        fileManager.open();
    }

    private void drop(Control onto) {
        // let go before the target has said that it takes it, as on a busy machine, nothing is dropped: a person tries again
        for (int attempt = 0; attempt < 4 && !accepted; attempt++) {
            ended = false;
            Hand.standsStill(onto);
            Hand.standsStill(fileManager);
            Point size = onto.getSize();
            Hand.dragTo(fileManager, new Point(60, 40), onto, new Point(size.x / 2, size.y / 2));
            Workbench.pump(() -> ended, 10_000);
        }
    }

    @Test
    void aFolderOfSeveralHostsThatIsDroppedOnAViewOpens() throws Exception {
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        manage(Samples.unpack("three-tier"));
        drop(knots.knotsTable().table().getParent().getParent()); // the page of the table is hidden while nothing is open
        assertTrue(accepted, "the window takes it");
        Workbench.await("its experiment is opened", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        assertEquals(6, ((TmfExperiment) trace).getTraces().size());
        Workbench.settle();
    }
}
