/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginManagement;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** What all goals have in common: they can be left out, and do not run with a configuration that means something else than it says. */
abstract class BowlineMojo extends AbstractMojo {
    /** Leaves the goal out. */
    @Parameter(property = "bowline.skip", defaultValue = "false") private boolean skip;

    /** The plug-ins that the project uses. */
    @Parameter(defaultValue = "${project.build.plugins}", readonly = true) private @Nullable List<Plugin> projectPlugins;

    /** The plug-ins that the project manages. */
    @Parameter(defaultValue = "${project.build.pluginManagement}", readonly = true) private @Nullable PluginManagement projectManagement;

    /** This plug-in. */
    @Parameter(defaultValue = "${plugin}", readonly = true) private @Nullable PluginDescriptor descriptor;

    /** The id of what runs. */
    @Parameter(defaultValue = "${mojoExecution.executionId}", readonly = true) private @Nullable String execution;

    /** Whether it is to be left out; the log says so. */
    final boolean isLeftOut() {
        if (skip) {
            getLog().info("Bowline is left out (bowline.skip).");
        }
        return skip;
    }

    /** The JUnit XML file of the goal check, if this goal makes what an earlier build left there out of date. */
    @Nullable
    File verdict() {
        return null;
    }

    /** Deletes it: it is not a verdict on this build, also if this goal is left out. */
    final void forgetVerdict() throws MojoExecutionException {
        File file = verdict();
        try {
            if (file != null) {
                Files.deleteIfExists(file.toPath());
            }
        } catch (IOException e) {
            throw new MojoExecutionException("Bowline cannot delete " + file + ", which is of an earlier build: " + e.getMessage()
                    + ". Delete it, or name another file (parameter junitFile).", e);
        }
    }

    /** That the pom says to the plug-in what there is to say. */
    final void checkSettings() throws MojoExecutionException {
        if (descriptor != null && execution != null) {
            List<Plugin> plugins = new ArrayList<>(projectPlugins == null ? List.of() : projectPlugins);
            plugins.addAll(projectManagement == null ? List.of() : projectManagement.getPlugins());
            Settings.check(plugins, descriptor, execution);
        }
    }
}
