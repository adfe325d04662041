/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.SizeQuestion;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.Caveat;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.OptionTexts;

/**
 * What a person told the analyses of an experiment: the options that {@code bowline analyze} has, each {@code NAME=VALUE}. The analyses describe them, so a new one is known here, too. Kept in a file of the
 * experiment's supplementary folder, a line each. Immutable; equal if the lines are.
 *
 * @param texts all of them are options, with values that these take
 */
public record GivenOptions(List<String> texts) {
    /** Name of the file. */
    public static final String FILE = "bowline-options.txt";
    /** Nothing was told. */
    public static final GivenOptions NONE = new GivenOptions(List.of());
    /** Those that are said in another way, each with the end of the sentence "this is said …". */
    public static final Map<Parameter<?>, String> ELSEWHERE = Map.of(FirstLook.SHOW_ALL, Messages.options_showAll, FirstLook.UNFOLD,
            Messages.options_graphMenu, Merging.MERGE, Messages.options_graphMenu, TagQuestion.EVENTS, Messages.options_tags,
            TagQuestion.CPUS,
            Messages.options_tags, SizeQuestion.SIZE, Messages.options_size);

    /** Copies the list. */
    public GivenOptions {
        texts = List.copyOf(texts);
    }

    /** The options that there are, in the order of the analyses. */
    public static List<Parameter<?>> all() {
        return Descriptors.installed().parameters().stream().filter(one -> !ELSEWHERE.containsKey(one)).toList();
    }

    /**
     * The options in lines. Empty lines and those that begin with # say nothing.
     *
     * @throws IllegalArgumentException if a line is none, or a value is of another form; the message says which, and what there is
     */
    public static GivenOptions of(List<String> lines) {
        List<String> said = KeptLines.said(lines).stream().distinct()
                .toList();
        parsed(said).in(Question.ALL);
        return new GivenOptions(said);
    }

    private static OptionTexts parsed(List<String> texts) {
        return OptionTexts.of(all(), ELSEWHERE, texts);
    }

    /** Whether nothing was told. */
    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /** Whether an option is among them. */
    public boolean says(Parameter<?> option) {
        return parsed(texts).says(option);
    }

    /** The values that were told for an option, in their order. */
    public List<String> values(Parameter<?> option) {
        return texts.stream().filter(text -> name(text).equals(option.name())).map(GivenOptions::value).toList();
    }

    /**
     * The same with other values of an option, after all else.
     *
     * @param values none if nothing is told for it any more
     * @throws IllegalArgumentException if one is of another form
     */
    public GivenOptions with(Parameter<?> option, List<String> values) {
        List<String> others = new ArrayList<>(texts);
        others.removeIf(text -> name(text).equals(option.name()));
        values.forEach(value -> others.add(option.name() + '=' + value));
        return of(others);
    }

    /**
     * The same with an option that has no value, said or not.
     *
     * @throws IllegalArgumentException if it has one
     */
    public GivenOptions with(Parameter<Boolean> flag, boolean said) {
        List<String> others = new ArrayList<>(texts);
        others.removeIf(text -> name(text).equals(flag.name()));
        if (said) {
            others.add(flag.name());
        }
        return of(others);
    }

    private static String name(String text) {
        int equals = text.indexOf('=');
        return (equals < 0 ? text : text.substring(0, equals)).strip();
    }

    private static String value(String text) {
        return text.substring(text.indexOf('=') + 1).strip();
    }

    /** A question with what was told. */
    public Question in(Question question) {
        return texts.isEmpty() ? question : parsed(texts).in(question);
    }

    /** The folders that were told to have programs in them. */
    public List<Path> programs() {
        return in(Question.ALL).get(FunctionQuestion.SYMBOLS);
    }

    /** The same as words of a command line. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        for (String text : texts) {
            words.add("--" + name(text));
            if (text.indexOf('=') >= 0) {
                words.add(value(text));
            }
        }
        return words;
    }

    /**
     * What is kept in a file.
     *
     * @param file null for nowhere
     * @param caveats told which line is none any more; the others hold
     */
    public static GivenOptions kept(@Nullable Path file, List<Caveat> caveats) {
        if (file == null || !Files.exists(file)) {
            return NONE;
        }
        List<String> good = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                try {
                    good.addAll(of(List.of(line)).texts());
                } catch (IllegalArgumentException e) {
                    caveats.add(caveat(e));
                }
            }
            return of(good);
        } catch (IOException | IllegalArgumentException e) { // lines that are good alone may contradict each other
            caveats.add(caveat(e));
            return NONE;
        }
    }

    private static Caveat caveat(Exception why) {
        return Caveat.of(Caveat.Severity.WARNING, "", "options-not-read", 1, NLS.bind(Messages.caveat_options, why.getMessage()));
    }

    /** Keeps them. A file that cannot be written is logged. */
    void keep(Path file) {
        KeptLines.write(file, Messages.options_comment, texts, "The options");
    }
}
