/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code {name}} in commands. What a shell means by <code>${name}</code>, and braces around anything but one lower-case word, stay as they are. */
public final class Placeholders {
    private static final Pattern PLACE = Pattern.compile("(?<!\\$)\\{([a-z][a-z0-9-]*)\\}");

    private Placeholders() {}

    /** The text with all places filled whose names are known. */
    public static String fill(String text, Map<String, String> values) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), place.group())));
    }

    /** The names in a text. */
    static Set<String> names(String text) {
        Set<String> names = new TreeSet<>();
        PLACE.matcher(text).results().forEach(place -> names.add(place.group(1)));
        return names;
    }
}
