/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;

/** What rules say of runs, and the words that stand in their sources. */
public final class Sentences {
    /** Shorter texts are parts of phrases. */
    private static final int MIN_WORDS = 3;
    private static final Pattern WORDS = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");
    /** Of what a rule is and of its settings, not of what it says of a run. */
    private static final Pattern DECLARATION = Pattern.compile("(?s)private static final [^;]*?= .*?;\\n");
    private static final String ENDING = ".java";
    private static final Path SOURCES = Path.of("src/main/java/org/bowline/core/finding/rules");

    private Sentences() {}

    /** A rule, what it says of one run, and not of the other. */
    public record Row(Rule rule, String words, Analysis said, Analysis notSaid) {
        @Override
        public String toString() {
            return rule.info().id() + ": " + words;
        }
    }

    /** All that a rule says of a run. */
    public static String text(Rule rule, Analysis analysis) {
        return text(rule, analysis, RuleSettings.STANDARD);
    }

    public static String text(Rule rule, Analysis analysis, RuleSettings settings) {
        RuleOutcome outcome = Stage.see(rule, analysis, settings);
        return outcome.reason() + '\n' + outcome.findings().stream()
                .map(finding -> finding.summary() + '\n' + finding.advice() + '\n' + finding.subject() + '\n'
                        + finding.evidence().stream().map(Evidence::note).collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n"));
    }

    /** The texts in a source file that are parts of sentences. */
    public static List<String> words(String file) throws IOException {
        String source = Files.readString(sources().get(file));
        Matcher words = WORDS.matcher(DECLARATION.matcher(source).replaceAll("").replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//.*", ""));
        List<String> found = new ArrayList<>();
        while (words.find()) {
            if (words.group(1).strip().split(" ").length >= MIN_WORDS) {
                found.add(words.group(1));
            }
        }
        return found;
    }

    /** Those of them that were never said, each with the file. */
    public static List<String> unsaid(CharSequence said, String... files) throws IOException {
        List<String> unsaid = new ArrayList<>();
        for (String file : files) {
            words(file).stream().filter(words -> said.toString().indexOf(words) < 0).forEach(words -> unsaid.add(file + ": " + words));
        }
        return unsaid.stream().distinct().toList();
    }

    /** The names of all classes of the rules. */
    public static Set<String> files() throws IOException {
        return sources().keySet();
    }

    private static SortedMap<String, Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(file -> file.toString().endsWith(ENDING) && !file.endsWith("package-info.java"))
                    .collect(Collectors.toMap(file -> file.getFileName().toString().replace(ENDING, ""), file -> file, (one, other) -> {
                        throw new IllegalStateException("two of one name: " + one + ", " + other);
                    }, TreeMap::new));
        }
    }
}
