/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.IOException;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Ends the recording that record-start began earlier in the same build, and puts the trace in its place, whole or not at all.
 */
@Mojo(name = "record-stop", defaultPhase = LifecyclePhase.TEST, threadSafe = true)
public final class RecordStopMojo extends SessionMojo {
    @Override
    void run() throws IOException, InterruptedException, MojoExecutionException, MojoFailureException {
        checkSettings();
        if (isWithoutTests(traceDirectory)) {
            getLog().info("No tests were run, so nothing was recorded to " + traceDirectory + ": there is nothing to stop.");
            return;
        }
        Recording recording = CURRENT.get();
        if (recording == null) {
            throw new MojoExecutionException(
                    "This build records nothing that could be stopped: record-stop needs record-start in an earlier phase"
                            + " of the same build, and stops it once.");
        }
        if (!recording.target().equals(traceDirectory.toPath().toAbsolutePath().normalize())) {
            throw new MojoExecutionException("This build records into " + recording.target() + ", not into " + traceDirectory
                    + ": give record-start and record-stop the same traceDirectory.");
        }
        if (!CURRENT.compareAndSet(recording, null)) {
            throw new MojoExecutionException("The recording into " + traceDirectory + " is being stopped already.");
        }
        try (recording) {
            Recording.Outcome outcome = recording.run(List.of("stop"), null);
            if (outcome.code() != 0) {
                fail(outcome, "The end of the recording");
            }
            recording.keep();
        }
    }
}
