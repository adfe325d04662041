/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.analysis.HostOverride;
import org.bowline.core.analysis.OpenOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Which traces to read, and how. */
final class TraceOptions {
    @Parameters(arity = "1..*", paramLabel = "TRACE",
            description = "Directories; every CTF trace below one is read, kernel and user-space, of as many hosts as there are. Also .zip files of such.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private List<Path> traces;

    @Option(names = "--host", paramLabel = "NAME=DIR", converter = HostConverter.class,
            description = "All traces below DIR are of host NAME. May be given several times. Default: traces with the same clock, else the same host "
                    + "name, are of one host.")
    private List<HostOverride> hosts = new ArrayList<>();

    @Option(names = "--strict", description = "A broken packet is an error. Default: it is left out and counted as a caveat.")
    private boolean strict;

    /**
     * Opens the traces.
     *
     * @param reference the host whose clock is left as it is, or null
     * @param coarse whether hosts are first put roughly on one clock
     * @throws Failure if an argument is not there, or has no trace below
     */
    Experiment open(Shell shell, @Nullable String reference, boolean coarse) throws IOException {
        TraceRoots roots = shell.tidy(new TraceRoots(shell.progress()));
        List<Path> directories = new ArrayList<>();
        for (Path trace : traces) {
            directories.add(roots.directory(trace));
        }
        List<HostOverride> overrides = new ArrayList<>();
        for (HostOverride host : hosts) {
            overrides.add(new HostOverride(host.name(), roots.directory(host.directory())));
        }
        for (HostOverride host : overrides) {
            if (directories.stream().noneMatch(directory -> isBelow(host.directory(), directory))) {
                throw Failure.usage("--host " + host.name() + '=' + host.directory() + " names a directory that is not below a TRACE argument");
            }
        }
        Experiment experiment = shell.tidy(Experiment.open(directories, new OpenOptions(strict, coarse, overrides, reference), shell.progress()));
        if (experiment.hosts().isEmpty()) {
            throw Failure.unreadable("there is no CTF trace below " + String.join(", ", traces.stream().map(Path::toString).toList())
                    + ": no directory with a file named metadata. Give the directory that lttng create --output=DIR wrote, or one above it.", null);
        }
        if (reference != null && experiment.hosts().stream().noneMatch(host -> host.name().equals(reference))) {
            throw Failure.usage("--reference " + reference + ": there is no such host; the hosts are "
                    + String.join(", ", experiment.hosts().stream().map(host -> host.name()).toList()));
        }
        return experiment;
    }

    private static boolean isBelow(Path path, Path ancestor) {
        try {
            return path.toRealPath().startsWith(ancestor.toRealPath());
        } catch (IOException e) {
            throw Failure.unreadable("cannot read " + path + ": " + Failure.reason(e), e);
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
            Path directory = Path.of(value.substring(equals + 1));
            if (!Files.exists(directory)) {
                throw new TypeConversionException("there is no directory " + directory);
            }
            return new HostOverride(value.substring(0, equals), directory);
        }
    }
}
