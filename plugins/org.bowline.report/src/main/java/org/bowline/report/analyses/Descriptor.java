/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Caveat;
import org.bowline.report.page.PageParts;
import org.bowline.report.page.Section;
import org.bowline.report.page.SectionSource;
import org.bowline.report.text.TextPage;

/**
 * An analysis as users meet it. From this one class come the command {@code bowline NAME}, the files of {@code bowline analyze -o} and of the
 * desktop's export, the reference pages, a section of the page and tables in the desktop. Found by {@link java.util.ServiceLoader}: a jar that
 * names its descriptors in {@code META-INF/services/org.bowline.report.analyses.Descriptor} adds them. Stateless; what is costly is a {@link
 * Result} of the analysis.
 */
public interface Descriptor extends SectionSource {
    /** What comes out of a command. */
    enum Output {
        /** A text to read. */
        TEXT,
        /** A table for programs. */
        TABLE,
        /** One of the {@linkplain Descriptor#forms forms}. */
        FORM
    }

    /** What it is. */
    AnalysisInfo info();

    /** Its tables, at least one, in the order of the reference page. */
    List<ReportTable<?>> tables();

    /** The table that {@code --format} prints. */
    default ReportTable<?> shown(Analysis analysis) {
        return tables().stream().filter(table -> table.isThere().test(analysis)).findFirst().orElse(tables().get(0));
    }

    /** The results that it rests on and whose caveats belong to it. */
    default List<Result<?>> results(Analysis analysis) {
        return List.of();
    }

    /** What is not known of what it shows. */
    default List<Caveat> caveats(Analysis analysis) {
        return analysis.caveats(results(analysis));
    }

    /** Forms that are not tables. */
    default List<Form> forms() {
        return List.of();
    }

    /** A question of this analysis alone: it may say that it needs less of the traces than others with the same parameters. */
    default Question alone(Question question) {
        return question;
    }

    /**
     * Before anything is read: whether the question can be answered in this way.
     *
     * @throws IllegalArgumentException if not; the message says, for a user of the command, what is missing or too much
     */
    default void check(Question question, Output output) {
        // any question will do
    }

    /**
     * Once the traces are read: whether there is what the question names.
     *
     * @throws IllegalArgumentException if not; the message says, for a user of the command, what there is instead
     */
    default void check(Analysis analysis) {
        // nothing is named
    }

    /**
     * Tells it to a reader.
     *
     * @param most lines of a list
     */
    void text(TextPage page, Analysis analysis, int most) throws IOException;

    /**
     * Tells it among all others, as {@code bowline analyze} does; nothing if it has nothing to tell.
     *
     * @param most lines of a list
     * @param files whether the whole of it is in files
     */
    default void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        text(page, analysis, most);
    }

    @Override
    default List<Section> sections(PageParts parts) {
        return sections(parts.analysis());
    }

    /** Its sections of the page, if they need nothing but the analysis. */
    default List<Section> sections(Analysis analysis) {
        return List.of();
    }
}
