/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Nothing on the screen without a text, nothing in a menu or a tab without a name, an icon and help. */
final class PluginTextsTest {
    private static final Path PLUGINS = Checkout.root().resolve("plugins");
    private static final Pattern FIELD = Pattern.compile("(?m)^\\s+(public )?static String (\\w+)(?: = \"\")?;");
    private static final Pattern ELEMENT = Pattern
            .compile("<(view|command|perspective|wizard|page|colorDefinition|cheatsheet|context|key)\\s([^>]*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w_]+)=\"([^\"]*)\"");
    private static final Pattern FILE = Pattern.compile("[\",]((?:icons|css|cheatsheets)/[^\",]+|toc\\.xml|contexts\\.xml)");
    private static final Pattern HELP = Pattern.compile("\"org\\.bowline\\.help\\.(\\w+)\"");
    private static final Pattern CONTEXT = Pattern.compile("<context id=\"(\\w+)\"");
    /** What F1 must know. */
    private static final Set<String> CONTEXTS = Set.of("threads", "critical_path", "wait_for", "knots", "clocks", "tables", "tags",
            "options", "origins", "preferences",
            "export", "findings", "requests", "compare", "details", "flame");

    @Test
    void everyKeyOfAPluginHasAText() {
        for (Path plugin : plugins()) {
            Properties texts = properties(plugin.resolve("plugin.properties"));
            for (String file : List.of("plugin.xml", "META-INF/MANIFEST.MF")) {
                assertThat(keys(text(plugin.resolve(file)))).as(plugin.getFileName() + "/" + file).allMatch(texts::containsKey);
            }
        }
    }

    @Test
    void everyMessageHasATextAndEveryTextAMessage() {
        List<Path> classes = files("Messages.java");
        assertThat(classes).hasSizeGreaterThan(5);
        for (Path file : classes) {
            Set<String> fields = new TreeSet<>();
            String source = text(file);
            Matcher field = FIELD.matcher(source);
            while (field.find()) {
                assertThat(field.group(1)).as(file + ": " + field.group(2) + " must be public, or NLS leaves it null").isNotNull();
                fields.add(field.group(2));
            }
            Properties texts = properties(file.resolveSibling("messages.properties"));
            assertThat(texts.stringPropertyNames()).as(PLUGINS.relativize(file).toString()).containsAll(fields);
            assertThat(fields).as("unused texts beside " + PLUGINS.relativize(file))
                    .containsAll(
                            texts.stringPropertyNames().stream().filter(key -> !source.contains('"' + key.replaceFirst("[^.]+$", "") + '"'))
                                    .toList());
            texts.forEach((key, value) -> assertThat(value.toString()).as(key.toString()).isNotBlank());
        }
    }

    @Test
    void whatHasANameInAMenuOrATabIsComplete() {
        List<String> missing = new ArrayList<>();
        for (Path plugin : plugins()) {
            missing.addAll(incomplete(plugin.getFileName().toString(), text(plugin.resolve("plugin.xml"))));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyFileThatAPluginNamesIsThere() {
        for (Path plugin : plugins()) {
            Matcher file = FILE.matcher(text(plugin.resolve("plugin.xml")));
            while (file.find()) {
                assertThat(plugin.resolve(file.group(1))).exists();
                if (file.group(1).endsWith(".png")) {
                    assertThat(plugin.resolve(file.group(1).replace(".png", "@2x.png"))).as("for large screens")
                            .satisfiesAnyOf(sharp -> assertThat(sharp).exists(), sharp -> assertThat(file.group(1)).contains("bowline"));
                }
            }
        }
    }

    @Test
    void helpKnowsEveryContextThatTheSourcesName() {
        Set<String> known = new TreeSet<>();
        Matcher context = CONTEXT.matcher(text(PLUGINS.resolve("org.bowline.help/contexts.xml")));
        while (context.find()) {
            known.add(context.group(1));
        }
        assertThat(known).isEqualTo(CONTEXTS);
        Set<String> used = new TreeSet<>();
        for (Path source : Checkout.files().stream().filter(file -> file.startsWith(PLUGINS.resolve("org.bowline.tracecompass.ui"))
                && file.toString().endsWith(".java")).toList()) {
            HELP.matcher(text(source)).results().forEach(match -> used.add(match.group(1)));
        }
        assertThat(used).isEqualTo(known);
    }

    @Test
    void whatIsIncompleteIsFound() {
        assertThat(keys("<a name=\"%one.two\"/><d>%three</d>")).containsExactlyInAnyOrder("one.two", "three");
        assertThat(incomplete("x", "<view id=\"v\" name=\"%v\" class=\"V\"/>")).containsExactly("x: view v has no icon");
        assertThat(incomplete("x", "<command id=\"c\" name=\"Plain\" description=\"%d\"/>"))
                .containsExactly("x: name of command c is not translated");
        assertThat(
                incomplete("x", "<command commandId=\"c\"/><view id=\"w\" relationship=\"stack\"/><view id=\"v\" name=\"%v\" icon=\"i\"/>"))
                .isEmpty();
    }

    private static Set<String> keys(String xml) {
        Set<String> keys = new TreeSet<>();
        Matcher key = Pattern.compile("(?:[\">]|: )%([\\w.\\-]+)").matcher(xml);
        while (key.find()) {
            keys.add(key.group(1));
        }
        return keys;
    }

    private static List<String> incomplete(String plugin, String xml) {
        List<String> missing = new ArrayList<>();
        Matcher element = ELEMENT.matcher(xml);
        while (element.find()) {
            String kind = element.group(1);
            Properties attributes = new Properties();
            ATTRIBUTE.matcher(element.group(2)).results().forEach(match -> attributes.setProperty(match.group(1), match.group(2)));
            String id = attributes.getProperty("id");
            if (id == null || attributes.containsKey("commandId") || attributes.containsKey("relationship")) {
                continue; // a use, not a definition
            }
            String what = plugin + ": ";
            String name = attributes.getProperty("name", attributes.getProperty("label"));
            if (name == null) {
                missing.add(what + kind + ' ' + id + " has no name");
            } else if (!name.startsWith("%")) {
                missing.add(what + "name of " + kind + ' ' + id + " is not translated");
            }
            if (Set.of("view", "perspective", "wizard").contains(kind) && !attributes.containsKey("icon")) {
                missing.add(what + kind + ' ' + id + " has no icon");
            }
            if (kind.equals("command") && !attributes.containsKey("description")) {
                missing.add(what + kind + ' ' + id + " has no description");
            }
        }
        return missing;
    }

    private static List<Path> plugins() {
        try (Stream<Path> all = Files.list(PLUGINS)) {
            return all.filter(plugin -> Files.exists(plugin.resolve("plugin.xml"))).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(String name) {
        return Checkout.files().stream().filter(file -> file.startsWith(PLUGINS) && file.endsWith(name)).toList();
    }

    private static String text(Path file) {
        return Checkout.text(file).orElseThrow(() -> new AssertionError(file + " is no text"));
    }

    private static Properties properties(Path file) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
