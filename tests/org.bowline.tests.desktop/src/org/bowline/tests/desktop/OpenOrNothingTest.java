/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.open.OpenRecordingJob;

/** An opening that is stopped or fails leaves the workspace as it was. */
@Tag("opening")
class OpenOrNothingTest {
    @AfterEach
    void forget() {
        Samples.forgetAll();
    }

    @Test
    void cancellingAtAnyPointLeavesNothing() throws IOException {
        Path folder = Samples.sampleFolder("three-tier");
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
        IProject project = Samples.project("Tracing").getResource();
        Path folder = Samples.unpack("three-tier");
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
        IProject project = Samples.project("Tracing").getResource();
        Path folder = Samples.unpack("three-tier");
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
