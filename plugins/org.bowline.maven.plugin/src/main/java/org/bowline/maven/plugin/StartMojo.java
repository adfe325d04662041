/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.util.List;

import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** What the goals have in common that begin to record. */
abstract class StartMojo extends SessionMojo {
    /**
     * What to record. Kernel: waits-minimal, waits-network, waits-disk, waits-stacks, samples, syscalls; user space: requests, functions, locks, counters; or a session file of
     * {@code lttng save}. One of the kernel's is needed to judge waits; without one only how long intervals take is known.
     */
    @Parameter(defaultValue = "waits-network,waits-disk,requests")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    List<String> profiles;

    /** Further user-space events, as {@code myapp:*}. */
    @Parameter
    @Nullable List<String> events;

    /** The JUnit XML file of the goal check: that of an earlier build is deleted first, as it is not a verdict on this recording. */
    @Parameter(property = "bowline.junit", defaultValue = "${project.build.directory}/bowline-reports/TEST-bowline.xml")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File junitFile;

    @Override
    final File verdict() {
        return junitFile;
    }
}
