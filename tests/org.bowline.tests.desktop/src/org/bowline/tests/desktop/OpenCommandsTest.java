/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.commands.Command;
import org.eclipse.core.commands.ParameterizedCommand;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.DND;
import org.eclipse.swt.dnd.DropTarget;
import org.eclipse.swt.dnd.FileTransfer;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.navigator.CommonNavigator;
import org.eclipse.ui.navigator.CommonViewer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.open.FolderDropAssistant;
import org.bowline.tracecompass.ui.open.OpenRecordingHandler;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.open.StartupProcessor;

@Tag("opening")
class OpenCommandsTest {
    @AfterEach
    void forget() {
        Samples.forgetAll();
    }

    @Test
    void theCommandOpensFoldersThatItIsGiven() throws Exception {
        Path folder = Samples.unpack("lock-contention");
        Workbench.window();
        Command command = PlatformUI.getWorkbench().getService(ICommandService.class).getCommand(OpenRecordingHandler.ID);
        assertTrue(command.isDefined());
        ParameterizedCommand given = ParameterizedCommand.generateCommand(command, Map.of(OpenRecordingHandler.PATHS, folder.toString()));
        PlatformUI.getWorkbench().getService(IHandlerService.class).executeCommand(given, null);
        Workbench.await("the experiment is open", () -> name(TmfTraceManager.getInstance().getActiveTrace()).equals("lock-contention"));
        Pictures.screenshot("open-command");
    }

    private static String name(ITmfTrace trace) {
        return trace == null ? "" : trace.getName();
    }

    @Test
    void whatIsDroppedOpensUnlessItIsOneTrace() throws Exception {
        Path folder = Samples.unpack("lock-contention");
        Workbench.window();
        assertTrue(FolderDropAssistant.drop(new String[] {folder.toString()}, null).isOK());
        Workbench.await("the experiment is open", () -> name(TmfTraceManager.getInstance().getActiveTrace()).equals("lock-contention"));
        Path one = Scratch.folder("bowline-one");
        Files.writeString(one.resolve("metadata"), "/* CTF 1.8 */");
        assertTrue(!FolderDropAssistant.drop(new String[] {one.toString()}, null).isOK(), "one trace is Trace Compass's to import");
        Path file = Files.createFile(Scratch.folder("bowline-file").resolve("notes.txt"));
        assertTrue(!FolderDropAssistant.drop(new String[] {file.toString()}, null).isOK(), "a file is none of our business");
    }

    @Test
    void theArgumentsOfTheProgramNameWhatToOpen() {
        assertEquals(List.of(Path.of("/a b"), Path.of("/c")),
                StartupProcessor
                        .paths(new String[] {"-x", "-bowline.open", "/a b", "/ignored", "-bowline.open", "/d/../c", "-bowline.open"}));
    }

    @Test
    void anArgumentOfTheProgramNamesAPlace() {
        assertEquals("clocks", StartupProcessor.place(new String[] {"-bowline.open", "/a", "-bowline.at", "clocks"}));
        assertNull(StartupProcessor.place(new String[] {"-bowline.open", "/a", "-bowline.at"}));
        assertNull(StartupProcessor.place(new String[] {"-bowline.open", "/a"}));
    }

    @Test
    void theFirstWindowHasRoomButNotMoreThanTheScreen() {
        assertEquals(new Rectangle(160, 40, 1600, 1000), StartupProcessor.bounds(new Rectangle(0, 0, 1920, 1080)));
        assertEquals(new Rectangle(1280, 20, 1024, 700), StartupProcessor.bounds(new Rectangle(1280, 20, 1024, 700)),
                "of a second, small screen");
    }

    @Test
    void theWindowTakesFiles() {
        Shell window = Workbench.window().getShell();
        DropTarget target = (DropTarget) window.getData(DND.DROP_TARGET_KEY);
        assertTrue(Stream.of(target.getTransfer()).anyMatch(FileTransfer.getInstance()::equals), "the window takes what is dropped");
    }

    @Test
    void theFileMenuAndTheExplorerOfferWhatFitsTheSelection() throws Exception {
        Path folder = Samples.unpack("lock-contention");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        Opening.opened(job);
        TmfExperimentElement experiment = job.experiment();
        TmfProjectElement project = experiment.getProject();
        CommonViewer explorer = ((CommonNavigator) Workbench.showView("org.eclipse.ui.navigator.ProjectExplorer")).getCommonViewer();
        Menu menu = explorer.getTree().getMenu();
        explorer.setSelection(new StructuredSelection(experiment));
        assertEquals(experiment, explorer.getStructuredSelection().getFirstElement());
        List<String> ofExperiment = items(menu, "Wait Analysis");
        assertTrue(ofExperiment.contains("Synchronize Clocks"), ofExperiment.toString());
        explorer.setSelection(new StructuredSelection(project.getTracesFolder()));
        List<String> ofFolder = items(menu, null);
        assertTrue(ofFolder.contains("Open as Multi-Host Trace"), ofFolder.toString());
        assertFalse(ofFolder.contains("Wait Analysis"), "an empty menu is not shown");
        List<String> file = items(Workbench.window().getShell().getMenuBar(), "File");
        assertTrue(file.contains("Open Multi-Host Trace..."), file.toString());
        assertTrue(file.contains("Open Multi-Host Archive..."), "a dialog for folders does not show archives: " + file);
    }

    /** The labels of a menu as it would be shown, or of one of its submenus. */
    private static List<String> items(Menu menu, String submenu) {
        menu.notifyListeners(SWT.Show, new Event());
        try {
            if (submenu == null) {
                return Stream.of(menu.getItems()).map(item -> item.getText().replace("&", "").replaceAll("\\t.*", "")).toList();
            }
            MenuItem inner = Stream.of(menu.getItems()).filter(item -> item.getText().replace("&", "").equals(submenu)).findFirst()
                    .orElseThrow(
                            () -> new AssertionError(submenu + " is not in " + Stream.of(menu.getItems()).map(MenuItem::getText).toList()));
            return items(inner.getMenu(), null);
        } finally {
            menu.notifyListeners(SWT.Hide, new Event());
        }
    }
}
