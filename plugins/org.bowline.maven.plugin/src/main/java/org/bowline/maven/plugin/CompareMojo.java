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

import org.bowline.runs.sweep.Sweep;

/**
 * Compares builds of a server at every number of clients, as {@code bowline compare --by concurrency} does, and fails the build where one loses throughput. The runs are those of the
 * goal sweep, of {@code bowline sweep}, or of a load test of yours. A level at which a build has fallen over is not compared.
 */
@Mojo(name = "compare", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CompareMojo extends LevelsMojo {
    /** The runs: a CSV file (columns build, clients, run, throughput; perhaps load, latency_p50_ns, latency_p99_ns, machine), or a directory that holds one as runs.csv. */
    @Parameter(property = "bowline.runs", defaultValue = "${project.build.directory}/bowline-sweep")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File runs;

    @Override
    void run() throws MojoExecutionException, MojoFailureException, IOException {
        gate(junitFile, this::judged);
    }

    private List<Verdict> judged() throws MojoExecutionException, IOException {
        checkSettings();
        List<LevelLimit> limits = limits();
        Sweep.Question question = question(null);
        if (!runs.exists()) {
            throw new MojoExecutionException(
                    "There is no " + runs + " (parameter runs). Make runs with the goal sweep, or name a CSV file of"
                            + " yours.");
        }
        return judge(runs.toPath(), question, limits, null);
    }
}
