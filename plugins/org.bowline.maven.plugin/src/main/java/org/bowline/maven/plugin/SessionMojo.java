/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** What the goals that record have in common. */
abstract class SessionMojo extends BowlineMojo {
    /** The recording between record-start and record-stop, of which a build has one at a time: others would be recorded with it. */
    static final AtomicReference<@Nullable Recording> CURRENT = new AtomicReference<>();

    /** Where this build does not record, as it runs no tests. */
    private static final Set<Path> LEFT_OUT = ConcurrentHashMap.newKeySet();

    /** Where the trace goes. What an earlier recording left there is replaced. */
    @Parameter(property = "bowline.trace", defaultValue = "${project.build.directory}/bowline-trace")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    File traceDirectory;

    /** Does the work. */
    abstract void run() throws IOException, InterruptedException, MojoExecutionException, MojoFailureException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (isLeftOut()) {
            forgetVerdict();
            return;
        }
        try {
            run();
        } catch (IOException e) {
            throw new MojoExecutionException("Bowline cannot record: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("Bowline was stopped while it recorded.", e);
        }
    }

    /** Notes whether this build records into a place. */
    static void note(File trace, boolean isRecorded) {
        if (isRecorded) {
            LEFT_OUT.remove(place(trace));
        } else {
            LEFT_OUT.add(place(trace));
        }
    }

    /** Whether record-start was left out for a place, as this build runs no tests. */
    static boolean isWithoutTests(File trace) {
        return LEFT_OUT.contains(place(trace));
    }

    private static Path place(File trace) {
        return trace.toPath().toAbsolutePath().normalize();
    }

    /** Fails the goal, as an error of the setting or as a failure of what was recorded. */
    static void fail(Recording.Outcome outcome, String what) throws MojoExecutionException, MojoFailureException {
        String message = what + " ended with exit code " + outcome.code() + (outcome.last().isEmpty() ? "" : ". " + outcome.last())
                + (outcome.last().endsWith(".") ? "" : ".") + " No trace was kept.";
        if (outcome.isError()) {
            throw new MojoExecutionException(message);
        }
        throw new MojoFailureException(message);
    }
}
