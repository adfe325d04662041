/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.figures.Threshold;
import org.bowline.core.finding.NextStep;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.table.Format;

/**
 * What a job is asked to do, as it was written: texts, which every machine reads for itself.
 *
 * @param uris of the folders with traces
 * @param output URI of the folder for the results
 * @param format of the tables beside Parquet
 * @param range which part of the recording: work, all, intervals
 * @param intervals what are the units of work
 * @param threshold of knots; empty for the usual one
 * @param reference the host whose clock is kept; empty for the best placed one
 * @param scratchBytes how much a task may copy to the disk of its machine
 * @param own parameters of analyses, each with its values
 */
record JobOptions(List<String> uris, String output, Format format, String range, List<String> intervals, String threshold,
        String reference, long scratchBytes, Map<String, List<String>> own) implements Serializable {
    private static final long DEFAULT_SCRATCH = 64L << 30;
    private static final List<String> KNOWN = List.of("--output", "--format", "--range", "--interval", "--threshold", "--reference",
            "--scratch");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kmgt]?)");
    static final String USAGE = "write: analyze URI... -o URI [--format csv|json] [--range work|all|intervals] [--interval SPEC]... [--threshold WEIGHT]"
            + " [--reference HOST] [--scratch SIZE], or a parameter of an analysis as `bowline analyze` has it";

    JobOptions {
        uris = List.copyOf(uris);
        intervals = List.copyOf(intervals);
        Map<String, List<String>> copy = new LinkedHashMap<>();
        own.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        own = copy;
    }

    /**
     * Reads the words of a command.
     *
     * @throws UsageException if it cannot be understood
     */
    static JobOptions parse(List<String> words) {
        if (words.isEmpty() || !words.get(0).equals("analyze")) {
            throw new UsageException(
                    (words.isEmpty() ? "there is nothing to do" : "'" + words.get(0) + "' is not a command") + "; " + USAGE);
        }
        List<String> uris = new ArrayList<>();
        Map<String, List<String>> given = given(words, uris);
        if (uris.isEmpty()) {
            throw new UsageException("no URI of a folder with traces is given; " + USAGE);
        }
        Map<String, List<String>> own = new LinkedHashMap<>(given);
        own.keySet().removeAll(KNOWN);
        JobOptions options = new JobOptions(uris, one(given, "--output", ""), format(one(given, "--format", "csv")),
                one(given, "--range", "work"),
                given.getOrDefault("--interval", List.of()), one(given, "--threshold", ""), one(given, "--reference", ""),
                size(one(given, "--scratch", "")), own);
        if (options.output.isEmpty()) {
            throw new UsageException("it is not said where the results go: give the URI of a folder that is not there yet with -o");
        }
        options.question(); // what is wrong with it is told before anything is read
        return options;
    }

    /** The values of each option; what is not an option goes to the URIs. */
    private static Map<String, List<String>> given(List<String> words, List<String> uris) {
        Map<String, Parameter<?>> parameters = new LinkedHashMap<>();
        Descriptors.installed().parameters().forEach(one -> parameters.put("--" + one.name(), one));
        Map<String, List<String>> given = new LinkedHashMap<>();
        Iterator<String> rest = words.listIterator(1);
        while (rest.hasNext()) {
            String word = rest.next();
            if (!word.startsWith("-")) {
                uris.add(word);
                continue;
            }
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            String name = word.equals("-o") ? "--output" : equals > 0 ? word.substring(0, equals) : word;
            Parameter<?> parameter = parameters.get(name);
            if (!KNOWN.contains(name) && parameter == null) {
                throw new UsageException("'" + name + "' is not an option here; " + USAGE);
            }
            boolean flag = parameter != null && parameter.isFlag();
            given.computeIfAbsent(name, key -> new ArrayList<>())
                    .add(equals > 0 ? word.substring(equals + 1) : flag ? "" : value(name, rest));
        }
        return given;
    }

    private static String value(String name, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new UsageException(name + " needs a value; " + USAGE);
        }
        return rest.next();
    }

    private static String one(Map<String, List<String>> given, String name, String usual) {
        List<String> values = given.getOrDefault(name, List.of(usual));
        if (values.size() > 1) {
            throw new UsageException(name + " is given " + values.size() + " times; give it once");
        }
        return values.get(0);
    }

    private static Format format(String text) {
        for (Format format : Format.values()) {
            if (format.extension().equals(text)) {
                return format;
            }
        }
        throw new UsageException("--format '" + text + "' is neither csv nor json");
    }

    private static long size(String text) {
        if (text.isEmpty()) {
            return DEFAULT_SCRATCH;
        }
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new UsageException("--scratch '" + text + "' is not a size; write bytes, or 500m, 64g, 2t");
        }
        return Long.parseLong(matcher.group(1)) << 10 * (" kmgt".indexOf(matcher.group(2).isEmpty() ? " " : matcher.group(2)));
    }

    /** How the traces are opened. */
    OpenOptions open() {
        return new OpenOptions(false, true, List.of(), reference.isEmpty() ? null : reference);
    }

    List<IntervalSpec> intervalSpecs() {
        try {
            return intervals.stream().map(IntervalSpec::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new UsageException("--interval " + e.getMessage(), e);
        }
    }

    /**
     * The question that `bowline analyze` asks with the same options.
     *
     * @throws UsageException if it cannot be understood
     */
    Question question() {
        try {
            Question question = Question.ALL.about(intervalSpecs(), Question.Part.of(range)).at(thresholdWeight());
            for (Parameter<?> parameter : Descriptors.installed().parameters()) {
                question = with(question, parameter, own.getOrDefault("--" + parameter.name(), List.of()));
            }
            List<String> words = new ArrayList<>(uris);
            if (!reference.isEmpty()) {
                words.addAll(List.of("--reference", reference));
            }
            return question.with(NextStep.CALL, new NextStep.Call("bowline", "bowline-record", words));
        } catch (UsageException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable Threshold thresholdWeight() {
        return threshold.isEmpty() ? null : Threshold.parse(threshold);
    }

    private static <T> Question with(Question question, Parameter<T> parameter, List<String> texts) {
        try {
            return question.with(parameter, parameter.read(texts));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--" + parameter.name() + ' ' + e.getMessage(), e);
        }
    }
}
