/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import org.bowline.report.Export;
import org.bowline.report.Format;

/**
 * What {@code --format} chose: a table, or another form; exactly one of the two.
 *
 * @param table csv or json
 * @param export anything else
 */
record OutputForm(@Nullable Format table, @Nullable Export export) {
    private static OutputForm of(String text, List<Export> others) {
        for (Format format : Format.values()) {
            if (format.extension().equals(text)) {
                return new OutputForm(format, null);
            }
        }
        for (Export export : others) {
            if (Exports.word(export).equals(text)) {
                return new OutputForm(null, export);
            }
        }
        StringBuilder words = new StringBuilder("'" + text + "' is no format; write csv, json");
        for (int i = 0; i < others.size(); i++) {
            words.append(i == others.size() - 1 ? " or " : ", ").append(Exports.word(others.get(i)));
        }
        throw new TypeConversionException(words.toString());
    }

    /** For wait-for graphs. */
    static final class OfGraph implements ITypeConverter<OutputForm> {
        @Override
        public OutputForm convert(String text) {
            return of(text, Exports.GRAPH);
        }
    }

    /** For critical paths. */
    static final class OfPath implements ITypeConverter<OutputForm> {
        @Override
        public OutputForm convert(String text) {
            return of(text, List.of(Export.PERFETTO));
        }
    }
}
