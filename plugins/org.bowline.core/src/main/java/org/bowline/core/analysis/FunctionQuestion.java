/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.function.CallGraph;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.function.FunctionUse;
import org.bowline.core.model.Caveat;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.trace.RecordedCalls;

/** How functions are named: a question of all analyses that show them. */
public final class FunctionQuestion {
    /** Where the programs and libraries are that name functions. */
    public static final Parameter<List<Path>> SYMBOLS = new Parameter<>("symbols", "DIR",
            "Folder with the programs and libraries that were recorded, not stripped: names their functions and locks. May be given several times.",
            List::of,
            (before, text) -> Stream.concat(before.stream(), Stream.of(folder(text))).toList());
    /** Said by who wants symbols for something else than code: neither call stacks, functions nor counters are read then. */
    public static final Parameter<Boolean> WITHOUT_CODE = Parameter.flag("without-code", "Whether symbols name something else than code.");
    /** The names of the functions that were recorded; null if none were. */
    public static final Result<Names> NAMES = Result.of(FunctionQuestion::names,
            names -> names.functions == null ? List.of() : names.functions.caveats());

    /** Whether symbols are to name code, of which call stacks, functions and counters tell. */
    static boolean namesCode(Question question) {
        return question.has(SYMBOLS) && !question.get(WITHOUT_CODE);
    }

    /**
     * Names of functions.
     *
     * @param functions null if no functions were recorded
     */
    public record Names(@Nullable FunctionNames functions) {}

    /** What was done in which function in the range; nothing if none were recorded. */
    public static final Result<FunctionUse> USE = new Result<>() {
        @Override
        public FunctionUse compute(Analysis analysis) {
            return use(analysis);
        }

        @Override
        public List<Caveat> caveats(Analysis analysis) {
            RecordedCalls recorded = analysis.calls();
            return recorded == null ? List.of() : recorded.calls().caveats();
        }
    };

    private static final Result<FilesOfNames> FILES = Result.of(FunctionQuestion::files);
    /** Whom the functions that were recorded call, as their code says; nothing if none were. */
    public static final Result<Code> CODE = Result.of(FunctionQuestion::code);

    /** The files that may have the names. */
    private record FilesOfNames(SymbolFiles files) {}

    /**
     * The code of functions.
     *
     * @param graph null if no functions were recorded
     */
    public record Code(@Nullable CallGraph graph) {}

    private FunctionQuestion() {}

    private static Path folder(String text) {
        try {
            Path folder = Path.of(text);
            if (Files.isDirectory(folder)) {
                return folder;
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not the name of a folder", e);
        }
        throw new IllegalArgumentException("there is no such folder");
    }

    private static Names names(Analysis analysis) {
        RecordedCalls recorded = analysis.calls();
        if (recorded == null) {
            return new Names(null);
        }
        return new Names(new FunctionNames(recorded.calls(), analysis.get(FILES).files));
    }

    private static FunctionUse use(Analysis analysis) {
        RecordedCalls recorded = analysis.calls();
        FunctionNames names = analysis.get(NAMES).functions;
        return recorded == null || names == null ? FunctionUse.NONE
                : FunctionUse.of(analysis.timeline().threadCount(), recorded.calls(), names, analysis.get(CounterQuestion.LOG),
                        analysis.fromNanos(), analysis.toNanos(),
                        // what is set aside, as it does not wait for the others, was in its functions all the same
                        thread -> analysis.isOfSomeThreads() ? analysis.isChosen(thread) : !analysis.timeline().isIdle(thread),
                        analysis.progress());
    }

    private static FilesOfNames files(Analysis analysis) {
        RecordedCalls recorded = analysis.calls();
        List<Path> folders = new ArrayList<>(analysis.question().get(SYMBOLS));
        folders.addAll(recorded == null ? List.of() : recorded.beside());
        return new FilesOfNames(new SymbolFiles(folders));
    }

    private static Code code(Analysis analysis) {
        RecordedCalls recorded = analysis.calls();
        FunctionNames names = analysis.get(NAMES).functions;
        return new Code(recorded == null || names == null ? null : new CallGraph(recorded.calls(), names, analysis.get(FILES).files));
    }
}
