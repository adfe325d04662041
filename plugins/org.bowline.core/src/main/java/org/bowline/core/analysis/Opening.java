/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.trace.RecordedProfiles;
import org.bowline.core.trace.RecordedStacks;
import org.bowline.core.trace.SizeSpec;
import org.bowline.ctf.TraceReadException;

/** From traces to an {@link Analysis}: reads what a question needs of them. */
final class Opening {
    private Opening() {}

    /** See {@link Analysis#of(ReadTraces, Question, Progress)}. */
    static Analysis of(ReadTraces read, Question asked, Progress progress) throws TraceReadException {
        AnalysisBuilder builder = Analysis.of(read.timeline()).sync(read.sync()).recorded(read.experiment().recorded());
        builder.known(HowRecorded.PROFILES, RecordedProfiles.of(read.experiment()));
        builder.known(Locks.FILES, read.result().files());
        builder.known(Locks.PROGRAMS, new Locks.Programs(read.programs()));
        Question question = asked;
        if (!asked.intervals().isEmpty()) {
            RecordedIntervals intervals = RecordedIntervals.of(read, asked.intervals(), progress);
            question = intervals.count() == 0 ? asked.withoutTaken() : asked;
            if (!question.intervals().isEmpty()) {
                intervals.into(builder, read.timeline(), question);
                SizeSpec size = question.get(SizeQuestion.SIZE).orElse(null);
                if (size != null) {
                    builder.known(SizeQuestion.SIZES, read.sizes(size, intervals.specs(), intervals.sorts(), progress));
                } else if (question.has(SizeQuestion.SIZE)) {
                    builder.known(SizeQuestion.SIZES, read.toldSizes(intervals.specs(), intervals.sorts(), progress));
                }
            }
        }
        if (question.has(TagQuestion.EVENTS) || question.needs(Needs.What.TAGS)) {
            builder.tags(read.tags(TagQuestion.specs(question), progress));
        }
        if (question.has(TagQuestion.EVENTS) || FunctionQuestion.namesCode(question)) {
            builder.known(CounterQuestion.LOG, read.counters(question.has(TagQuestion.EVENTS) ? TagQuestion.specs(question) : List.of(),
                    question.intervals(), FunctionQuestion.namesCode(question), progress));
        }
        if (question.needs(Needs.What.PRIORITIES)) {
            builder.known(TagQuestion.PRIORITIES, read.priorities(progress));
        }
        if (FunctionQuestion.namesCode(question) || question.has(OffCpuQuestion.ON_PATH)) {
            readCode(read, question, builder, progress);
        }
        // reading intervals may have found more
        return builder.caveats(read.caveats()).question(question).progress(progress).build();
    }

    /** Call stacks, functions and system calls. Where neither stacks nor functions were recorded, system calls are read only for a question of these. */
    private static void readCode(ReadTraces read, Question question, AnalysisBuilder builder, Progress progress)
            throws TraceReadException {
        boolean isCodeKnown = question.has(OffCpuQuestion.ON_PATH);
        if (FunctionQuestion.namesCode(question)) {
            RecordedStacks stacks = read.stacks(question.get(OffCpuQuestion.WAKER), progress);
            builder.known(StackQuestion.RECORDED, new StackQuestion.Recorded(stacks));
            isCodeKnown |= stacks != null;
        }
        if (question.intervals().isEmpty()) {
            RecordedCalls calls = read.calls(progress);
            builder.calls(calls);
        }
        if (isCodeKnown || builder.hasCalls()) {
            builder.known(OffCpuQuestion.SYSTEM_CALLS, read.systemCalls(question.get(OffCpuQuestion.WAKER), progress));
        }
    }

    /** See {@link Analysis#of(List, OpenOptions, Question, Progress)}. */
    static Analysis of(List<Path> traces, OpenOptions options, Question question, Progress progress) throws IOException {
        try (Experiment experiment = Experiment.open(traces, options, progress)) {
            IntervalNames names = new IntervalNames(experiment);
            question.intervals().forEach(names::check);
            SizeQuestion.check(question, experiment);
            options.spins().forEach(names::check);
            TagQuestion.check(question, experiment);
            Analysis analysis = of(experiment.read(progress), question.orAnnotated(experiment), progress);
            if (!analysis.knowsWaits() && !analysis.intervalsWanted() && analysis.tags().isEmpty()) {
                throw unusable(traces, NothingKnown.why(experiment, analysis.caveats()), null);
            }
            return analysis;
        } catch (RangeTooLongException e) {
            throw unusable(traces, String.valueOf(e.getMessage()), e);
        }
    }

    private static TraceReadException unusable(List<Path> traces, String why, @Nullable Throwable cause) {
        return TraceReadException.of(traces.get(0), TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                why.endsWith(".") ? why.substring(0, why.length() - 1) : why, "", cause);
    }
}
