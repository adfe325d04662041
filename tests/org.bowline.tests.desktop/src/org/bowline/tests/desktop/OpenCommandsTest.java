/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.eclipse.core.commands.Command;
import org.eclipse.core.commands.ParameterizedCommand;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.menus.IMenuService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.open.FolderDropAssistant;
import org.bowline.tracecompass.ui.open.OpenRecordingHandler;
import org.bowline.tracecompass.ui.open.StartupProcessor;
import org.bowline.tracecompass.ui.open.SynchronizeClocksHandler;

class OpenCommandsTest {
    @AfterEach
    void forget() {
        Workbench.forgetAll();
    }

    @Test
    void theCommandOpensFoldersThatItIsGiven() throws Exception {
        Path folder = Workbench.unpack("lock-contention");
        Workbench.window();
        Command command = PlatformUI.getWorkbench().getService(ICommandService.class).getCommand(OpenRecordingHandler.ID);
        assertTrue(command.isDefined());
        ParameterizedCommand given = ParameterizedCommand.generateCommand(command, Map.of(OpenRecordingHandler.PATHS, folder.toString()));
        PlatformUI.getWorkbench().getService(IHandlerService.class).executeCommand(given, null);
        Workbench.await("the experiment is open", () -> name(TmfTraceManager.getInstance().getActiveTrace()).equals("lock-contention"));
        Workbench.screenshot("open-command");
    }

    private static String name(ITmfTrace trace) {
        return trace == null ? "" : trace.getName();
    }

    @Test
    void whatIsDroppedOpensUnlessItIsOneTrace() throws Exception {
        Path folder = Workbench.unpack("lock-contention");
        Workbench.window();
        assertTrue(FolderDropAssistant.drop(new String[] {folder.toString()}, null).isOK());
        Workbench.await("the experiment is open", () -> name(TmfTraceManager.getInstance().getActiveTrace()).equals("lock-contention"));
        Path one = Files.createTempDirectory("bowline-one");
        Files.writeString(one.resolve("metadata"), "/* CTF 1.8 */");
        assertTrue(!FolderDropAssistant.drop(new String[] {one.toString()}, null).isOK(), "one trace is Trace Compass's to import");
        Path file = Files.createTempFile("bowline", ".txt");
        assertTrue(!FolderDropAssistant.drop(new String[] {file.toString()}, null).isOK(), "a file is none of our business");
    }

    @Test
    void theArgumentsOfTheProgramNameWhatToOpen() {
        assertEquals(List.of(Path.of("/a b"), Path.of("/c")),
                StartupProcessor
                        .paths(new String[] {"-x", "-bowline.open", "/a b", "/ignored", "-bowline.open", "/d/../c", "-bowline.open"}));
    }

    @Test
    void theCommandsAreDefinedAndTheExplorerKnowsTheDrop() {
        ICommandService commands = PlatformUI.getWorkbench().getService(ICommandService.class);
        assertTrue(commands.getCommand(SynchronizeClocksHandler.ID).isDefined());
        assertNotNull(PlatformUI.getWorkbench().getService(IMenuService.class));
    }
}
