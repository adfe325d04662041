/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.eclipse.core.runtime.FileLocator;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.action.GroupMarker;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.menus.IMenuService;
import org.eclipse.ui.wizards.IWizardDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.export.CommandLine;
import org.bowline.tracecompass.ui.export.ReportWizard;
import org.bowline.tracecompass.ui.export.TargetPage;
import org.bowline.tracecompass.ui.export.WrittenDialog;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Ui;

/** File &gt; Export &gt; Tracing &gt; Wait analysis report, with a real mouse, beside the command line. */
class ExportWizardTest {
    private TmfExperiment experiment;
    private Path target;

    @BeforeEach
    void open() throws IOException {
        experiment = Samples.openSample("three-tier");
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        assertNotNull(module);
        module.start();
        Workbench.await("the analysis has a result", () -> module.result() != null);
        target = Scratch.folder("bowline-export-").resolve("it's a report");
    }

    @AfterEach
    void close() throws IOException {
        Samples.closeAll();
        try (Stream<Path> files = Files.walk(target.getParent())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static Optional<Button> button(Control control, String text) {
        if (control instanceof Button button && button.getText().replace("&", "").contains(text)) {
            return Optional.of(button);
        }
        if (control instanceof Composite composite) {
            return Stream.of(composite.getChildren()).map(child -> button(child, text)).flatMap(Optional::stream).findFirst();
        }
        return Optional.empty();
    }

    private static void press(WizardDialog dialog, String text) {
        Button button = button(dialog.getShell(), text).orElseThrow();
        Workbench.await(text + " can be pressed", button::isEnabled);
        Hand.click(button, button.getSize().x / 2, button.getSize().y / 2);
    }

    /** Runs the wizard to its end; the command that it showed. */
    private String export(String picture) throws Exception {
        IWizardDescriptor descriptor = PlatformUI.getWorkbench().getExportWizardRegistry().findWizard("org.bowline.export");
        assertNotNull(descriptor, "the wizard is in File > Export");
        ReportWizard wizard = (ReportWizard) descriptor.createWizard();
        WizardDialog dialog = new WizardDialog(Workbench.window().getShell(), wizard);
        dialog.setBlockOnOpen(false);
        dialog.open();
        try {
            ((TargetPage) dialog.getCurrentPage()).setDirectory(target);
            Pictures.screenshot(dialog.getShell(), picture);
            press(dialog, "Next");
            Workbench.await("the command is shown", () -> dialog.getCurrentPage().getName().equals("command"));
            Pictures.screenshot(dialog.getShell(), picture + "-command");
            String command = wizard.command();
            press(dialog, "Finish");
            Workbench.await("the reports are there",
                    () -> Files.exists(target.resolve("knots.csv")) && (dialog.getShell() == null || dialog.getShell().isDisposed()));
            theEndIsToldWithALinkToTheFolder(picture);
            return command;
        } finally {
            if (dialog.getShell() != null && !dialog.getShell().isDisposed()) {
                dialog.close();
            }
        }
    }

    private void theEndIsToldWithALinkToTheFolder(String picture) {
        Workbench.await("the end is told", () -> told().isPresent());
        Shell shell = told().orElseThrow();
        shell.forceActive(); // without a window manager the main window may be before it
        Pictures.screenshot(shell, picture + "-written");
        assertEquals("The reports are in <a>" + target + "</a>.", link(shell).getText());
        shell.close();
    }

    private static Optional<Shell> told() {
        return Stream.of(Workbench.window().getShell().getShells()).filter(shell -> shell.getText().equals("Reports written")).findFirst();
    }

    private static Link link(Composite in) {
        for (Control child : in.getChildren()) {
            if (child instanceof Link link) {
                return link;
            }
            if (child instanceof Composite composite && link(composite) != null) {
                return link(composite);
            }
        }
        return null;
    }

    @Test
    void theLinkOpensTheFolderAndWhereNothingOpensFoldersItSaysSo() throws Exception {
        List<String> opened = new ArrayList<>();
        for (boolean canOpen : List.of(true, false)) {
            WrittenDialog dialog = new WrittenDialog(Workbench.window().getShell(), target, path -> opened.add(path) && canOpen);
            dialog.open();
            try {
                Link link = link(dialog.getShell());
                link.notifyListeners(SWT.Selection, new Event());
                assertEquals(!canOpen, link.getText().contains("No program opens folders here"), link.getText());
            } finally {
                dialog.close();
            }
        }
        assertEquals(List.of(target.toString(), target.toString()), opened);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return new ArrayList<>(new TreeSet<>(files.map(file -> file.getFileName().toString()).toList()));
        }
    }

    /** The File menu of the Trace Compass program has no Export of its own. */
    @Test
    void theFileMenuOfTraceCompassHasExport() {
        MenuManager menu = new MenuManager();
        menu.add(new GroupMarker("org.eclipse.linuxtools.tmf.ui.import"));
        IMenuService menus = PlatformUI.getWorkbench().getService(IMenuService.class);
        menus.populateContributionManager(menu, "menu:org.eclipse.tracecompass.rcp.ui.menu.file");
        try {
            assertNotNull(menu.find("org.bowline.menu.file.export"));
        } finally {
            menus.releaseContributions(menu);
            menu.dispose();
        }
    }

    @Test
    void theFilesAreThoseOfTheCommandThatIsShown() throws Exception {
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        long from = timeline.startNanos() + (timeline.endNanos() - timeline.startNanos()) / 3;
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(from),
                TmfTimestamp.fromNanos(from + 400_000_000), experiment));
        String command = export("export");
        assertTrue(command.startsWith("bowline analyze /"), command);
        assertTrue(command.contains("'" + target.toString().replace("'", "'\\''") + "'"), command);
        assertTrue(command.endsWith("--from " + from + " --to " + (from + 400_000_000)), command);
        assertTrue(
                names(target).containsAll(List.of("caveats.csv", "knots.csv", "sleepers.csv", "sync.csv", "threads.csv", "wait-for.csv")),
                () -> command);

