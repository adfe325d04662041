/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.NothingKnown;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.SizeQuestion;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.figures.Threshold;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.ReadTraces;
import org.bowline.report.analyses.AnalysisInfo;
import org.bowline.report.analyses.Asks;
import org.bowline.report.analyses.Descriptors;

/** The options that make a {@link Question}: those that an analysis asks for, and its own. */
final class QuestionOptions {
    private final Set<Asks> asks;
    private final RangeOptions range = new RangeOptions();
    private final PartOption part = new PartOption();
    private final IntervalOptions intervals = new IntervalOptions();
    private final OriginOptions origins = new OriginOptions();
    private final ThresholdOption threshold = new ThresholdOption();
    private final ThreadOption thread = new ThreadOption();
    private final Map<Parameter<?>, OptionSpec> own = new LinkedHashMap<>();

    /** Those of one analysis. */
    QuestionOptions(AnalysisInfo info) {
        asks = info.asks();
        info.parameters().forEach(parameter -> own.put(parameter, option(parameter, "")));
    }

    /** Those of all analyses. What one or two of them are asked says which, unless these find the graph or its knots, on which all others rest. */
    QuestionOptions(Descriptors all) {
        asks = EnumSet.allOf(Asks.class);
        for (Parameter<?> parameter : all.parameters()) {
            List<AnalysisInfo> asked = all.asked(parameter);
            boolean ofFew = asked.size() <= 2 && asked.stream().noneMatch(one -> one.asks().contains(Asks.THRESHOLD));
            own.put(parameter,
                    option(parameter, ofFew ? asked.stream().map(AnalysisInfo::name).collect(joining(" and ", " For ", ".")) : ""));
        }
    }

    private static final String WORK = "from the first interval to the last, else where the same threads wait for each other again and again; "
            + "who has no part in that is set aside. all: everything and everybody. intervals: from the first interval to the last; "
            + "needs --interval, or a recording with annotated requests. Default: work.";

    /** The range of each of several runs, which have no times in common that a user could name. */
    static final class RunsPartOption {
        @Option(names = "--range", paramLabel = "work|all|intervals", converter = PartOption.Converter.class,
                description = "The part of each run. work: " + WORK) private Question.@Nullable Part part;

        Question.Part part() {
            return part == null ? Question.Part.WORK : part;
        }

        /** Before the long work; whether a run has annotated requests is known only once it is read. */
        void check(boolean declined) {
            if (part() == Question.Part.INTERVALS && declined) {
                throw Failure.usage("--range intervals needs intervals, and --interval none says that there are none");
            }
        }
    }

    /** Where the programs of several runs are, perhaps of several builds. */
    static final class SymbolsOption {
        @Option(names = "--symbols", paramLabel = "DIR",
                description = "Folder with the programs and libraries that were recorded, not stripped: names their functions and their locks in runs that are traces; those of results "
                        + "have the names that analyze --symbols gave them. May be given several times, as for each build: a file counts for the runs whose recordings tell its build id.") private List<String> folders = new ArrayList<>();

        /**
         * The folders.
         *
         * @throws Failure of usage if one is not there
         */
        List<Path> folders() {
            try {
                return FunctionQuestion.SYMBOLS.read(folders);
            } catch (IllegalArgumentException e) {
                throw Failure.usage("--symbols " + e.getMessage());
            }
        }
    }

    /** The range by what was done in it, for recordings whose times nobody knows beforehand. */
    static final class PartOption {
        @Option(names = "--range", paramLabel = "work|all|intervals", converter = Converter.class,
                description = "work: what --from and --to say, else " + WORK) Question.@Nullable Part part;

        Question.Part part() {
            return part == null ? Question.Part.WORK : part;
        }

        /** Before the long work. */
        void check(boolean intervals) {
            if (part() == Question.Part.INTERVALS && !intervals) {
                throw Failure.usage("--range intervals needs --interval, which says what the intervals are");
            }
        }

