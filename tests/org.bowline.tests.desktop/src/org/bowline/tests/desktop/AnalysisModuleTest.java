/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jface.preference.IPreferenceStore;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.analysis.StoredAnalysis;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule.State;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;

@Tag("opening")
class AnalysisModuleTest {
    @AfterEach
    void forget() {
        Samples.forgetAll();
    }

    private static WaitAnalysisModule analysed(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        assertNotNull(module, "the trace has the analysis");
        module.start();
        Workbench.await("the analysis ends", () -> module.state() == State.DONE || module.state() == State.FAILED);
        assertNull(module.failure());
        return module;
    }

    private static Path stored(ITmfTrace trace) {
        return Path.of(TmfTraceManager.getSupplementaryFileDir(trace), StoredAnalysis.FILE);
    }

    @Test
    void everyMemberOfTheExperimentFindsItsOneModule() {
        TmfExperiment experiment = Samples.openSample();
        WaitAnalysisModule module = analysed(experiment);
        for (ITmfTrace member : experiment.getTraces()) {
            assertSame(module, WaitAnalysisModule.of(member), member.getPath());
        }
        AnalysisResult result = module.result();
        assertNotNull(result);
        assertEquals(3, result.hosts().size());
        assertEquals(1, module.fraction());
        assertFalse(module.isReopened(), "it was read from the traces");
        module.schedule();
        Workbench.settle();
        assertSame(result, module.result(), "made once");
    }

    @Test
    void anExperimentThatWasAnalysedReopensFromItsSupplementaryFolder() throws IOException {
        TmfExperiment experiment = Samples.openSample();
        AnalysisResult first = analysed(experiment).result();
        Path file = stored(experiment);
        assertTrue(Files.size(file) > 0);
        Samples.closeAll();

        TmfExperiment again = Samples.openSample();
        WaitAnalysisModule module = analysed(again);
        assertTrue(module.isReopened());
        assertSameResult(first, module.result());
        Samples.closeAll();

        // damaged in the middle: made again without a word, and whole afterwards
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(file, bytes);
        module = analysed(Samples.openSample());
        assertFalse(module.isReopened());
        assertSameResult(first, module.result());
        Samples.closeAll();
        assertTrue(analysed(Samples.openSample()).isReopened());
        Samples.closeAll();

        // removed by "Delete Supplementary Files"
        Files.delete(file);
        module = analysed(Samples.openSample());
        assertFalse(module.isReopened());
        assertSameResult(first, module.result());
        assertTrue(Files.exists(file));
    }

    @Test
    void whatWasReadIsKeptOnlyIfTheUserWishes() {
        IPreferenceStore preferences = WaitAnalysisPreferences.store();
        preferences.setValue(WaitAnalysisPreferences.KEEP, false);
        try {
            TmfExperiment experiment = Samples.openSample();
            analysed(experiment);
            assertFalse(Files.exists(stored(experiment)));
            Samples.closeAll();
        } finally {
            preferences.setToDefault(WaitAnalysisPreferences.KEEP);
        }
        TmfExperiment experiment = Samples.openSample();
        assertFalse(analysed(experiment).isReopened());
        assertTrue(Files.exists(stored(experiment)));
    }

