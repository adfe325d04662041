/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Shell;
import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;
import org.bowline.tracecompass.ui.graph.GraphCanvas;
import org.bowline.tracecompass.ui.graph.GraphListener;

/** The slider with a graph from a timeline of 5 million segments. */
class BigGraphTest {
    private static final int THREADS = 2_000;
    private static final int SEGMENTS = 2_500;

    /** Threads that run a little and wait for one of a few others, or for the disk. */
    private static Timeline timeline() {
        Random random = new Random(7);
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("big");
        for (int thread = 0; thread < THREADS; thread++) {
            builder.thread(0, 100 + thread, 100 + thread / 10, "worker-" + thread);
        }
        int disk = builder.resource(0, VertexKind.DISK, "disk");
        for (int thread = 0; thread < THREADS; thread++) {
            long time = random.nextInt(1000);
            for (int segment = 0; segment < SEGMENTS; segment += 2) {
                long ready = time + 1 + random.nextInt(1000);
                long next = ready + 1 + random.nextInt(1000);
                builder.segment(thread, time, ready, ThreadState.RUNNING, 0);
                int target = random.nextInt(20) == 0 ? disk : (thread / 4 + random.nextInt(3) * 7) % THREADS;
                builder.blocked(thread, ready, next, target == disk ? Cause.DISK : Cause.THREAD, target, Timeline.NONE, 0);
                time = next;
            }
        }
        return builder.build();
    }

    private static GraphPicture picture(Timeline timeline, Progress progress) {
        WaitForGraph graph = WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, progress);
        // a light trim, so that there is much to take apart
        KnotHierarchy knots = KnotHierarchy.of(graph, new KnotPolicy(Threshold.parse("0.01%"), 1, KnotPolicy.DEFAULT.threshold()),
                progress);
        return GraphPicture.of(graph, knots, PictureOptions.DEFAULT.withMaximalNodes(200), progress);
    }

    @Test
    void movingTheSliderHidesEdges() {
        CompletableFuture<GraphPicture> computed = CompletableFuture.supplyAsync(() -> picture(timeline(), Progress.NONE));
        Workbench.await("the graph of 5 million segments", computed::isDone);
        GraphPicture picture = computed.join();
        assertEquals((long) THREADS * SEGMENTS, picture.graph().timeline().segmentCount());
        assertTrue(picture.edges().size() > 100, () -> picture.edges().size() + " edges");
        Shell shell = new Shell(Workbench.window().getShell(), SWT.SHELL_TRIM);
        shell.setLayout(new FillLayout());
        GraphCanvas canvas = new GraphCanvas(shell, new GraphListener() {
            @Override
            public void choiceChanged() {
                // nobody listens
            }

            @Override
            public void detailsWanted() {
                // nobody listens
            }

            @Override
            public void unfoldWanted(String host) {
                // nobody listens
            }
        });
        shell.setBounds(50, 50, 1400, 850);
        shell.open();
        try (UiWatchdog watchdog = new UiWatchdog("moving the slider of 5 million segments")) {
            long most = picture.edges().stream().mapToLong(edge -> edge.weightNanos()).max().orElseThrow();
            canvas.show(picture, picture.at(picture.hierarchy().thresholdNanos()));
            int seen = -1;
            boolean changed = false;
            for (int step = 0; step <= 100; step++) {
                canvas.setView(picture.at(most * step / 100));
                canvas.update();
                Workbench.pump(() -> false, 1);
                changed |= seen >= 0 && seen != canvas.view().visibleEdges();
                seen = canvas.view().visibleEdges();
                if (step == 10) {
                    assertTrue(canvas.outOfSight() > 0, "it is said that not all nodes are in sight");
                    Pictures.screenshot(canvas, "wait-for-big");
                }
            }
            assertTrue(changed, "edges disappear");
        } finally {
            shell.dispose();
        }
    }

    @Test
    void aComputationStopsWhenAsked() {
        CompletableFuture<Timeline> built = CompletableFuture.supplyAsync(BigGraphTest::timeline);
        Workbench.await("the timeline", built::isDone);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong polled = new AtomicLong();
        Progress progress = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                polled.incrementAndGet();
                return stop.get();
            }
        };
        CompletableFuture<Long> ended = CompletableFuture.supplyAsync(() -> {
            try {
                picture(built.join(), progress);
                return -1L;
            } catch (CancelledException e) {
                return System.nanoTime();
            }
        });
        Workbench.await("it runs", () -> polled.get() > 3 || ended.isDone());
        stop.set(true);
        Workbench.await("it ends", ended::isDone);
        assertTrue(ended.join() > 0, "it was stopped, and not finished");
    }
}