        /** The words on the command line. */
        static final class Converter implements ITypeConverter<Question.Part> {
            @Override
            public Question.Part convert(String value) {
                try {
                    return Question.Part.of(value);
                } catch (IllegalArgumentException e) {
                    throw new TypeConversionException(e.getMessage());
                }
            }
        }
    }

    /** Whose waits count. */
    private static final class OriginOptions {
        @Option(names = "--process", paramLabel = "NAME", converter = ThreadOption.Converter.class,
                description = "Start from the waits of this process only: all threads of the process that has a thread NAME (or HOST:NAME). "
                        + "May be given several times. Default: all threads.") private List<ThreadArgument> processes = new ArrayList<>();

        /** The threads whose waits count; null for all. */
        @Nullable
        IntPredicate in(Timeline timeline) {
            IntPredicate all = null;
            for (ThreadArgument process : processes) {
                IntPredicate one = process.resolveProcess(timeline);
                all = all == null ? one : all.or(one);
            }
            return all;
        }
    }

    private static final class ThresholdConverter implements ITypeConverter<Threshold> {
        @Override
        public Threshold convert(String text) {
            try {
                return Threshold.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** Which waits are too light to matter. */
    private static final class ThresholdOption {
        @Option(names = "--threshold", paramLabel = "WEIGHT", converter = ThresholdConverter.class,
                description = "Take knots apart as long as their lightest edge is not heavier than this: a share of the range like "
                        + "20%%, or a time like 18s, "
                        + "5ms, 250us, 4000ns. Default: 20%%.") private @Nullable Threshold threshold;
    }

    /** Adds the options to a command. */
    void addTo(CommandSpec command) {
        Map<Asks, Object> groups = new LinkedHashMap<>();
        groups.put(Asks.RANGE, range);
        groups.put(Asks.PART, part);
        groups.put(Asks.INTERVALS, intervals);
        groups.put(Asks.ORIGINS, origins);
        groups.put(Asks.THRESHOLD, threshold);
        groups.put(Asks.THREAD, thread);
        groups.forEach((ask, options) -> {
            if (asks.contains(ask)) {
                command.addMixin(ask.name(), CommandSpec.forAnnotatedObject(options));
            }
        });
        own.values().forEach(command::addOption);
    }

    private static OptionSpec option(Parameter<?> parameter, String ofWhom) {
        OptionSpec.Builder option = OptionSpec.builder("--" + parameter.name()).description((parameter.help() + ofWhom).replace("%", "%%"));
        Class<?> type = parameter.isFlag() ? boolean.class : parameter.isOnce() ? String.class : String[].class;
        return (parameter.isFlag() ? option : option.paramLabel(parameter.form())).type(type).build();
    }

    /** What was given, in order; of a flag an empty text. */
    private static List<String> texts(OptionSpec option) {
        Object value = option.getValue();
        return value instanceof String[] texts ? List.of(texts)
                : value instanceof String text ? List.of(text) : Boolean.TRUE.equals(value) ? List.of("") : List.of();
    }

    /**
     * What is asked, as far as it can be told before the traces are read: all but the range.
     *
     * @throws Failure of usage if a parameter is of another form
     */
    Question question() {
        ThreadArgument path = thread.thread;
        Question question = intervals.question(Question.ALL, part.part()).from(origins::in).at(threshold.threshold)
                .path(path == null ? null : path::resolve);
        for (Map.Entry<Parameter<?>, OptionSpec> entry : own.entrySet()) {
            question = with(question, entry.getKey(), texts(entry.getValue()));
        }
        return question;
    }

    /** Whether annotated requests of the recording may become the intervals: nobody named any, and the range or the analysis rests on intervals. */
    boolean mayTakeAnnotated(Question question) {
        boolean rests = asks.contains(Asks.INTERVALS) && (question.path() == null || asks.contains(Asks.THRESHOLD))
                || asks.contains(Asks.PART) && !asks.contains(Asks.INTERVALS) && !range.given() && question.part() == Question.Part.WORK;
        return rests && question.intervals().isEmpty() && !intervals.declined();
    }

    /** The question with the annotated requests of the recording, where they may be taken. */
    Question withAnnotated(Experiment experiment, Question question) {
        Question annotated = mayTakeAnnotated(question) ? question.orAnnotated(experiment) : question;
        part.check(!annotated.intervals().isEmpty());
        if (annotated.intervals().isEmpty() && !annotated.get(IntervalLabels.LABEL).isEmpty()) {
            throw Failure.usage(IntervalLabels.LABEL + " needs --interval, which says what the requests are");
        }
        return annotated;
    }

    private static <T> Question with(Question question, Parameter<T> parameter, List<String> texts) {
        try {
            return question.with(parameter, parameter.read(texts));
        } catch (IllegalArgumentException e) {
            throw Failure.usage(parameter + " " + e.getMessage());
        }
    }

    /** Checks the names of events and fields in the intervals and tags, before the long work. */
    void checkNames(Experiment experiment, Question question) {
        IntervalNames names = new IntervalNames(experiment);
        for (IntervalSpec spec : intervals.specs()) {
            try {
                names.check(spec);
            } catch (IntervalNames.UnknownNameException e) {
                throw Failure.usage("--interval " + e.getMessage());
            }
        }
        try {
            TagQuestion.check(question, experiment);
        } catch (IntervalNames.UnknownNameException e) {
            throw Failure.usage(TagQuestion.EVENTS + " " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw Failure.usage(String.valueOf(e.getMessage()));
        }
        try {
            SizeQuestion.check(question.orAnnotated(experiment), experiment);
        } catch (IntervalNames.UnknownNameException e) {
            throw Failure.usage(SizeQuestion.SIZE + " " + e.getMessage());
        }
    }

    /**
     * The analysis of the range.
     *
     * @throws Failure if nothing is known of it, or if no interval has a label that is asked for
     */
    Analysis analysis(ReadTraces read, Question question, Progress progress) throws IOException {
        Question within = question;
        // of tags the clock on the wall tells something, too; what asks for a threshold is about waits
        boolean tagsAreEnough = question.has(TagQuestion.EVENTS) && !asks.contains(Asks.THRESHOLD);
        if (asks.contains(Asks.RANGE)) {
            checkKnown(read, (!question.intervals().isEmpty() || tagsAreEnough) && !range.given());
            if (range.given()) {
                RangeOptions.Range chosen = range.resolve(read.timeline().startNanos(), read.timeline().endNanos());
                within = question.within(chosen.fromNanos(), chosen.toNanos());
            }
        }
        Analysis analysis = Analysis.of(read, within, progress);
        if (tagsAreEnough) {
            checkKnown(read, analysis.intervalsWanted() || !analysis.tags().isEmpty());
        }
        try {
            IntervalLabels.check(analysis);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(String.valueOf(e.getMessage()));
        }
        if (asks.contains(Asks.PART) && analysis.intervalsWanted()) {
            checkWork(analysis);
        }
        return analysis;
    }

    /**
     * That something is known: what threads did, or, where that is enough, how long intervals took.
     *
     * @throws Failure if not; it says which traces could not be read
     */
    static void checkKnown(ReadTraces read, boolean lengthsAreEnough) {
        if (read.timeline().segmentCount() == 0 && !lengthsAreEnough) {
            throw Failure.unreadable(NothingKnown.why(read.experiment(), read.caveats()), null);
        }
    }

    private static void checkWork(Analysis analysis) {
        MatchedIntervals matched = analysis.matched();
        boolean ofIntervals = analysis.question().part() == Question.Part.INTERVALS;
        if (matched.intervals().isEmpty() && (ofIntervals || !analysis.knowsWaits() && matched.unfinished().isEmpty())) {
            throw Failure
                    .unreadable("there is no interval, so " + (ofIntervals ? "--range intervals has" : "without a kernel trace there is")
                            + " nothing to look at. See whether the load ran while it was"
                            + " recorded, or leave --range out", null);
        }
    }
}
