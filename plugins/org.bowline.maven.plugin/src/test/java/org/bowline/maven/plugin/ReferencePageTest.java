/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import org.bowline.core.analysis.Parameter;

/** docs/reference/maven-plugin.md says what the plug-in's descriptor says. */
class ReferencePageTest {
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| ([^|]*) \\| ([^|]*) \\| .*");

    @Test
    void everyGoalParameterDefaultAndPropertyIsDescribed() throws Exception {
        Map<String, Map<String, String>> described = new TreeMap<>();
        Map<String, String> current = new TreeMap<>();
        boolean parameters = false;
        for (String line : Files.readAllLines(root().resolve("docs/reference/maven-plugin.md"))) {
            Matcher row = ROW.matcher(line);
            if (line.startsWith("## ")) {
                current = new TreeMap<>();
                described.put(line.substring(3), current);
            } else if (line.startsWith("| parameter ")) {
                parameters = true;
            } else if (line.isEmpty()) {
                parameters = false;
            } else if (parameters && row.matches()) {
                current.put(row.group(1), row.group(2).replace("`", "").strip() + ' ' + row.group(3).replace("`", "").strip());
            }
        }
        assertThat(described).isEqualTo(declared());
    }

    @Test
    void everyOptionOfTheAnalysesIsDescribedAsItDescribesItself() throws IOException {
        StringBuilder wanted = new StringBuilder("| option | meaning |\n|---|---|\n");
        for (Parameter<?> option : AnalysisOptions.all()) {
            wanted.append("| `").append((option.isFlag() ? option.name() : option.name() + '=' + option.form()).replace("|", "\\|"))
                    .append("` | ").append(option.help().replace("|", "\\|").replace("*", "\\*")).append(" |\n");
        }
        Path file = root().resolve("docs/reference/maven-plugin.md");
        String page = Files.readString(file);
        int begin = page.indexOf("| option | meaning |");
        int end = page.indexOf("\n\n", begin) + 1;
        if (Boolean.getBoolean("bowline.update")) {
            Files.writeString(file, page.substring(0, begin) + wanted + page.substring(end));
        } else {
            assertThat(page.substring(begin, end)).as("run this test with -Dbowline.update=true, and read the difference")
                    .isEqualTo(wanted.toString());
        }
    }

    private static Map<String, Map<String, String>> declared() throws Exception {
        Map<String, Map<String, String>> declared = new TreeMap<>();
        try (InputStream in = ReferencePageTest.class.getResourceAsStream("/META-INF/maven/plugin.xml")) {
            Document descriptor = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
            NodeList goals = descriptor.getElementsByTagName("mojo");
            for (int i = 0; i < goals.getLength(); i++) {
                Element goal = (Element) goals.item(i);
                Map<String, String> of = new TreeMap<>();
                NodeList parameters = goal.getElementsByTagName("parameter");
                for (int j = 0; j < parameters.getLength(); j++) {
                    Element parameter = (Element) parameters.item(j);
                    String name = text(parameter, "name");
                    if (text(parameter, "editable").equals("false")) {
                        continue; // Maven's own, nobody sets it
                    }
                    Element configuration = (Element) goal.getElementsByTagName("configuration").item(0);
                    Element value = configuration == null ? null : (Element) configuration.getElementsByTagName(name).item(0);
                    String standard = value == null ? "" : value.getAttribute("default-value");
                    String property = value == null ? "" : value.getTextContent().replaceAll("[${}]", "");
                    of.put(name,
                            (standard.isEmpty() && text(parameter, "required").equals("true") ? "required" : standard) + ' ' + property);
                }
                declared.put(text(goal, "goal"), of);
            }
        }
        return declared;
    }

    private static String text(Element element, String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        return directory;
    }
}
