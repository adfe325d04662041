/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.provider.Contrast;
import org.bowline.tracecompass.core.provider.StateStyle;

/** Whether all colours can be told from their ground, in the light theme and in the dark one. Needs no workbench. */
class ContrastTest {
    private static final String WHITE = "#ffffff";
    /** The ground of Trace Compass's time graphs in the dark theme. */
    private static final String DARK = "#353636";
    /** What fills an area whose border and text carry the meaning, and lines that only help to read. */
    private static final Set<String> GROUNDS = Set.of("graph.background", "graph.node", "graph.device", "graph.host", "graph.hit",
            "clocks.background", "clocks.grid", "clocks.range", "requests.background", "requests.grid");

    private static String read(String file) throws IOException {
        return Files.readString(Path.of(System.getProperty("bowline.root"), "plugins", "org.bowline.tracecompass.ui", file));
    }

    private static Map<String, String> light() throws IOException {
        Map<String, String> colors = new LinkedHashMap<>();
        Matcher each = Pattern.compile("<colorDefinition id=\"org\\.bowline\\.([^\"]*)\"[^>]*value=\"(\\d+),(\\d+),(\\d+)\"")
                .matcher(read("plugin.xml"));
        while (each.find()) {
            colors.put(each.group(1), String.format("#%02x%02x%02x", Integer.parseInt(each.group(2)), Integer.parseInt(each.group(3)),
                    Integer.parseInt(each.group(4))));
        }
        assertTrue(colors.size() > 30, "colours of the light theme are found");
        return colors;
    }

    private static Map<String, String> dark() throws IOException {
        Map<String, String> colors = new HashMap<>();
        Matcher rule = Pattern.compile("((?:ColorDefinition#org-bowline-[a-z0-9-]+,?\\s*)+)\\{\\s*color: (#[0-9a-f]{6});\\s*\\}")
                .matcher(read("css/dark.css"));
        while (rule.find()) {
            for (String name : rule.group(1).split(",")) {
                String was = colors.put(name.strip().replaceFirst("^ColorDefinition#org-bowline-", ""), rule.group(2));
                assertNull(was, name + " has one colour");
            }
        }
        return colors;
    }

    @Test
    void theRatioIsThatOfTheGuidelines() {
        assertEquals(21, Contrast.ratio("#000000", WHITE), 1e-9);
        assertEquals(1, Contrast.ratio("#123456", "#123456"), 1e-9);
        assertEquals(4.48, Contrast.ratio("#777777", WHITE), 0.005);
        assertEquals("#000000", Contrast.onWhite("#000000"));
        assertTrue(Contrast.ratio(Contrast.onWhite("#ffff00"), WHITE) >= Contrast.GRAPHICS);
    }

    @Test
    void statesAndArrowsAreToldFromAWhiteGround() throws IOException {
        Map<String, String> light = light();
        for (StateStyle style : StateStyle.values()) {
            assertEquals(style.color(), light.get("colors." + style.key()), style + ": the provider's colour is the theme's");
            Object border = style.properties().get(StyleProperties.BORDER_COLOR);
            String line = border == null ? style.color() : border.toString();
            assertTrue(Contrast.ratio(line, WHITE) >= Contrast.GRAPHICS, () -> style + " " + line);
            assertTrue(border == null || !style.isArrow(), style + ": an arrow has no outline");
        }
    }

    @Test
    void everyColourOfTheLightThemeIsToldFromItsGround() throws IOException {
        light().forEach((name, color) -> {
            if (!GROUNDS.contains(name) && !name.startsWith("colors.")) {
                double needed = name.endsWith("text") ? Contrast.TEXT : Contrast.GRAPHICS;
                assertTrue(Contrast.ratio(color, WHITE) >= needed, () -> name + " " + color + " " + Contrast.ratio(color, WHITE));
            }
        });
    }

    @Test
    void everyColourOfTheDarkThemeIsToldFromItsGround() throws IOException {
        Map<String, String> dark = dark();
        for (String name : light().keySet()) {
            String color = dark.get(name.replace('.', '-'));
            assertNotNull(color, name + " has a colour in the dark theme");
            if (!GROUNDS.contains(name)) {
                String ground = name.startsWith("colors.") ? DARK : dark.get(name.startsWith("graph.") ? "graph-background"
                        : "clocks-background");
                double needed = name.endsWith("text") ? Contrast.TEXT : Contrast.GRAPHICS;
                assertTrue(Contrast.ratio(color, ground) >= needed, () -> name + " " + color + " " + Contrast.ratio(color, ground));
            }
        }
    }

    @Test
    void textIsReadOnEveryFill() throws IOException {
        Map<String, String> light = light();
        Map<String, String> dark = dark();
        for (String fill : new String[] {"background", "node", "device", "host"}) {
            assertTrue(Contrast.ratio(light.get("graph.text"), light.get("graph." + fill)) >= Contrast.TEXT, fill);
            assertTrue(Contrast.ratio(dark.get("graph-text"), dark.get("graph-" + fill)) >= Contrast.TEXT, fill);
        }
    }

    @Test
    void noStateIsKnownByItsColourAlone() {
        Map<Character, Long> letters = Arrays.stream(StateStyle.values()).filter(style -> !style.isArrow())
                .collect(Collectors.groupingBy(StateStyle::letter, Collectors.counting()));
        letters.forEach((letter, count) -> assertTrue(count == 1 || letter == '?' && count == 2,
                letter + " is the letter of " + count + " states; only what is not known shares one"));
        for (StateStyle style : StateStyle.values()) {
            assertNotEquals("", style.label(), "its name is in the tooltip");
        }
        assertTrue(StateStyle.RUNNING.height() > StateStyle.RUNNABLE.height() && StateStyle.RUNNABLE.height() > StateStyle.UNKNOWN.height(),
                "running, waiting for a CPU and blocked differ in height");
    }
}
