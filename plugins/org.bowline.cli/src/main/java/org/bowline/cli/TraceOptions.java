/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.finding.NextStep;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostOverride;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.SpinSpec;
import org.bowline.report.analyses.RunPage;

/** Which traces to read, and how. */
final class TraceOptions {
    /** Set by the launcher: how the user called it, and the recorder beside it. */
    private static final String PROGRAM = "bowline.program";
    private static final String RECORDER = "bowline.recorder";

    @Parameters(arity = "1..*", paramLabel = "TRACE",
            description = "Directories; every CTF trace below one is read, kernel and user-space, of as many hosts as there are. "
                    + "Also .zip files of such.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private List<Path> traces;

    @Option(names = "--host", paramLabel = "NAME=DIR", converter = HostConverter.class,
            description = "All traces below DIR are of host NAME. May be given several times. Default: traces with the same "
                    + "clock, else the same host "
                    + "name, are of one host.") private List<HostOverride> hosts = new ArrayList<>();

    @Option(names = "--spin", paramLabel = "SPEC", converter = SpinConverter.class,
            description = "Events of programs between which a thread polls instead of sleeping, so that this counts as waiting: "
                    + "begin=EVENT,end=EVENT,owner=FIELD, where the field of the begin is the thread id of who is waited for; or object=FIELD instead, what is "
                    + "polled for, if the owner is who got it last (with acquired=FIELD, of those for whom this field of the end is not 0). May be given several "
                    + "times. Those of Bowline's annotations are known.") private List<SpinSpec> spins = new ArrayList<>();

    @Option(names = "--strict",
            description = "A broken packet is an error. Default: it is left out and counted as a caveat.") private boolean strict;

    /**
     * Opens the traces; they are closed with the shell.
     *
     * @param sync how clocks are to be put together
     * @throws Failure of usage if a host is named that is not there, or options contradict each other
     */
    Experiment open(Shell shell, SyncOptions sync) throws IOException {
        shell.progress().report("Looking for traces", 0);
        OpenOptions options = sync.on(new OpenOptions(strict, !sync.withoutCoarse, hosts, sync.reference).withSpins(spins));
        Experiment experiment = shell.tidy(Experiment.open(traces, options, shell.progress()));
        List<String> names = experiment.hosts().stream().map(HostTraces::name).toList();
        for (HostOverride host : hosts) {
            if (!names.contains(host.name())) {
                String copied = experiment.copied(host).orElse(null);
                throw Failure.usage("--host " + host.name() + '=' + host.directory() + ": "
                        + (copied != null ? "nothing of it is read. " + copied
                                : "there is no trace below that directory, or it is not below "
                                        + traces.stream().map(Path::toString).collect(Collectors.joining(", "))));
            }
        }
        String reference = sync.reference;
        if (reference != null && !names.contains(reference)) {
            throw Failure.usage("--reference " + reference + ": there is no such host; the hosts are " + String.join(", ", names));
        }
        IntervalNames known = new IntervalNames(experiment);
        for (SpinSpec spin : spins) {
            try {
                known.check(spin);
            } catch (IntervalNames.UnknownNameException e) {
                throw Failure.usage("--spin " + e.getMessage());
            }
        }
        return experiment;
    }

    /** How the program was called, for commands that are to be run next. */
    NextStep.Call call(SyncOptions sync) {
        List<String> words = new ArrayList<>();
        traces.forEach(trace -> words.add(trace.toString().startsWith("-") ? "./" + trace : trace.toString()));
        hosts.forEach(host -> words.addAll(List.of("--host", host.name() + '=' + host.directory())));
        spins.forEach(spin -> words.addAll(List.of("--spin", spin.text())));
        if (sync.reference != null) {
            words.addAll(List.of("--reference", sync.reference));
        }
        return new NextStep.Call(System.getProperty(PROGRAM, "bowline"), System.getProperty(RECORDER, "bowline-record"), words);
    }

    /** The names of the arguments, for a heading. */
    String title() {
        return RunPage.title(traces);
    }

    /** For picocli. */
    static final class SpinConverter implements ITypeConverter<SpinSpec> {
        @Override
        public SpinSpec convert(String value) {
            try {
                return SpinSpec.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** For picocli. */
    static final class HostConverter implements ITypeConverter<HostOverride> {
        @Override
        public HostOverride convert(String value) {
            int equals = value.indexOf('=');
            if (equals <= 0 || equals == value.length() - 1) {
                throw new TypeConversionException("'" + value + "' is not of the form NAME=DIR");
            }
            try {
                return new HostOverride(value.substring(0, equals), Path.of(value.substring(equals + 1)));
            } catch (InvalidPathException e) {
                throw new TypeConversionException("'" + value + "' names an impossible path: " + e.getReason());
            }
        }
    }
}