        asByTheCommand(command);
    }

    private void asByTheCommand(String command) throws IOException {
        List<String> cli = cli();
        Path other = target.resolveSibling("by command");
        String same = command.replace(CommandLine.quoted(List.of(target.toString())), CommandLine.quoted(List.of(other.toString())));
        assertFalse(same.equals(command));
        Process process = new ProcessBuilder("bash", "-c", "bowline() { " + CommandLine.quoted(cli) + " \"$@\"; }; " + same)
                .redirectErrorStream(true).redirectOutput(target.resolveSibling("log").toFile()).start();
        Workbench.await("the command ends", () -> !process.isAlive());
        assertEquals(0, process.exitValue(), () -> log());
        assertEquals(names(other), names(target));
        for (String name : names(other)) {
            if (name.equals("report.html")) { // it names the program that made it
                assertEquals(withoutVersion(other.resolve(name)), withoutVersion(target.resolve(name)));
            } else {
                assertArrayEquals(Files.readAllBytes(other.resolve(name)), Files.readAllBytes(target.resolve(name)), name);
            }
        }
    }

    @Test
    void whereRequestsAreChosenAllFilesAreOfTheirRangeAndTheCommandNamesThem() throws Exception {
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        IntervalSpec pair = IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type");
        CompletableFuture<Void> chosen = CompletableFuture.runAsync(() -> {
            try {
                module.chooseRequests(List.of(pair), Progress.NONE);
            } catch (TraceReadException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        });
        Workbench.await("the requests are read", chosen::isDone);
        chosen.join();
        try {
            String command = export("export-requests");
            assertTrue(command.endsWith(" --interval " + pair.text()), command);
            asByTheCommand(command);
        } finally {
            Samples.forgetAll(); // the choice is kept with the experiment
        }
    }

    private static String withoutVersion(Path page) throws IOException {
        return Files.readString(page).replaceAll("Bowline (development|\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?)", "Bowline");
    }

    private String log() {
        try {
            return Files.readString(target.resolveSibling("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** How the command line of this build is started; the test is skipped where it was not built. */
    /** The command line with the analysis that exists only in the tests, as this workbench has it. */
    private static List<String> cli() throws IOException {
        Path jar = Path.of(System.getProperty("bowline.cli", ""));
        assumeTrue(Files.isRegularFile(jar), "the command line was not built: mvn -pl plugins/org.bowline.cli -am package");
        Path added = FileLocator.getBundleFile(Platform.getBundle("org.bowline.tests.desktop.added")).toPath();
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", jar + File.pathSeparator + added,
                "org.bowline.cli.Main");
    }

    @Test
    void theWorkIsTakenWithoutASelection() throws Exception {
        String command = export("export-work");
        assertFalse(command.contains("--from") || command.contains("--range"), "as the command finds it by itself: " + command);
        String page = Files.readString(target.resolve("report.html"));
        assertTrue(page.contains(WaitAnalysisModule.of(experiment).work().sentence()), "the page tells which range and why");
        assertTrue(Files.readString(target.resolve("sync.csv")).lines().count() > 3, "a line per host");
        assertTrue(names(target.getParent()).stream().noneMatch(name -> name.endsWith(".partial")), "nothing is left half-written");
    }

    /** With a real mouse; what was chosen is chosen the next time, and that its files are replaced is told. */
    @Test
    void jsonIsWrittenAndChosenTheNextTime() throws Exception {
        WizardDialog first = opened();
        WizardDialog second = null;
        try {
            ((TargetPage) first.getCurrentPage()).setDirectory(target);
            press(first, "JSON");
            Workbench.await("JSON is chosen", () -> button(first.getShell(), "JSON").orElseThrow().getSelection());
            press(first, "Finish");
            Workbench.await("the reports are there", () -> Files.exists(target.resolve("knots.json")));
            theEndIsToldWithALinkToTheFolder("export-json");
            assertFalse(names(target).contains("knots.csv"));
            second = opened();
            assertTrue(button(second.getShell(), "JSON").orElseThrow().getSelection(), "as the last time");
            assertEquals("The reports of an earlier run in this folder are replaced; other files stay.",
                    second.getCurrentPage().getMessage());
        } finally {
            Ui.settings("org.bowline.export").put("format", "CSV");
            close(first);
            close(second);
        }
    }

    @Test
    void whatCanBeWrittenAppearsOnceTheAnalysisIsMadeAlsoIfAPersonHadStoppedIt() {
        Samples.forgetAll(); // what was read once would be taken from where it is kept
        Workbench.hideViews();
        experiment = Samples.openSample("three-tier");
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        WizardDialog dialog;
        Ui.settings("org.bowline.export").put("directory", "/far-away".repeat(40));
        Job.getJobManager().suspend(); // the reading of the traces waits for its turn, as on a busy machine
        try {
            module.stop();
            assertSame(WaitAnalysisModule.State.CANCELLED, module.state());
            dialog = opened();
            assertEquals("The wait analysis is being computed. What can be written appears here when it has ended.",
                    dialog.getCurrentPage().getMessage());
            assertFalse(dialog.getCurrentPage().isPageComplete());
            assertTrue(dialog.getShell().getSize().x < 1000, () -> "a long path makes no wide window: " + dialog.getShell().getSize());
            Pictures.screenshot(dialog.getShell(), "export-awaits");
        } finally {
            Job.getJobManager().resume();
        }
        try {
            Workbench.await("the reports can be written", () -> dialog.getCurrentPage().isPageComplete());
            assertTrue(button(dialog.getShell(), "Whole recording").orElseThrow().isVisible());
            Pictures.screenshot(dialog.getShell(), "export-made");
        } finally {
            dialog.close();
        }
    }

    private static void close(WizardDialog dialog) {
        if (dialog != null && dialog.getShell() != null && !dialog.getShell().isDisposed()) {
            dialog.close();
        }
    }

    private static WizardDialog opened() {
        WizardDialog dialog = new WizardDialog(Workbench.window().getShell(), new ReportWizard());
        dialog.setBlockOnOpen(false);
        dialog.open();
        return dialog;
    }

    @Test
    void whatIsShownIsWhatIsWritten() throws Exception {
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        Choice.tell(this, experiment, new Choice.OfRange(RangeChoice.WHOLE));
        Choice.tell(this, experiment, new Choice.OfEverybody(true));
        String command = export("export-whole");
        assertTrue(command.endsWith("--from " + timeline.startNanos() + " --to " + timeline.endNanos() + " --show-all"), command);
        assertFalse(Files.readString(target.resolve("report.html")).contains("Set aside:"), "nothing is set aside");
    }

    @Test
    void wordsAreQuotedForAShell() {
        assertEquals("bowline analyze '/a b' '/it'\\''s' /plain-1.2_x",
                CommandLine.quoted(List.of("bowline", "analyze", "/a b", "/it's", "/plain-1.2_x")));
        assertEquals("''", CommandLine.quoted(List.of("")));
    }
}
