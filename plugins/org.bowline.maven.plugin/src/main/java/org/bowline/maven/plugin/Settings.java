/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.Parameter;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * What a project says to the plug-in, as it stands in its pom. Maven passes over elements that no parameter has, and takes a value that is a
 * property which nothing defines for none: a limit that is mistyped in either way would limit nothing, and the build would be green.
 */
final class Settings {
    /** Parameters that limit something, or say what is limited: without a value of theirs less is looked at. */
    private static final Set<String> TELLING = Set.of("failOn", "noNewKnots", "maxP99", "maxUnfinished", "minCount", "maxShare",
            "maxTagShare", "baseline", "base", "maxLoss", "fallen", "runs", "plan",
            "intervals", "tags", "rules", "range", "options", "threshold", "processes", "baseRuns", "newRuns");

    private Settings() {}

    /**
     * That every element names a parameter of a goal of the plug-in, and that what limits has a value.
     *
     * @param projects plug-ins of the project, those that only it manages last
     * @param own this plug-in
     * @param execution the id of what runs
     * @throws MojoExecutionException if not
     */
    static void check(List<Plugin> projects, PluginDescriptor own, String execution) throws MojoExecutionException {
        Xpp3Dom configuration = configuration(projects, own, execution);
        if (configuration == null) {
            return;
        }
        Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (MojoDescriptor goal : own.getMojos()) {
            for (Parameter parameter : goal.getParameters()) {
                if (parameter.isEditable()) {
                    known.add(parameter.getName());
                }
            }
        }
        for (Xpp3Dom element : configuration.getChildren()) {
            String name = element.getName();
            if (known.stream().noneMatch(name::equals)) {
                throw new MojoExecutionException("There is no parameter '" + name + "', so <" + name
                        + "> would do nothing; the parameters are " + String.join(", ", known) + '.');
            }
            String open = TELLING.contains(name) ? undefined(element) : null;
            if (open != null) {
                throw new MojoExecutionException("Parameter " + name + ": nothing defines '" + open
                        + "'. Define the property, or leave the element out.");
            }
        }
    }

    private static @Nullable Xpp3Dom configuration(List<Plugin> projects, PluginDescriptor own, String execution) {
        for (Plugin plugin : projects) {
            if (plugin.getGroupId().equals(own.getGroupId()) && plugin.getArtifactId().equals(own.getArtifactId())) {
                // Maven has put the plug-in's own configuration into that of each execution
                PluginExecution of = plugin.getExecutionsAsMap().get(execution);
                return (Xpp3Dom) (of == null ? plugin.getConfiguration() : of.getConfiguration());
            }
        }
        return null;
    }

    /** A value in which a property is left, which Maven would have put in if there were one. */
    private static @Nullable String undefined(Xpp3Dom element) {
        String value = element.getValue();
        if (value != null && value.contains("${")) {
            return value.strip();
        }
        for (Xpp3Dom child : element.getChildren()) {
            String open = undefined(child);
            if (open != null) {
                return open;
            }
        }
        return null;
    }
}
