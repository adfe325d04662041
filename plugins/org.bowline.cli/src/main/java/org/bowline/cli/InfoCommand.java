/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.trace.EventCount;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.core.trace.IntervalProposals;
import org.bowline.core.trace.OpenTrace;
import org.bowline.report.rows.EventRow;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.TraceRow;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** What is there. */
@Command(name = "info",
        description = "Lists every CTF trace below the arguments: host, domain, format, tracer, clock, streams, duration, events.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline info tests/traces", "  bowline info tests/traces --events",
            "  bowline info tests/traces --events --format csv > events.csv", "  bowline info tests/traces/three-tier --pairs"})
final class InfoCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final TraceOptions traces = new TraceOptions();
    @Mixin private final FormatOptions format = new FormatOptions();
    @Mixin final CommonOptions common;

    @Option(names = "--events",
            description = "Count the events of each class; discarded ones as the event (discarded).") private boolean events;

    @Option(names = "--pairs",
            description = "Look for pairs of events that may mark units of work, as requests, and print each as --interval takes it.") private boolean pairs;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    InfoCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (events && pairs) {
            throw new ParameterException(spec.commandLine(), "--events and --pairs print different tables: give one of them");
        }
        Experiment experiment = traces.open(shell, new SyncOptions());
        if (pairs) {
            List<IntervalProposal> proposed = IntervalProposals.of(experiment, shell.progress());
            format.print(shell, Reports.INTERVAL_PAIRS, proposed, experiment.caveats(), page -> write(page, proposed));
            return ExitCode.FINE;
        }
        Map<String, List<EventRow>> counts = new LinkedHashMap<>();
        for (EventCount count : experiment.countEvents(shell.progress())) {
            counts.computeIfAbsent(count.trace() + '\0' + count.host(), key -> new ArrayList<>())
                    .add(new EventRow(count.trace(), count.host(), count.domain(), count.event(), count.count()));
        }
        List<TraceRow> rows = new ArrayList<>();
        for (HostTraces host : experiment.hosts()) {
            for (OpenTrace trace : host.traces()) {
                rows.add(TraceFacts.of(host.name(), trace, counts.getOrDefault(trace.displayPath() + '\0' + host.name(), List.of())));
            }
        }
        List<Caveat> caveats = experiment.caveats();
        if (events) {
            List<EventRow> all = counts.values().stream().flatMap(List::stream).toList();
            format.print(shell, Reports.EVENTS, all, caveats, page -> write(page, rows, counts));
        } else {
            format.print(shell, Reports.TRACES, rows, caveats, page -> write(page, rows, Map.of()));
        }
        return ExitCode.FINE;
    }

    private static void write(TextPage page, List<IntervalProposal> proposed) throws IOException {
        page.heading(Words.count(proposed.size(), "pair of events that may mark units of work",
                "pairs of events that may mark units of work"));
        if (proposed.isEmpty()) {
            page.paragraph(
                    "No trace of a program has events whose names differ in begin and end alone. Annotate the program, or name any pair with --interval;"
                            + " bowline info --events lists all events.");
        } else {
            page.table(Reports.INTERVAL_PAIRS.select("pairs", "repeated", "interval"), proposed, Integer.MAX_VALUE);
        }
    }

    private static void write(TextPage page, List<TraceRow> rows, Map<String, List<EventRow>> counts) throws IOException {
        for (TraceRow row : rows) {
            page.heading(row.trace());
            page.paragraph("host      " + row.host());
            page.paragraph("domain    " + row.domain());
            page.paragraph("format    " + row.format());
            page.paragraph("tracer    " + row.tracer());
            page.paragraph("clock     " + row.clock());
            page.paragraph("streams   " + row.streams());
            page.paragraph("duration  " + (row.durationNanos() == Rows.ABSENT ? "not known"
                    : TimeFormat.duration(row.durationNanos()) + ", from "
                            + TimeFormat.date(row.startNanos()) + ' ' + TimeFormat.timeOfDay(row.startNanos()) + " to "
                            + TimeFormat.timeOfDay(row.startNanos() + row.durationNanos()) + " (its own clock, UTC)"));
            page.paragraph("events    " + row.events());
            page.paragraph("discarded " + row.discarded());
            List<EventRow> events = counts.getOrDefault(row.trace() + '\0' + row.host(), List.of());
            if (!events.isEmpty()) {
                page.table(Reports.EVENTS.select("count", "event"),
                        events.stream().sorted(Comparator.comparingLong(EventRow::count).reversed()).toList(),
                        Integer.MAX_VALUE, 4);
            }
        }
        long all = rows.stream().mapToLong(TraceRow::events).sum();
        long discarded = rows.stream().mapToLong(TraceRow::discarded).sum();
        page.heading(Words.count(rows.size(), "trace") + " of " + hosts(rows) + ", " + Words.count(all, "event") + ", " + discarded
                + " discarded");
    }

    private static String hosts(List<TraceRow> rows) {
        return Words.count(rows.stream().map(TraceRow::host).distinct().count(), "host");
    }
}
