/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.tracecompass.clock.HostClockTransform;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.findings.FindingsPage;
import org.bowline.tracecompass.core.open.Recording;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.open.SynchronizeClocksJob;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.view.Ranges;

/** A folder or archives of several hosts become an experiment with one clock. */
@Tag("opening")
class OpenRecordingTest {
    @AfterEach
    void forget() {
        Samples.forgetAll();
    }

    @Test
    void aFolderOfThreeHostsOpensOnOneClock() throws Exception {
        Path folder = Samples.unpack("three-tier");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = Opening.opened(job);
        assertEquals(6, experiment.getTraces().size());
        assertEquals(WaitAnalysisPerspective.ID, Workbench.page().getPerspective().getId());
        assertTrue(job.report().startsWith("3 hosts on one clock: "), job.report());
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        AnalysisResult result = Opening.analysed(experiment);
        assertTrue(module.isReopened(), "the traces were read once only");
        assertTrue(result.caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")), result.caveats().toString());
        assertEveryEventIsOnTheReferenceClock(experiment, folder, result);
        Workbench.settle();
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        Control rows = threads.getTimeGraphViewer().getTimeGraphControl();
        Event leaves = new Event();
        leaves.x = rows.getSize().x - 5;
        leaves.y = 5;
        rows.notifyListeners(SWT.MouseMove, leaves);
        rows.notifyListeners(SWT.MouseExit, leaves);
        assertTrue(Workbench.controls(Workbench.window().getShell()).noneMatch(control -> control instanceof CLabel label
                && label.getText() != null && label.getText().contains("1970")),
                "the status line tells no time that is not of the recording");
        Pictures.screenshot("opened-three-hosts");
    }

    /** The first hundred thousand events of each trace: Trace Compass's times are those of our clocks, to the nanosecond. */
    private static void assertEveryEventIsOnTheReferenceClock(TmfExperiment experiment, Path folder, AnalysisResult result)
            throws Exception {
        ClockMap clocks = result.sync().clocks();
        int compared = 0;
        try (Experiment engine = Experiment.open(List.of(folder), OpenOptions.DEFAULT, Progress.NONE)) {
            for (HostTraces host : engine.hosts()) {
                int number = result.hosts().indexOf(host.name());
                for (OpenTrace trace : host.traces()) {
                    ITmfTrace theirs = experiment.getTraces().stream().filter(each -> Path.of(each.getPath()).equals(trace.path()))
                            .findFirst().orElseThrow();
                    ITmfContext context = theirs.seekEvent(0L);
                    try (CtfTrace ctf = CtfTrace.open(trace.directory(), ReadOptions.TOLERANT);
                            EventCursor cursor = ctf.cursor(EventSelection.everything())) {
                        for (int i = 0; i < 100_000 && cursor.next(); i++) {
                            if (cursor.kind() == EventCursor.LOST) {
                                continue;
                            }
                            ITmfEvent event = theirs.getNext(context);
                            assertNotNull(event);
                            assertEquals(clocks.toReference(number, trace.onHostClock(cursor.timeNanos())), event.getTimestamp().toNanos(),
                                    trace.displayPath() + " event " + i);
                            compared++;
                        }
                    }
                    context.dispose();
                }
            }
        }
        System.out.println("open: " + compared + " events agree to the nanosecond");
        assertTrue(compared > 10_000);
    }

    @Test
    void theWindowTellsOfASecondRecordingAtOnceAndStaysUsable() throws Exception {
        TmfExperiment before = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("wperf-example")), null));
        Opening.analysed(before);
        FindingsView findings = (FindingsView) Workbench.page().findView(FindingsView.ID);
        Workbench.await("the first one's findings are there", () -> findings.answer() != null && !findings.isBusy());
        OpenRecordingJob second = new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null);
        second.schedule(TimeUnit.HOURS.toMillis(1)); // it does not begin before this test wakes it
        try {
            Workbench.await("it is said which one and how far", () -> findings.frame().opening().equals("Opening three-tier: 0 %"));
            int modal = SWT.PRIMARY_MODAL | SWT.APPLICATION_MODAL | SWT.SYSTEM_MODAL;
            assertTrue(
                    Arrays.stream(Display.getCurrent().getShells())
                            .noneMatch(shell -> shell.isVisible() && (shell.getStyle() & modal) != 0),
                    "no dialog is in the way");
            Pictures.screenshot("opening-a-second-recording");
            FindingsPage.Go link = findings.findingsText().page().links().stream().map(FindingsPage.Piece::link)
                    .filter(FindingsPage.Go.class::isInstance).map(FindingsPage.Go.class::cast)
                    .filter(go -> go.place().fromNanos() > findings.shown().fromNanos()).findFirst().orElseThrow();
            findings.go(link.place());
            Workbench.await("the first one is still there to be looked at", () -> before == findings.getTrace()
                    && Ranges.of(before).equals(RangeChoice.selected(link.place().fromNanos(), link.place().toNanos())));
        } finally {
            second.wakeUp();
        }
        Workbench.await("then the second one is shown", () -> second.experiment() != null
                && findings.getTrace() == second.experiment().getTrace() && findings.frame().opening().isEmpty());
    }

    @Test
    void whileTheFirstRecordingIsBeingOpenedNoViewSaysThatNoneIs() throws Exception {
        Samples.closeAll();
        FindingsView findings = (FindingsView) Workbench.showView(FindingsView.ID);
        Workbench.await("nothing is open", () -> findings.frame().empty() != null
                && findings.frame().empty().title().equals("No recording is open"));
        OpenRecordingJob first = new OpenRecordingJob(List.of(Samples.unpack("wperf-example")), null);
        first.schedule(TimeUnit.HOURS.toMillis(1)); // it does not begin
        try {
            Workbench.await("it is said what the view waits for", () -> findings.frame().empty() != null
                    && findings.frame().empty().title().equals("Opening wperf-example"));
            assertEquals(List.of(), findings.frame().empty().ways());
        } finally {
            first.cancel();
        }
        Workbench.await("it is said that nothing is open", () -> findings.frame().empty() != null
                && findings.frame().empty().title().equals("No recording is open"));
    }

    @Test
    void theClocksSurviveClosingAndOpeningAgain() throws IOException {
        Path folder = Samples.unpack("three-tier");
        TmfExperiment experiment = Opening.opened(new OpenRecordingJob(List.of(folder), null));
        long first = experiment.getTraces().get(0).getStartTime().toNanos();
        List<Object> clocks = experiment.getTraces().stream().map(trace -> (Object) trace.getTimestampTransform()).toList();
        clocks.forEach(clock -> assertInstanceOf(HostClockTransform.class, clock));
        Samples.closeAll();
        // read back from the file, as after a restart: Trace Compass keeps no transform in memory
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment reopened = Opening.opened(again);
        assertEquals(clocks, reopened.getTraces().stream()
                .map(trace -> (Object) TimestampTransformFactory.getTimestampTransform(trace.getResource())).toList());
        assertEquals(first, reopened.getTraces().get(0).getStartTime().toNanos());
        assertEquals(1, again.experiment().getProject().getExperimentsFolder().getExperiments().size(), "opened twice, imported once");
        OpenRecordingJob third = new OpenRecordingJob(List.of(folder), null);
        assertSame(reopened, Opening.opened(third), "what is open is only brought to the front");
    }

    @Test
    void whatIsUnchangedIsNotReadAgain() throws Exception {
        Path folder = Samples.unpack("three-tier");
        OpenRecordingJob first = new OpenRecordingJob(List.of(folder), null);
        Opening.opened(first);
        assertFalse(first.isReopened());
        Samples.closeAll();
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = Opening.opened(again);
        assertTrue(again.isReopened());
        assertEquals(first.experiment(), again.experiment());
        assertEquals(first.report(), again.report());
        assertTrue(Opening.analysed(experiment).caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")));
        Samples.closeAll();
        Path metadata = Path.of(experiment.getTraces().get(0).getPath()).resolve("metadata");
        Files.setLastModifiedTime(metadata, java.nio.file.attribute.FileTime.fromMillis(1));
        OpenRecordingJob changed = new OpenRecordingJob(List.of(folder), null);
        Opening.opened(changed);
        assertFalse(changed.isReopened(), "a file is another than it was");
        assertEquals(first.experiment(), changed.experiment(), "but it is the same experiment");
    }

    @Test
    void whatAKilledProgramForgetsOfTheBookmarksIsRepaired() throws Exception {
        Path folder = Samples.unpack("three-tier");
        OpenRecordingJob first = new OpenRecordingJob(List.of(folder), null);
        Opening.opened(first);
        Samples.closeAll();
        TmfExperimentElement element = first.experiment();
        element.getBookmarksFile().setPersistentProperty(TmfCommonConstants.TRACETYPE, null);
        element.getBookmarksFile().setHidden(false);
        element.refresh();
        assertEquals(7, element.getTraces().size(), "Trace Compass takes the file of the bookmarks for a trace");
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        assertEquals(6, Opening.opened(again).getTraces().size());
        assertTrue(again.isReopened());
        assertEquals(1, element.getProject().getExperimentsFolder().getExperiments().size());
    }

    @Test
    void tracesOfTheProjectAreTakenFromThere() {
        TmfExperiment open = Samples.openSample();
        TmfProjectElement project = Samples.project("bowline-three-tier");
        TmfExperimentElement element = project.getExperimentsFolder().getExperiment("three-tier");
        assertTrue(Opening.run(new SynchronizeClocksJob(element)).isOK());
        Workbench.await("it is opened again", () -> element.getTrace() != null && element.getTrace() != open);
        Workbench.settle();
        List<Path> all = open.getTraces().stream().map(trace -> Path.of(trace.getPath())).toList();
        OpenRecordingJob same = new OpenRecordingJob(all, "bowline-three-tier", true);
        Opening.opened(same);
        Workbench.settle();
        assertEquals("three-tier", same.experiment().getName(), "an experiment of exactly these traces is there");
        List<Path> client = all.stream().filter(path -> !path.toString().contains("/B/")).toList();
        assertEquals(4, client.size());
        OpenRecordingJob some = new OpenRecordingJob(client, "bowline-three-tier", true);
        TmfExperiment experiment = Opening.opened(some);
        assertEquals(4, experiment.getTraces().size());
        assertEquals(6, project.getTracesFolder().getTraces().size(), "no trace is linked twice");
        assertTrue(some.report().contains("The experiments three-tier have"), some.report());
        TmfExperiment first = Samples.open(element);
        assertTrue(Opening.analysed(first).caveats().stream().anyMatch(caveat -> caveat.kind().equals("not-synchronised")),
                "and the other experiment says so");
    }

    @Test
    void archivesAreUnpackedIntoTheProject() {
        Path folder = Samples.sampleFolder("three-tier");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = Opening.opened(job);
        assertEquals(6, experiment.getTraces().size());
        Path project = job.experiment().getProject().getResource().getLocation().toFile().toPath();
        experiment.getTraces().forEach(trace -> assertTrue(Path.of(trace.getPath()).startsWith(project), trace.getPath()));
        Opening.analysed(experiment);
        assertTrue(WaitAnalysisModule.of(experiment).isReopened());
        assertSame(experiment, Opening.opened(new OpenRecordingJob(List.of(folder), null)), "not unpacked twice");
    }

    @Test
    void anExperimentOfTraceCompassIsSynchronisedInPlace() {
        TmfExperiment experiment = Samples.openSample();
        AnalysisResult before = Opening.analysed(experiment);
        assertTrue(
                before.caveats().stream()
                        .anyMatch(caveat -> caveat.kind().equals("not-synchronised") && caveat.text().contains("Synchronize Clocks")),
                before.caveats().toString());
        TmfExperimentElement element = Samples.project("bowline-three-tier").getExperimentsFolder().getExperiment("three-tier");
        SynchronizeClocksJob job = new SynchronizeClocksJob(element);
        IStatus status = Opening.run(job);
        assertTrue(status.isOK(), status.toString());
        assertTrue(job.report().startsWith("3 hosts on one clock: "), job.report());
        Workbench.await("it is opened again", () -> element.getTrace() != null && element.getTrace() != experiment);
        TmfExperiment after = assertInstanceOf(TmfExperiment.class, element.getTrace());
        after.getTraces().forEach(trace -> assertInstanceOf(HostClockTransform.class, trace.getTimestampTransform(), trace.getPath()));
        AnalysisResult result = Opening.analysed(after);
        assertTrue(result.caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")), result.caveats().toString());
        assertTrue(WaitAnalysisModule.of(after).isReopened());
    }

    @Test
    void theSampleIsReadWithoutTheUiThread() throws Exception {
        isReadWithoutTheUiThread(Samples.unpack("three-tier"));
    }

    @Test
    void aRecordingOfTheLabIsReadWithoutTheUiThread() throws Exception {
        isReadWithoutTheUiThread(Opening.sharedTraces("lab", "w1"));
    }

    /** Reading and analysing, and trying the trace types, while the UI thread handles no event: whoever needed it would wait for ever. */
    private static void isReadWithoutTheUiThread(Path folder) throws Exception {
        Workbench.settle();
        CompletableFuture.runAsync(() -> {
            try (Recording recording = Recording.open(List.of(folder), new MonitorProgress(new NullProgressMonitor()))) {
                assertFalse(recording.traces().isEmpty());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }).get(Workbench.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        try (UiWatchdog watchdog = new UiWatchdog("opening " + folder.getFileName())) {
            Opening.opened(new OpenRecordingJob(List.of(folder), null));
            Workbench.settle();
        }
    }

    @Test
    void oneHostOpensWithoutAClockToSynchronise() throws IOException {
        Path folder = Samples.unpack("lock-contention");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = Opening.opened(job);
        assertTrue(job.report().startsWith("One host, "), job.report());
        AnalysisResult result = Opening.analysed(experiment);
        assertTrue(result.caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")), result.caveats().toString());
    }
}
