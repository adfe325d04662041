/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.progress.IProgressConstants;
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
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule.State;
import org.bowline.tracecompass.core.open.Ctf2Trace;
import org.bowline.tracecompass.core.open.Recording;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.open.SynchronizeClocksJob;

@Tag("opening")
class OpenRecordingTest {
    @AfterEach
    void forget() {
        Workbench.forgetAll();
    }

    /** Schedules a job as a command does, but without a dialog if it fails. */
    static IStatus run(Job job) {
        Workbench.window();
        job.setProperty(IProgressConstants.NO_IMMEDIATE_ERROR_PROMPT_PROPERTY, Boolean.TRUE);
        job.schedule();
        Workbench.await(job.getName() + " ends", () -> job.getResult() != null);
        return job.getResult();
    }

    static TmfExperiment opened(OpenRecordingJob job) {
        IStatus status = run(job);
        assertTrue(status.isOK(), status.toString());
        TmfExperimentElement element = job.experiment();
        assertNotNull(element);
        Workbench.await("the experiment is open",
                () -> element.getTrace() != null && element.getTrace() == TmfTraceManager.getInstance().getActiveTrace());
        return assertInstanceOf(TmfExperiment.class, element.getTrace());
    }

    /** The experiment, made and not shown. */
    private static TmfExperimentElement prepared(OpenRecordingJob job) {
        CompletableFuture<TmfExperimentElement> made = CompletableFuture.supplyAsync(() -> {
            try {
                return job.prepare(new NullProgressMonitor());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        Workbench.await("the experiment is made", made::isDone);
        return made.join();
    }

    static AnalysisResult analysed(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        assertNotNull(module);
        module.start();
        Workbench.await("the analysis ends", () -> module.state() == State.DONE || module.state() == State.FAILED);
        assertNull(module.failure());
        return module.result();
    }

    @Test
    void aFolderOfThreeHostsOpensOnOneClock() throws Exception {
        Path folder = Workbench.unpack("three-tier");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = opened(job);
        assertEquals(6, experiment.getTraces().size());
        assertEquals(WaitAnalysisPerspective.ID, Workbench.page().getPerspective().getId());
        assertTrue(job.report().startsWith("3 hosts on one clock: "), job.report());
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        AnalysisResult result = analysed(experiment);
        assertTrue(module.isReopened(), "the traces were read once only");
        assertTrue(result.caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")), result.caveats().toString());
        assertEveryEventIsOnTheReferenceClock(experiment, folder, result);
        Workbench.settle();
        Workbench.screenshot("opened-three-hosts");
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
    void theClocksSurviveClosingAndOpeningAgain() throws IOException {
        Path folder = Workbench.unpack("three-tier");
        TmfExperiment experiment = opened(new OpenRecordingJob(List.of(folder), null));
        long first = experiment.getTraces().get(0).getStartTime().toNanos();
        List<Object> clocks = experiment.getTraces().stream().map(trace -> (Object) trace.getTimestampTransform()).toList();
        clocks.forEach(clock -> assertInstanceOf(HostClockTransform.class, clock));
        Workbench.closeAll();
        // read back from the file, as after a restart: Trace Compass keeps no transform in memory
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment reopened = opened(again);
        assertEquals(clocks, reopened.getTraces().stream()
                .map(trace -> (Object) TimestampTransformFactory.getTimestampTransform(trace.getResource())).toList());
        assertEquals(first, reopened.getTraces().get(0).getStartTime().toNanos());
        assertEquals(1, again.experiment().getProject().getExperimentsFolder().getExperiments().size(), "opened twice, imported once");
        OpenRecordingJob third = new OpenRecordingJob(List.of(folder), null);
        assertSame(reopened, opened(third), "what is open is only brought to the front");
    }

    @Test
    void whatIsUnchangedIsNotReadAgain() throws Exception {
        Path folder = Workbench.unpack("three-tier");
        OpenRecordingJob first = new OpenRecordingJob(List.of(folder), null);
        opened(first);
        assertFalse(first.isReopened());
        Workbench.closeAll();
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = opened(again);
        assertTrue(again.isReopened());
        assertEquals(first.experiment(), again.experiment());
        assertEquals(first.report(), again.report());
        assertTrue(analysed(experiment).caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")));
        Workbench.closeAll();
        Path metadata = Path.of(experiment.getTraces().get(0).getPath()).resolve("metadata");
        Files.setLastModifiedTime(metadata, java.nio.file.attribute.FileTime.fromMillis(1));
        OpenRecordingJob changed = new OpenRecordingJob(List.of(folder), null);
        opened(changed);
        assertFalse(changed.isReopened(), "a file is another than it was");
        assertEquals(first.experiment(), changed.experiment(), "but it is the same experiment");
    }

    @Test
    void whatAKilledProgramForgetsOfTheBookmarksIsRepaired() throws Exception {
        Path folder = Workbench.unpack("three-tier");
        OpenRecordingJob first = new OpenRecordingJob(List.of(folder), null);
        opened(first);
        Workbench.closeAll();
        TmfExperimentElement element = first.experiment();
        element.getBookmarksFile().setPersistentProperty(TmfCommonConstants.TRACETYPE, null);
        element.getBookmarksFile().setHidden(false);
        element.refresh();
        assertEquals(7, element.getTraces().size(), "Trace Compass takes the file of the bookmarks for a trace");
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        assertEquals(6, opened(again).getTraces().size());
        assertTrue(again.isReopened());
        assertEquals(1, element.getProject().getExperimentsFolder().getExperiments().size());
    }

    @Test
    void tracesOfTheProjectAreTakenFromThere() {
        TmfExperiment open = Workbench.openSample();
        TmfProjectElement project = Workbench.project("bowline-three-tier");
        TmfExperimentElement element = project.getExperimentsFolder().getExperiment("three-tier");
        assertTrue(run(new SynchronizeClocksJob(element)).isOK());
        Workbench.await("it is opened again", () -> element.getTrace() != null && element.getTrace() != open);
        Workbench.settle();
        List<Path> all = open.getTraces().stream().map(trace -> Path.of(trace.getPath())).toList();
        OpenRecordingJob same = new OpenRecordingJob(all, "bowline-three-tier", true);
        opened(same);
        Workbench.settle();
        assertEquals("three-tier", same.experiment().getName(), "an experiment of exactly these traces is there");
        List<Path> client = all.stream().filter(path -> !path.toString().contains("/B/")).toList();
        assertEquals(4, client.size());
        OpenRecordingJob some = new OpenRecordingJob(client, "bowline-three-tier", true);
        TmfExperiment experiment = opened(some);
        assertEquals(4, experiment.getTraces().size());
        assertEquals(6, project.getTracesFolder().getTraces().size(), "no trace is linked twice");
        assertTrue(some.report().contains("The experiments three-tier have"), some.report());
        TmfExperiment first = Workbench.open(element);
        assertTrue(analysed(first).caveats().stream().anyMatch(caveat -> caveat.kind().equals("not-synchronised")),
                "and the other experiment says so");
    }

    @Test
    void archivesAreUnpackedIntoTheProject() {
        Path folder = Workbench.sampleFolder("three-tier");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = opened(job);
        assertEquals(6, experiment.getTraces().size());
        Path project = job.experiment().getProject().getResource().getLocation().toFile().toPath();
        experiment.getTraces().forEach(trace -> assertTrue(Path.of(trace.getPath()).startsWith(project), trace.getPath()));
        analysed(experiment);
        assertTrue(WaitAnalysisModule.of(experiment).isReopened());
        assertSame(experiment, opened(new OpenRecordingJob(List.of(folder), null)), "not unpacked twice");
    }

    @Test
    void anExperimentOfTraceCompassIsSynchronisedInPlace() {
        TmfExperiment experiment = Workbench.openSample();
        AnalysisResult before = analysed(experiment);
        assertTrue(
                before.caveats().stream()
                        .anyMatch(caveat -> caveat.kind().equals("not-synchronised") && caveat.text().contains("Synchronize Clocks")),
                before.caveats().toString());
        TmfExperimentElement element = Workbench.project("bowline-three-tier").getExperimentsFolder().getExperiment("three-tier");
        SynchronizeClocksJob job = new SynchronizeClocksJob(element);
        IStatus status = run(job);
        assertTrue(status.isOK(), status.toString());
        assertTrue(job.report().startsWith("3 hosts on one clock: "), job.report());
        Workbench.await("it is opened again", () -> element.getTrace() != null && element.getTrace() != experiment);
        TmfExperiment after = assertInstanceOf(TmfExperiment.class, element.getTrace());
        after.getTraces().forEach(trace -> assertInstanceOf(HostClockTransform.class, trace.getTimestampTransform(), trace.getPath()));
        AnalysisResult result = analysed(after);
        assertTrue(result.caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")), result.caveats().toString());
        assertTrue(WaitAnalysisModule.of(after).isReopened());
    }

    @Test
    void theSampleIsReadWithoutTheUiThread() throws Exception {
        isReadWithoutTheUiThread(Workbench.unpack("three-tier"));
    }

    @Test
    void aRecordingOfTheLabIsReadWithoutTheUiThread() throws Exception {
        isReadWithoutTheUiThread(sharedTraces("lab", "w1"));
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
            opened(new OpenRecordingJob(List.of(folder), null));
            Workbench.settle();
        }
    }

    /** A folder of the shared traces; the test is skipped where they are not. */
    static Path sharedTraces(String... names) {
        String named = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        Path shared = named != null ? Path.of(named)
                : Path.of(System.getProperty("bowline.root", "")).toAbsolutePath().resolveSibling("shared");
        Path folder = Path.of(shared.toString(), "traces").resolve(String.join("/", names));
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isDirectory(folder),
                () -> "no shared traces at " + folder + "; set BOWLINE_SHARED");
        return folder;
    }

    @Test
    void anEmptyFolderIsRefusedWithoutATrace() throws IOException {
        Path empty = Files.createTempDirectory("bowline-empty");
        IStatus status = run(new OpenRecordingJob(List.of(empty), null));
        assertEquals(IStatus.ERROR, status.getSeverity());
        assertTrue(status.getMessage().contains("no CTF trace"), status.getMessage());
        assertEquals(0, ResourcesPlugin.getWorkspace().getRoot().getProjects().length, "no project was made");
    }

    @Test
    void oneHostOpensWithoutAClockToSynchronise() throws IOException {
        Path folder = Workbench.unpack("lock-contention");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = opened(job);
        assertTrue(job.report().startsWith("One host, "), job.report());
        AnalysisResult result = analysed(experiment);
        assertTrue(result.caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")), result.caveats().toString());
    }

    @Test
    void aHostWithoutAKernelTraceIsNamed() throws IOException {
        Path folder = Workbench.unpack("lock-contention");
        Path user = folder.resolve("A").resolve("ust");
        OpenRecordingJob job = new OpenRecordingJob(List.of(user), null);
        opened(job);
        assertTrue(job.report().contains("no kernel trace"), job.report());
    }

    @Test
    void anUnreadableTraceAmongGoodOnesIsLeftOutAndNamed() throws IOException {
        Path folder = Workbench.unpack("three-tier");
        Path broken = Files.createDirectories(folder.resolve("broken"));
        Files.writeString(broken.resolve("metadata"), "this is not metadata {");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        assertEquals(6, opened(job).getTraces().size());
        assertTrue(job.report().contains("Left out: ") && job.report().contains("broken"), job.report());
    }

    @Test
    void aTraceThatIsCutOffOpensWithACaveat() throws Exception {
        Path folder = Workbench.unpack("three-tier");
        OpenRecordingJob whole = new OpenRecordingJob(List.of(folder), null);
        opened(whole).getTraces().forEach(trace -> assertFalse(trace instanceof Ctf2Trace, trace.getPath()));
        assertFalse(whole.report().contains("c0_0"), whole.report());
        Workbench.closeAll();
        Path stream = folder.resolve("A").resolve("kernel").resolve("kernel").resolve("c0_0");
        try (FileChannel file = FileChannel.open(stream, StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 300);
        }
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = opened(job);
        assertEquals(6, experiment.getTraces().size());
        assertTrue(job.report().contains("c0_0, packet 0"), job.report());
        ITmfTrace cut = experiment.getTraces().stream().filter(trace -> Path.of(trace.getPath()).equals(stream.getParent())).findFirst()
                .orElseThrow();
        // 6.2 refuses it, newer releases may open it in a type of their own
        assertEquals(cut instanceof Ctf2Trace, job.report().contains("Trace Compass cannot open a trace of A, "), job.report());
        experiment.getTraces().forEach(trace -> assertTrue(trace == cut || !(trace instanceof Ctf2Trace), trace.getPath()));
        assertTrue(analysed(experiment).caveats().stream().anyMatch(caveat -> caveat.kind().equals("truncated")));
        assertTrue(WaitAnalysisModule.of(experiment).isReopened());
        long events = 0;
        try (CtfTrace ctf = CtfTrace.open(stream.getParent(), ReadOptions.TOLERANT);
                EventCursor cursor = ctf.cursor(EventSelection.everything())) {
            while (cursor.next()) {
                events++;
            }
        }
        long all = events;
        assertTrue(all > 1000, all + " events");
        if (cut instanceof Ctf2Trace) {
            ITmfContext context = cut.seekEvent(0L);
            for (long i = 0; i < all; i++) {
                assertNotNull(cut.getNext(context), "event " + i);
            }
            assertNull(cut.getNext(context));
            context.dispose();
        }
        Workbench.settle();
        Workbench.screenshot("opened-cut-off");
        Workbench.closeAll();
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        opened(again);
        assertTrue(again.isReopened());
        assertEquals(job.report(), again.report());
    }

    @Test
    void theDamageIsToldAlsoWhereTraceCompassReadsTheTrace() throws Exception {
        Path folder = Workbench.unpack("three-tier");
        Path stream = folder.resolve("A").resolve("kernel").resolve("kernel").resolve("c0_0");
        try (FileChannel file = FileChannel.open(stream, StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 300);
        }
        TmfExperimentElement experiment = prepared(new OpenRecordingJob(List.of(folder), null));
        for (TmfTraceElement member : experiment.getTraces()) { // as newer releases of Trace Compass take it
            TmfTraceElement trace = member.getElementUnderTraceFolder();
            if (Recording.CTF2_TYPE.equals(trace.getTraceType())) {
                trace.getResource().setPersistentProperty(TmfCommonConstants.TRACETYPE, "org.eclipse.linuxtools.lttng2.kernel.tracetype");
                trace.refreshTraceType();
            }
        }
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        prepared(again);
        assertTrue(again.isReopened());
        assertTrue(again.report().contains("c0_0, packet 0"), again.report());
        assertFalse(again.report().contains("Trace Compass cannot open"), again.report());
    }

    @Test
    void namesThatCollideOrHoldSpecialCharactersAreKeptApart() throws IOException {
        Path one = Workbench.unpack("lock-contention");
        Path parent = Files.createTempDirectory("bowline-names");
        Path first = Files.move(one, Files.createDirectory(parent.resolve("a")).resolve("täst: <1> %20 & 'x'"));
        Path second = Files.move(Workbench.unpack("lock-contention"),
                Files.createDirectory(parent.resolve("b")).resolve("täst: <1> %20 & 'x'"));
        OpenRecordingJob a = new OpenRecordingJob(List.of(first), null);
        opened(a);
        OpenRecordingJob b = new OpenRecordingJob(List.of(second), null);
        TmfExperiment other = opened(b);
        assertEquals("täst_ _1_ %20 & 'x'", a.experiment().getName());
        assertEquals("täst_ _1_ %20 & 'x'(2)", b.experiment().getName());
        analysed(other);
    }

    @Test
    void cancellingAtAnyPointLeavesNothing() throws IOException {
        Path folder = Workbench.sampleFolder("three-tier");
        int cancelledRuns = 0;
        for (int polls = 1;; polls *= 2) {
            int limit = polls;
            NullProgressMonitor monitor = new NullProgressMonitor() {
                private int asked;

                @Override
                public synchronized boolean isCanceled() {
                    return ++asked > limit;
                }
            };
            OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
            java.util.concurrent.CompletableFuture<Throwable> end = java.util.concurrent.CompletableFuture.supplyAsync(() -> {
                try {
                    job.prepare(monitor);
                    return null;
                } catch (Exception e) {
                    return e;
                }
            });
            Workbench.await("the opening ends", end::isDone);
            if (end.join() == null) {
                break;
            }
            assertInstanceOf(org.bowline.core.progress.CancelledException.class, end.join());
            cancelledRuns++;
            assertEquals(0, ResourcesPlugin.getWorkspace().getRoot().getProjects().length, "after " + polls + " polls a project is left");
        }
        assertTrue(cancelledRuns > 3, "cancelled " + cancelledRuns + " times");
    }

    @Test
    void aFailureInAProjectThatWasThereLeavesItAsItWas() throws Exception {
        IProject project = Workbench.project("Tracing").getResource();
        Path folder = Workbench.unpack("three-tier");
        NullProgressMonitor monitor = new NullProgressMonitor() {
            @Override
            public boolean isCanceled() {
                return project.getFolder("Traces/three-tier/B").exists();
            }
        };
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        java.util.concurrent.CompletableFuture<Throwable> end = java.util.concurrent.CompletableFuture.supplyAsync(() -> {
            try {
                job.prepare(monitor);
                return null;
            } catch (Exception e) {
                return e;
            }
        });
        Workbench.await("the opening ends", end::isDone);
        assertInstanceOf(org.bowline.core.progress.CancelledException.class, end.join());
        assertTrue(project.exists());
        assertEquals(0, project.getFolder("Traces").members().length);
        assertEquals(0, project.getFolder("Experiments").members().length);
        assertTrue(Files.exists(folder.resolve("A")), "the recording itself is never touched");
    }

    @Test
    void aProjectClosedMeanwhileIsSaid() throws Exception {
        IProject project = Workbench.project("Tracing").getResource();
        Path folder = Workbench.unpack("three-tier");
        boolean[] closed = {false};
        NullProgressMonitor monitor = new NullProgressMonitor() {
            @Override
            public synchronized boolean isCanceled() {
                if (!closed[0] && project.getFolder("Traces/three-tier/B").exists()) {
                    closed[0] = true;
                    try {
                        project.close(new NullProgressMonitor());
                    } catch (org.eclipse.core.runtime.CoreException e) {
                        throw new AssertionError(e);
                    }
                }
                return false;
            }
        };
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        java.util.concurrent.CompletableFuture<Throwable> end = java.util.concurrent.CompletableFuture.supplyAsync(() -> {
            try {
                job.prepare(monitor);
                return null;
            } catch (Throwable e) {
                return e;
            }
        });
        Workbench.await("the opening ends", end::isDone);
        assertInstanceOf(org.eclipse.core.runtime.CoreException.class, end.join());
        assertTrue(String.valueOf(end.join().getMessage()).contains("Tracing"), String.valueOf(end.join()));
        assertFalse(project.isOpen());
    }
}
