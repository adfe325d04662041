/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.bowline.core.offcpu.SampleLog;
import org.bowline.core.offcpu.StackLog;
import org.bowline.core.symbol.RecordedSymbols;

/**
 * Call stacks as they were recorded, and what names their addresses.
 *
 * @param stacks with which stack each wait began, and those of the samples
 * @param samples in which code threads were while they ran
 * @param symbols what was collected of each host, by its number
 * @param beside folders beside the traces in which programs may have been kept
 */
public record RecordedStacks(StackLog stacks, SampleLog samples, List<RecordedSymbols> symbols, List<Path> beside) {
    /** Copies the lists. */
    public RecordedStacks {
        symbols = List.copyOf(symbols);
        beside = List.copyOf(beside);
    }

    /** The same with more folders in which programs may have been kept, looked into before the others. */
    public RecordedStacks with(List<Path> folders) {
        return new RecordedStacks(stacks, samples, symbols, Stream.concat(folders.stream(), beside.stream()).distinct().toList());
    }
}
