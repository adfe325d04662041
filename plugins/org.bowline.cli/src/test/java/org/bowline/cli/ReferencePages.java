/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import org.bowline.report.analyses.AnalysisInfo;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Form;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/** The parts of the reference pages that analyses and reports describe themselves. */
final class ReferencePages {
    /** Options that the page explains once for all commands. */
    private static final Set<String> SHARED = Set.of("--host", "--strict", "--spin", "--reference", "--no-coarse", "--coarse-slope",
            "--from", "--to",
            "--range",
            "--thread",
            "--process", "--threshold", "--interval", "--rule", "--fail-on", "--baseline", "--top");
    private static final Set<String> COMMON = Set.of("-h", "--debug", "--progress");

    private ReferencePages() {}

    /** The section of a report: what its rows and columns mean. */
    static String report(Report<?> report) {
        StringBuilder text = new StringBuilder("## ").append(report.name()).append("\n\n").append(report.about())
                .append("\n\n| column | meaning | unit, range |\n|---|---|---|\n");
        for (Column<?> column : report.columns()) {
            text.append("| `").append(column.name()).append("` | ").append(column.meaning().what()).append(" | ")
                    .append(column.meaning().values()).append(" |\n");
        }
        return text.append('\n').toString();
    }

    /** The section of an analysis: what its command does and takes. */
    static String command(Descriptor descriptor, CommandLine command) {
        AnalysisInfo info = descriptor.info();
        StringBuilder text = new StringBuilder("## bowline ").append(info.name()).append("\n\n").append(info.summary()).append("\n\n");
        info.help().forEach(paragraph -> text.append(paragraph).append("\n\n"));
        text.append("It needs: ").append(info.needs()).append(" Reports: ")
                .append(descriptor.tables().stream().map(table -> link(table.report())).collect(Collectors.joining(", ")))
                .append(". More: [").append(info.title()).append("](../").append(info.helpId()).append(").\n\n");
        List<String> shared = new ArrayList<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            String name = option.longestName();
            if (SHARED.contains(name)) {
                shared.add('`' + name + '`');
            } else if (!COMMON.contains(option.names()[0]) && !name.equals("--format")) {
                text.append("- `").append(name).append(option.arity().max() == 0 ? "" : ' ' + option.paramLabel()).append("`: ")
                        .append(String.join(" ", option.description())).append('\n');
            }
        }
        text.append("- `--format csv|json").append(descriptor.forms().stream().map(form -> '|' + form.word()).collect(Collectors.joining()))
                .append("`: as above").append(descriptor.forms().isEmpty() ? "" : ", and [other forms](exports.md): "
                        + descriptor.forms().stream().map(ReferencePages::form).collect(Collectors.joining(", ")))
                .append(".\n- ").append(String.join(", ", shared)).append("\n\n");
        info.examples().forEach(example -> text.append("      ").append(example).append('\n'));
        return text.append('\n').toString();
    }

    private static String form(Form form) {
        return '`' + form.word() + "` (" + form.about() + ')';
    }

    private static String link(Report<?> report) {
        return "[" + report.name() + "](csv.md#" + report.name() + ')';
    }
}
