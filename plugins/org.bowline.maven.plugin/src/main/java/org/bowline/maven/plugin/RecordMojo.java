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

/**
 * Records this host with LTTng while a command runs: bowline-record, which is in the plug-in, with the profiles of Bowline. Needs LTTng and, for the
 * profiles of the kernel, root. The trace appears when all is done, or not at all. For tests that Maven runs see record-start.
 */
@Mojo(name = "record", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public final class RecordMojo extends StartMojo {
    /** The command and its arguments, one element each; the recording is of the time for which it runs. */
    @Parameter(required = true)
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<String> command;

    /** The directory in which the command runs. */
    @Parameter(defaultValue = "${project.basedir}")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File workingDirectory;

    @Override
    void run() throws IOException, InterruptedException, MojoExecutionException, MojoFailureException {
        forgetVerdict();
        checkSettings();
        if (command.isEmpty()) {
            throw new MojoExecutionException("Parameter command is empty.");
        }
        try (Recording recording = Recording.prepare(traceDirectory, getLog())) {
            List<String> words = Recording.start(profiles, events, command, System.getProperty("user.name", ""));
            Recording.Outcome outcome = recording.run(words, workingDirectory);
            if (outcome.code() != 0) {
                fail(outcome, "The recording, or the command '" + String.join(" ", command) + "',");
            }
            recording.keep();
        }
    }
}
