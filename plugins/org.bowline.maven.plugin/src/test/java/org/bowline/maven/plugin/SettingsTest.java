/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;

import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.Parameter;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private final PluginDescriptor own = new PluginDescriptor();

    SettingsTest() throws Exception {
        own.setGroupId("org.bowline");
        own.setArtifactId("bowline-maven-plugin");
        MojoDescriptor goal = new MojoDescriptor();
        goal.setGoal("check");
        goal.setPluginDescriptor(own);
        for (String name : List.of("maxP99", "failOn", "traces", "project")) {
            Parameter parameter = new Parameter();
            parameter.setName(name);
            parameter.setEditable(!name.equals("project"));
            goal.addParameter(parameter);
        }
        own.addMojo(goal);
    }

    private static Xpp3Dom xml(String elements) throws XmlPullParserException, IOException {
        return Xpp3DomBuilder.build(new StringReader("<configuration>" + elements + "</configuration>"));
    }

    private static Plugin plugin(String artifact, String ofPlugin, String ofExecution) throws XmlPullParserException, IOException {
        Plugin plugin = new Plugin();
        plugin.setGroupId("org.bowline");
        plugin.setArtifactId(artifact);
        plugin.setConfiguration(xml(ofPlugin));
        PluginExecution execution = new PluginExecution();
        execution.setId("gate");
        execution.setConfiguration(xml(ofExecution));
        plugin.addExecution(execution);
        return plugin;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "<maxp99><limit>*=5ms</limit></maxp99> | There is no parameter 'maxp99'",
        "<project/>                            | There is no parameter 'project'",
        "<failOn>${nothing}</failOn>           | Parameter failOn: nothing defines '${nothing}'",
        "<maxP99><limit>*=${p99}</limit></maxP99> | Parameter maxP99: nothing defines '*=${p99}'"})
    void whatWouldLimitNothingIsAnError(String elements, String said) throws Exception {
        List<Plugin> projects = List.of(plugin("bowline-maven-plugin", "", elements));
        assertThatThrownBy(() -> Settings.check(projects, own, "gate")).isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining(said);
    }

    @Test
    void whatSaysWhatItMeansPasses() throws Exception {
        String said = "<maxP99><limit>*=5ms</limit></maxP99><traces><trace>${later}</trace></traces>";
        List<Plugin> projects = List.of(plugin("bowline-maven-plugin", "", said));
        assertThatCode(() -> Settings.check(projects, own, "gate")).doesNotThrowAnyException();
        assertThatCode(() -> Settings.check(List.of(), own, "gate")).as("on the command line").doesNotThrowAnyException();
    }

    @Test
    void onlyWhatIsSaidToThisExecutionOfThisPluginCounts() throws Exception {
        Plugin other = plugin("another-maven-plugin", "<maxp99/>", "<maxp99/>");
        Plugin mine = plugin("bowline-maven-plugin", "<maxP99/>", "<maxp99/>");
        assertThatCode(() -> Settings.check(List.of(other, mine), own, "other")).doesNotThrowAnyException();
        assertThatThrownBy(() -> Settings.check(List.of(other, mine), own, "gate")).hasMessageContaining("'maxp99'");
    }

    @ParameterizedTest
    @CsvSource({"root, start --profile requests --event my:* --as-root -- ./prog -- --as-root",
        "alice, start --profile requests --event my:* -- ./prog -- --as-root"})
    void theCommandIsRecordedAsTheUserOfTheBuild(String user, String words) {
        assertThat(String.join(" ", Recording.start(List.of("requests"), List.of("my:*"), List.of("./prog", "--", "--as-root"), user)))
                .isEqualTo(words);
    }
}