    @Test
    void aStoredResultNeedsNoTrace() throws Exception {
        Path recording = Samples.unpack("three-tier");
        List<Path> traces = new ArrayList<>();
        for (String host : List.of("A", "B", "C")) {
            traces.add(recording.resolve(host).resolve("kernel"));
            traces.add(recording.resolve(host).resolve("ust"));
        }
        Path file = Scratch.folder("bowline-store").resolve(StoredAnalysis.FILE);
        StoredAnalysis.Outcome made = StoredAnalysis.of(traces, file, new MonitorProgress(new NullProgressMonitor()));
        assertFalse(made.fromFile());
        // what is in the traces is gone, while their names, sizes and times stay: whoever reads them now finds nothing
        try (Stream<Path> all = Files.walk(recording)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                FileTime time = Files.getLastModifiedTime(each);
                Files.write(each, new byte[(int) Files.size(each)]);
                Files.setLastModifiedTime(each, time);
            }
        }
        StoredAnalysis.Outcome reopened = StoredAnalysis.of(
                List.of(traces.get(3), traces.get(0), traces.get(5), traces.get(1), traces.get(2), traces.get(4)), file,
                new MonitorProgress(new NullProgressMonitor()));
        assertTrue(reopened.fromFile());
        assertSameResult(made.result(), reopened.result());
    }

    @Test
    void cancellingEndsTheAnalysisAndSchedulingAgainMakesIt() throws IOException {
        TmfExperiment experiment = Samples.openSample();
        for (int attempt = 0; attempt < 20 && cancelled(experiment) == State.DONE; attempt++) { // it was quicker than the test: another time
            Samples.closeAll();
            Files.delete(stored(experiment));
            experiment = Samples.openSample();
        }
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        assertNotNull(module);
        assertSame(State.CANCELLED, module.state());
        assertNull(module.result());
        assertWholeOrNothing(experiment);
        module.start();
        Workbench.settle();
        assertSame(State.CANCELLED, module.state(), "what the user stopped does not start by itself");
        module.schedule();
        Workbench.await("it is made after all", () -> module.state() == State.DONE);
    }

    /** What was cancelled before the traces were read keeps nothing; cancelled later, while the requests are looked for, it keeps what was read. */
    private static void assertWholeOrNothing(TmfExperiment experiment) throws IOException {
        Path file = stored(experiment);
        assertTrue(Files.notExists(file) || StoredAnalysis
                .reopen(TraceFiles.of(experiment), file, new MonitorProgress(new NullProgressMonitor())).isPresent(),
                "nothing half-made is kept");
        try (Stream<Path> beside = Files.list(file.getParent())) {
            assertEquals(List.of(), beside.filter(each -> each.getFileName().toString().startsWith(".bowline-")).toList(),
                    "what was being written is removed");
        }
    }

    /** The state after an analysis was started and cancelled as soon as it ran. */
    private static State cancelled(TmfExperiment experiment) {
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        assertNotNull(module);
        module.schedule();
        Workbench.await("it runs", () -> module.state() != State.IDLE);
        long start = System.nanoTime();
        module.cancel();
        Workbench.await("it stops", () -> module.state() != State.RUNNING);
        System.out.println("cancel: the analysis stopped " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms later");
        return module.state();
    }

    @Test
    void whatIsMissingIsSaidWithTheProfileThatHasIt() {
        TmfExperiment experiment = Samples.openSample();
        ITmfTrace user = experiment.getTraces().stream().filter(trace -> trace.getPath().contains("/ust/")).findFirst().orElseThrow();
        ITmfTrace kernel = experiment.getTraces().stream().filter(trace -> trace.getPath().endsWith("kernel")).findFirst().orElseThrow();
        WaitAnalysisModule module = new WaitAnalysisModule();
        assertFalse(module.canExecute(user));
        assertTrue(module.canExecute(kernel));
        assertTrue(module.canExecute(experiment));
        String help = module.getHelpText(user);
        assertTrue(help.contains("sched_switch"), help);
        Matcher profiles = Pattern.compile("profile (.*)\\.").matcher(help);
        assertTrue(profiles.find(), help);
        Path recorder = Samples.sampleFolder("three-tier").getParent().getParent().getParent().resolve("lttng-profiles");
        for (String profile : profiles.group(1).split(", ")) {
            assertTrue(Files.isRegularFile(recorder.resolve(profile + ".lttng")), profile);
        }
        assertFalse(module.getHelpText(kernel).contains("missing"), module.getHelpText(kernel));
        module.dispose();
    }

    private static void assertSameResult(AnalysisResult expected, AnalysisResult actual) {
        assertNotNull(expected);
        assertNotNull(actual);
        assertEquals(expected.hosts(), actual.hosts());
        assertEquals(expected.caveats(), actual.caveats());
        assertEquals(expected.sync().clocks().toString(), actual.sync().clocks().toString());
        assertEquals(expected.timeline().threadCount(), actual.timeline().threadCount());
        Timeline one = expected.timeline();
        Timeline other = actual.timeline();
        assertEquals(one.segmentCount(), other.segmentCount());
        for (int segment = 0; segment < one.segmentCount(); segment++) {
            assertTrue(one.start(segment) == other.start(segment) && one.state(segment) == other.state(segment)
                    && one.cause(segment) == other.cause(segment) && one.target(segment) == other.target(segment), "segment " + segment);
        }
    }
}
