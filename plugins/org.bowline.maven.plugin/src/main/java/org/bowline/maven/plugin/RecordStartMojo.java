/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.IOException;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Starts to record this host with LTTng, so that the tests of the build are recorded, in whichever processes they run; record-stop, in a later phase of
 * the same build, ends it and puts the trace in its place. A build that fails or is stopped before that ends the recording and keeps no trace.
 */
@Mojo(name = "record-start", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES, threadSafe = true)
public final class RecordStartMojo extends StartMojo {
    /** Whether the build runs no tests: then nothing is recorded, and this goal, record-stop, and those that look at the trace are left out. */
    @Parameter(property = "skipTests", defaultValue = "false") private boolean skipTests;

    /** The same, where the tests are not even compiled. */
    @Parameter(property = "maven.test.skip", defaultValue = "false") private boolean skipAllOfTests;

    @Override
    void run() throws IOException, InterruptedException, MojoExecutionException, MojoFailureException {
        forgetVerdict();
        checkSettings();
        boolean isRecorded = !skipTests && !skipAllOfTests;
        note(traceDirectory, isRecorded);
        if (!isRecorded) {
            getLog().info("No tests are run (" + (skipTests ? "skipTests" : "maven.test.skip") + "), so nothing is recorded to "
                    + traceDirectory + '.');
            return;
        }
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
