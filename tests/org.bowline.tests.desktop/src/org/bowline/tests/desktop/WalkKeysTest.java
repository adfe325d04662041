/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** In which views the keys of back and forward walk through what was asked. Needs no workbench. */
final class WalkKeysTest {
    /** Its two sides are not what all views are asked. */
    private static final String COMPARE = "org.bowline.views.compare";

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The views in which a command of the workbench means the question; those of Trace Compass are left out. */
    private static Set<String> walkingIn(String command, String plugin) {
        Matcher handler = Pattern.compile("<handler commandId=\"" + Pattern.quote(command) + "\".*?</handler>", Pattern.DOTALL)
                .matcher(plugin);
        assertTrue(handler.find(), command);
        String condition = handler.group();
        for (String definition : found("<reference definitionId=\"([^\"]*)\"", condition)) {
            Matcher of = Pattern.compile("<definition id=\"" + Pattern.quote(definition) + "\">.*?</definition>", Pattern.DOTALL)
                    .matcher(plugin);
            assertTrue(of.find(), definition);
            condition += of.group();
        }
        return found("<equals value=\"(org\\.bowline\\.views\\.\\w+)\"", condition);
    }

    @Test
    void theKeysOfBackAndForwardWalkInEveryViewThatAnswersTheQuestion() throws IOException {
        String plugin = Files
                .readString(Path.of(System.getProperty("bowline.root"), "plugins", "org.bowline.tracecompass.ui", "plugin.xml"));
        Set<String> views = found("<view [^>]*class=\"org\\.bowline\\.[^>]*\\bid=\"(org\\.bowline\\.views\\.\\w+)\"", plugin);
        views.addAll(found("<view id=\"(org\\.bowline\\.views\\.\\w+)\"[^>]*class=\"org\\.bowline\\.", plugin));
        assertTrue(views.remove(COMPARE), views.toString());
        assertTrue(views.size() > 8, views.toString());
        assertEquals(views, walkingIn("org.eclipse.ui.navigate.backwardHistory", plugin));
        assertEquals(views, walkingIn("org.eclipse.ui.navigate.forwardHistory", plugin));
    }
}
