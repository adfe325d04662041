/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.finding.rules.Sentences.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.rules.Sentences.Row;

/** A table of what rules say: every sentence with a run in which it must appear and one near it in which it must not, and no sentence in the rules' sources that has no row. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SentenceTable {
    public static Analysis of(Stage stage) {
        return Analysis.of(stage.builder.build()).build();
    }

    /** The sentences. */
    protected abstract List<Row> rows() throws IOException;

    /** The source files of rules, and of what they share, whose words are in this table. */
    protected abstract Set<String> files() throws IOException;

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    public void aSentenceIsSaidWhereItIsTrueAndNotBesideIt(Row row) {
        assertThat(text(row.rule(), row.said())).contains(row.words());
        assertThat(text(row.rule(), row.notSaid())).doesNotContain(row.words());
    }

    @Test
    public void noWordsOfTheseFilesAreMissingInTheTable() throws IOException {
        StringBuilder all = new StringBuilder();
        Map<String, StringBuilder> byRule = new TreeMap<>();
        for (Row row : rows()) {
            String text = text(row.rule(), row.said()) + '\n';
            all.append(text);
            byRule.computeIfAbsent(row.rule().getClass().getSimpleName(), name -> new StringBuilder()).append(text);
        }
        List<String> unsaid = new ArrayList<>();
        for (String file : files()) {
            unsaid.addAll(Sentences.unsaid(byRule.getOrDefault(file, all), file)); // what stands in a rule's own file is said by it
        }
        assertThat(unsaid).isEmpty();
    }

    @Test
    public void noShareThatARuleNamesIsMoreThanTheWhole() throws IOException {
        Pattern share = Pattern.compile("(\\d+(?:\\.\\d+)?) %");
        for (Row row : rows()) {
            for (Finding finding : Stage.see(row.rule(), row.said(), RuleSettings.STANDARD).findings()) {
                Matcher shares = share.matcher(finding.summary());
                while (shares.find()) {
                    assertThat(Double.parseDouble(shares.group(1))).as(finding.summary()).isLessThanOrEqualTo(100);
                }
            }
        }
    }
}
