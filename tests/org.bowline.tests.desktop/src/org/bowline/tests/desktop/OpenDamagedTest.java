/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.open.Ctf2Trace;
import org.bowline.tracecompass.core.open.Recording;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;

/** Recordings that are not as they should be: what is missing is said, and what is there opens. */
@Tag("opening")
class OpenDamagedTest {
    @AfterEach
    void forget() {
        Samples.forgetAll();
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

    @Test
    void anEmptyFolderIsRefusedWithoutATrace() throws IOException {
        Path empty = Scratch.folder("bowline-empty");
        IStatus status = Opening.run(new OpenRecordingJob(List.of(empty), null));
        assertEquals(IStatus.ERROR, status.getSeverity());
        assertTrue(status.getMessage().contains("no CTF trace"), status.getMessage());
        assertEquals(0, ResourcesPlugin.getWorkspace().getRoot().getProjects().length, "no project was made");
    }

    @Test
    void aHostWithoutAKernelTraceIsNamed() throws IOException {
        Path folder = Samples.unpack("lock-contention");
        Path user = folder.resolve("A").resolve("ust");
        OpenRecordingJob job = new OpenRecordingJob(List.of(user), null);
        Opening.opened(job);
        assertTrue(job.report().contains("no kernel trace"), job.report());
    }

    @Test
    void anUnreadableTraceAmongGoodOnesIsLeftOutAndNamed() throws IOException {
        Path folder = Samples.unpack("three-tier");
        Path broken = Files.createDirectories(folder.resolve("broken"));
        Files.writeString(broken.resolve("metadata"), "this is not metadata {");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        assertEquals(6, Opening.opened(job).getTraces().size());
        assertTrue(job.report().contains("Left out broken. ") && !job.report().contains("Left out:"), job.report());
    }

    @Test
    void aTraceThatIsCutOffOpensWithACaveat() throws Exception {
        Path folder = Samples.unpack("three-tier");
        OpenRecordingJob whole = new OpenRecordingJob(List.of(folder), null);
        Opening.opened(whole).getTraces().forEach(trace -> assertFalse(trace instanceof Ctf2Trace, trace.getPath()));
        assertFalse(whole.report().contains("c0_0"), whole.report());
        Samples.closeAll();
        Path stream = folder.resolve("A").resolve("kernel").resolve("kernel").resolve("c0_0");
        try (FileChannel file = FileChannel.open(stream, StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 300);
        }
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = Opening.opened(job);
        assertEquals(6, experiment.getTraces().size());
        assertTrue(job.report().contains("c0_0, packet 0"), job.report());
        ITmfTrace cut = experiment.getTraces().stream().filter(trace -> Path.of(trace.getPath()).equals(stream.getParent())).findFirst()
                .orElseThrow();
        // 6.2 refuses it, newer releases may open it in a type of their own
        assertEquals(cut instanceof Ctf2Trace, job.report().contains("Trace Compass cannot open a trace of A, "), job.report());
        experiment.getTraces().forEach(trace -> assertTrue(trace == cut || !(trace instanceof Ctf2Trace), trace.getPath()));
        assertTrue(Opening.analysed(experiment).caveats().stream().anyMatch(caveat -> caveat.kind().equals("truncated")));
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
        Pictures.screenshot("opened-cut-off");
        Samples.closeAll();
        OpenRecordingJob again = new OpenRecordingJob(List.of(folder), null);
        Opening.opened(again);
        assertTrue(again.isReopened());
        assertEquals(job.report(), again.report());
    }

    @Test
    void theDamageIsToldAlsoWhereTraceCompassReadsTheTrace() throws Exception {
        Path folder = Samples.unpack("three-tier");
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
        Path one = Samples.unpack("lock-contention");
        Path parent = Scratch.folder("bowline-names");
        Path first = Files.move(one, Files.createDirectory(parent.resolve("a")).resolve("täst: <1> %20 & 'x'"));
        Path second = Files.move(Samples.unpack("lock-contention"),
                Files.createDirectory(parent.resolve("b")).resolve("täst: <1> %20 & 'x'"));
        OpenRecordingJob a = new OpenRecordingJob(List.of(first), null);
        Opening.opened(a);
        OpenRecordingJob b = new OpenRecordingJob(List.of(second), null);
        TmfExperiment other = Opening.opened(b);
        assertEquals("täst_ _1_ %20 & 'x'", a.experiment().getName());
        assertEquals("täst_ _1_ %20 & 'x'(2)", b.experiment().getName());
        Opening.analysed(other);
    }
}
