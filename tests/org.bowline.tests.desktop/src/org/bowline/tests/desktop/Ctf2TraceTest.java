/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.core.trace.location.ITmfLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.trace.AnalysisResult;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.tracecompass.core.open.Ctf2Trace;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;

@Tag("opening")
class Ctf2TraceTest {
    @AfterEach
    void forget() {
        Samples.forgetAll();
    }

    private static Path kernel(String sample, String host) throws Exception {
        try (Stream<Path> all = Files.walk(Samples.unpack(sample).resolve(host))) {
            return all.filter(path -> path.endsWith("metadata") && path.toString().contains("kernel")).findFirst().orElseThrow()
                    .getParent();
        }
    }

    @Test
    void onlyCtf2IsTaken() throws Exception {
        Ctf2Trace type = new Ctf2Trace();
        assertTrue(type.validate(null, kernel("three-tier-ctf2", "A").toString()).isOK());
        assertFalse(type.validate(null, kernel("three-tier", "A").toString()).isOK());
        assertFalse(type.validate(null, Scratch.folder("bowline-empty").toString()).isOK());
        type.dispose();
    }

    @Test
    void eventsComeInOrderAndCanBeSoughtInAnyOrder() throws Exception {
        Path path = kernel("three-tier-ctf2", "A");
        Ctf2Trace trace = new Ctf2Trace();
        trace.initTrace(null, path.toString(), TmfEvent.class);
        java.util.List<String> names = new java.util.ArrayList<>();
        java.util.List<Long> times = new java.util.ArrayList<>();
        java.util.List<ITmfLocation> places = new java.util.ArrayList<>();
        ITmfContext context = trace.seekEvent((ITmfLocation) null);
        try (CtfTrace ctf = CtfTrace.open(path, ReadOptions.TOLERANT); EventCursor cursor = ctf.cursor(EventSelection.everything())) {
            while (cursor.next()) {
                places.add(context.getLocation());
                ITmfEvent event = trace.getNext(context);
                assertNotNull(event);
                assertEquals(cursor.timeNanos(), event.getTimestamp().toNanos());
                if (cursor.kind() != EventCursor.LOST) {
                    assertEquals(ctf.metadata().eventClasses().get(cursor.eventClassIndex()).name(), event.getName());
                    if (event.getName().equals("sched_switch")) {
                        assertNotNull(event.getContent().getField("next_tid"), event.getContent().toString());
                    }
                }
                names.add(event.getName());
                times.add(event.getTimestamp().toNanos());
            }
        }
        assertNull(trace.getNext(context));
        context.dispose();
        assertTrue(names.size() > 1000, names.size() + " events");
        long seed = Long.getLong("bowline.seed", 52);
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            int rank = random.nextInt(names.size());
            ITmfContext there = random.nextBoolean() ? trace.seekEvent(places.get(rank)) : trace.seekEvent((long) rank);
            for (int k = rank; k < Math.min(rank + 3, names.size()); k++) {
                ITmfEvent event = trace.getNext(there);
                assertEquals(names.get(k) + times.get(k), event.getName() + event.getTimestamp().toNanos(), "rank " + k + ", seed " + seed);
            }
            there.dispose();
        }
        trace.dispose();
    }

    @Test
    void aRecordingOfThreeHostsOpensInOurViewsAndInTheEventsTable() throws Exception {
        Path folder = Samples.unpack("three-tier-ctf2");
        OpenRecordingJob job = new OpenRecordingJob(List.of(folder), null);
        TmfExperiment experiment = Opening.opened(job);
        experiment.getTraces().forEach(trace -> assertInstanceOf(Ctf2Trace.class, trace));
        assertTrue(job.report().contains("CTF 2") && job.report().contains("stay empty"), job.report());
        AnalysisResult result = Opening.analysed(experiment);
        assertEquals(3, result.hosts().size());
        assertTrue(result.caveats().stream().noneMatch(caveat -> caveat.kind().equals("not-synchronised")), result.caveats().toString());
        Workbench.await("the experiment is indexed", () -> experiment.getNbEvents() > 1000);
        Workbench.settle();
        Pictures.screenshot("opened-ctf2");
    }
}
