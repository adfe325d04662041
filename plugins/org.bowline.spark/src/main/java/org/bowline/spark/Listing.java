/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;

import org.bowline.core.files.FileTree;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostFacts;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.TraceReadException;
import org.bowline.spark.TracePlan.FilePlan;

/**
 * Which hosts there are below some URIs. Files are listed, metadata are copied here and opened without streams, so that the engine groups them by host as it does with whole traces. Reads no event.
 *
 * @param hosts one task each
 * @param caveats what is below the URIs and is left out
 */
record Listing(List<HostPlan> hosts, List<Caveat> caveats) {
    private static final String METADATA = "metadata";
    private static final String INDEX = "index";

    Listing {
        hosts = List.copyOf(hosts);
        caveats = List.copyOf(caveats);
    }

    /**
     * Looks below the URIs.
     *
     * @throws UsageException if there is nothing below one of them, it cannot be read, or the options name what is not there
     */
    static Listing of(JobOptions options, Configuration hadoop) throws IOException {
        Path folder = Files.createTempDirectory("bowline-metadata-");
        try {
            return new Looking(options, hadoop, folder).look();
        } finally {
            FileTree.delete(folder);
        }
    }

    /** One look. */
    private static final class Looking {
        private final JobOptions options;
        private final Configuration hadoop;
        private final Path folder;
        private final List<Caveat> caveats = new ArrayList<>();
        /** By the folder of its metadata here: the URI and the files of a trace. */
        private final Map<Path, Trace> traces = new HashMap<>();

        private record Trace(String uri, List<FilePlan> files) {}

        Looking(JobOptions options, Configuration hadoop, Path folder) {
            this.options = options;
            this.hadoop = hadoop;
            this.folder = folder;
        }

        Listing look() throws IOException {
            List<Path> roots = new ArrayList<>();
            for (String uri : options.uris()) {
                roots.add(find(uri, folder.resolve("uri-" + roots.size())));
            }
            try (Experiment experiment = Experiment.open(roots, options.open(), Progress.NONE)) {
                check(experiment);
                for (Caveat caveat : experiment.caveats()) {
                    if (caveat.host().isEmpty()) {
                        caveats.add(caveat);
                    }
                }
                return new Listing(plans(experiment), caveats);
            } catch (TraceReadException e) {
                throw new UsageException(String.valueOf(e.getMessage()).replace(folder.toString() + '/', ""), e);
            }
        }

        private void check(Experiment experiment) {
            List<String> names = experiment.hosts().stream().map(HostTraces::name).toList();
            if (!options.reference().isEmpty() && !names.contains(options.reference())) {
                throw new UsageException(
                        "--reference " + options.reference() + ": there is no such host; the hosts are " + String.join(", ", names));
            }
            try {
                IntervalNames known = new IntervalNames(experiment);
                options.intervalSpecs().forEach(known::check);
            } catch (IntervalNames.UnknownNameException e) {
                throw new UsageException("--interval " + e.getMessage(), e);
            }
        }

        private List<HostPlan> plans(Experiment experiment) {
            Predicate<OpenTrace> enough = HostFacts.areEnough(experiment, options.intervalSpecs());
            List<HostPlan> plans = new ArrayList<>();
            for (HostTraces host : experiment.hosts()) {
                List<TracePlan> planned = new ArrayList<>();
                for (OpenTrace trace : host.traces()) {
                    Trace found = java.util.Objects.requireNonNull(traces.get(trace.path()));
                    planned.add(new TracePlan(host.name(), found.uri(), trace.displayPath(), !enough.test(trace), found.files()));
                }
                plans.add(new HostPlan(plans.size(), host.name(), planned));
            }
            return plans;
        }

