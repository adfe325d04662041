/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.progress.Progress;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.CollapsedWriter;
import org.bowline.report.DotWriter;
import org.bowline.report.Export;
import org.bowline.report.GraphMlWriter;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;
import org.bowline.report.graph.SvgWriter;

/** The forms of a wait-for graph that are no tables. */
final class Exports {
    /** What {@code wait-for --format} knows beside tables. */
    static final List<Export> GRAPH = List.of(Export.SVG, Export.DOT, Export.GRAPHML, Export.COLLAPSED);

    private Exports() {}

    /** Writes a graph; does not close the writer. */
    static void write(Export export, WaitForGraph graph, KnotOptions.Knots knots, Writer out, Progress progress) throws IOException {
        switch (export) {
            case SVG -> {
                GraphPicture picture = GraphPicture.of(graph, knots.hierarchy(), PictureOptions.DEFAULT, progress);
                SvgWriter.write(picture, picture.at(knots.thresholdNanos()), SvgWriter.Theme.AUTO, out);
            }
            case DOT -> DotWriter.write(graph, knots.knots(), out);
            case GRAPHML -> GraphMlWriter.write(graph, knots.knots(), out);
            case COLLAPSED -> CollapsedWriter.write(graph, out);
            case PERFETTO -> throw new IllegalArgumentException("not a form of a graph: " + export);
        }
    }

    /** The word of an option. */
    static String word(Export export) {
        return export.name().toLowerCase(Locale.ROOT);
    }

    /** One of some forms by its word. */
    static Export of(String text, List<Export> known) {
        return known.stream().filter(export -> word(export).equals(text)).findFirst().orElseThrow(
                () -> new TypeConversionException("'" + text + "' is no export; write "
                        + known.stream().map(Exports::word).collect(Collectors.joining(", "))));
    }

    /** For {@code --export}. */
    static final class Converter implements ITypeConverter<Export> {
        @Override
        public Export convert(String text) {
            return of(text, List.of(Export.values()));
        }
    }
}
