/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Starts to record this host with LTTng, so that the tests of the build are recorded, in whichever processes they run; record-stop, in a later phase of
 * the same build, ends it and puts the trace in its place. A build that fails or is stopped before that ends the recording and keeps no trace.
 */
@Mojo(name = "record-start", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES, threadSafe = true)
public final class RecordStartMojo extends SessionMojo {
    /**
     * What to record. Kernel: waits-minimal, waits-network, waits-disk, waits-stacks, samples, syscalls; user space: requests, functions, locks, counters; or a session file of
     * {@code lttng save}. One of the kernel's is needed to judge waits; without one only how long intervals take is known.
     */
    @Parameter(defaultValue = "waits-network,waits-disk,requests")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<String> profiles;

    /** Further user-space events, as {@code myapp:*}. */
    @Parameter private @Nullable List<String> events;

    /** The JUnit XML file of the goal check: that of an earlier build is deleted first, as it is not a verdict on this recording. */
    @Parameter(property = "bowline.junit", defaultValue = "${project.build.directory}/bowline-reports/TEST-bowline.xml")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File junitFile;

    @Override
    File verdict() {
        return junitFile;
    }

    @Override
    void run() throws IOException, InterruptedException, MojoExecutionException, MojoFailureException {
        forgetVerdict();
        checkSettings();
        Recording recording;
        synchronized (CURRENT) { // of modules that are built side by side
            Recording other = CURRENT.get();
            if (other != null) {
                throw new MojoExecutionException(
                        "This build records already, into " + other.target() + ". Stop that first: bind record-stop to a"
                                + " phase before this one, and build modules that record one after the other (not with -T).");
            }
            recording = Recording.prepare(traceDirectory, getLog());
            CURRENT.set(recording);
        }
        boolean started = false;
        try {
            Recording.Outcome outcome = recording.run(Recording.start(profiles, events), null);
            if (outcome.code() != 0) {
                fail(outcome, "The start of the recording");
            }
            started = true;
        } finally {
            if (!started) {
                CURRENT.set(null);
                recording.close();
            }
        }
        getLog().info("Recording to " + recording.target() + " until record-stop, or the end of this build.");
    }
}