        /** The files below a URI; the metadata of its traces are copied. Returns where. */
        private Path find(String uri, Path to) throws IOException {
            org.apache.hadoop.fs.Path root = FileSystems.path(uri);
            FileSystem files = FileSystems.of(FileSystems.THIS, uri, hadoop);
            org.apache.hadoop.fs.Path absolute = files.makeQualified(root);
            Path here = to.resolve(absolute.getName().isEmpty() ? "traces" : absolute.getName());
            Files.createDirectories(here);
            Map<String, Long> found = list(uri, files, absolute);
            Set<String> folders = new HashSet<>();
            for (String path : found.keySet()) {
                if (path.equals(METADATA) || path.endsWith('/' + METADATA)) {
                    folders.add(parent(path));
                }
            }
            Map<String, List<FilePlan>> ofTraces = new TreeMap<>();
            for (Map.Entry<String, Long> file : found.entrySet()) {
                String trace = traceOf(file.getKey(), folders);
                if (trace == null) {
                    other(file.getKey(), folders);
                } else {
                    String path = trace.isEmpty() ? file.getKey() : file.getKey().substring(trace.length() + 1);
                    ofTraces.computeIfAbsent(trace, key -> new ArrayList<>()).add(new FilePlan(path, file.getValue()));
                }
            }
            if (ofTraces.isEmpty()) {
                throw new UsageException(uri
                        + ": there is no CTF trace below (no folder with a file \"metadata\"); name a folder that lttng has recorded into,"
                        + " or one above it");
            }
            for (Map.Entry<String, List<FilePlan>> trace : ofTraces.entrySet()) {
                org.apache.hadoop.fs.Path from = trace.getKey().isEmpty() ? absolute
                        : new org.apache.hadoop.fs.Path(absolute, trace.getKey());
                Path place = here.resolve(trace.getKey());
                Files.createDirectories(place);
                try (InputStream in = files.open(new org.apache.hadoop.fs.Path(from, METADATA))) {
                    Files.copy(in, place.resolve(METADATA));
                }
                traces.put(place, new Trace(from.toString(), trace.getValue()));
            }
            return here;
        }

        /** What is no trace's. */
        private void other(String path, Set<String> folders) {
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (name.toLowerCase(Locale.ROOT).endsWith(".zip")) {
                caveats.add(Caveat.of(Severity.WARNING, "", "archive-left-out", 1,
                        "Left out " + path + ". Archives are not unpacked on a cluster: unpack it, and analyse the folder."));
            }
            String parent = parent(path);
            if (name.endsWith(".idx") && (parent.equals(INDEX) || parent.endsWith('/' + INDEX)) && folders.add(parent(parent) + "\0")) {
                caveats.add(Caveat.of(Severity.ERROR, "", "missing-metadata", 1, "Left out "
                        + (parent(parent).isEmpty() ? "." : parent(parent))
                        + ". It has data streams, but no file \"metadata\", which tells what is in them. Copy the recording again, as a whole."));
            }
        }
    }

    /** The lengths of all files below a folder, by their paths in it. */
    private static Map<String, Long> list(String uri, FileSystem files, org.apache.hadoop.fs.Path root) throws IOException {
        Map<String, Long> found = new TreeMap<>();
        try {
            if (files.getFileStatus(root).isFile()) {
                throw new UsageException(
                        uri + ": it is a file, not a folder with traces; name the folder that holds the trace, or one above it");
            }
            if (FileSystems.isLocal(files)) {
                walk(files, root, found);
            } else {
                RemoteIterator<LocatedFileStatus> all = files.listFiles(root, true);
                while (all.hasNext()) {
                    add(all.next(), root, found);
                }
            }
        } catch (IOException e) {
            throw new UsageException(uri + ": " + reason(e) + "; check the URI, and that this cluster may read it", e);
        }
        return found;
    }

    /** Hadoop's own list of all files below a folder asks a process of its own, ls, for the rights of each file on the machine's disk; lists of single folders do not. */
    private static void walk(FileSystem files, org.apache.hadoop.fs.Path root, Map<String, Long> found) throws IOException {
        Deque<org.apache.hadoop.fs.Path> folders = new ArrayDeque<>(List.of(root));
        while (!folders.isEmpty()) {
            for (FileStatus file : files.listStatus(folders.pop())) {
                if (file.isDirectory()) {
                    folders.push(file.getPath());
                } else {
                    add(file, root, found);
                }
            }
        }
    }

    private static void add(FileStatus file, org.apache.hadoop.fs.Path root, Map<String, Long> found) {
        String path = file.getPath().toUri().getPath().substring(root.toUri().getPath().length());
        found.put(path.startsWith("/") ? path.substring(1) : path, file.getLen());
    }

    static String reason(IOException e) {
        return e instanceof java.io.FileNotFoundException ? "there is no such folder"
                : e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private static String parent(String path) {
        return path.lastIndexOf('/') < 0 ? "" : path.substring(0, path.lastIndexOf('/'));
    }

    /** The outermost folder around a file that is a trace's; null if there is none. */
    private static @org.jspecify.annotations.Nullable String traceOf(String path, Set<String> folders) {
        if (folders.contains("")) {
            return "";
        }
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            if (folders.contains(path.substring(0, slash))) {
                return path.substring(0, slash);
            }
        }
        return null;
    }
}
