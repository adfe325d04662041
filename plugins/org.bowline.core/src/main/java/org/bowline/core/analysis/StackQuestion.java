/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.offcpu.StackNames;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.trace.RecordedStacks;

/** With which call stacks threads waited, and ran where samples were recorded. They are read if a question {@linkplain Question#has has} {@link FunctionQuestion#SYMBOLS}, for more than {@linkplain FunctionQuestion#WITHOUT_CODE locks}. */
public final class StackQuestion {
    /** Lines of the source are looked up. */
    public static final Parameter<Boolean> LINES = Parameter.flag("lines",
            "Tell the line of the source of each function in a call stack, and the functions that are inlined there: asks addr2line or llvm-symbolizer of this machine."
                    + " Programs need debug information (-g).");
    /** What was recorded. */
    static final Result<Recorded> RECORDED = Result.of(analysis -> new Recorded(null));
    /** The stacks with names. */
    public static final Result<Stacks> STACKS = Result.of(StackQuestion::stacks,
            stacks -> stacks.names == null ? List.of() : stacks.names.caveats());

    /**
     * Call stacks as they were recorded.
     *
     * @param stacks null if there are none, or they were not read
     */
    record Recorded(@Nullable RecordedStacks stacks) {}

    /**
     * Call stacks with names.
     *
     * @param names null if there are none, or they were not read
     */
    public record Stacks(@Nullable StackNames names) {
        /** Whether no wait has one. */
        public boolean isEmpty() {
            return names == null || !names.hasWaits();
        }

        /** The stack with which the wait of a blocked segment began; null if it is not known. */
        public StackNames.@Nullable Frames of(int segment) {
            return names == null ? null : names.ofSegment(segment);
        }
    }

    private StackQuestion() {}

    private static Stacks stacks(Analysis analysis) {
        RecordedStacks recorded = analysis.get(RECORDED).stacks();
        if (recorded == null) {
            return new Stacks(null);
        }
        List<Path> folders = new ArrayList<>(analysis.question().get(FunctionQuestion.SYMBOLS));
        folders.addAll(recorded.beside());
        return new Stacks(StackNames.of(recorded.stacks(), recorded.symbols(), new SymbolFiles(folders), analysis.question().get(LINES),
                analysis.progress()));
    }
}
