/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Records this host with LTTng while a command runs: bowline-record, which is in the plug-in, with the profiles of Bowline. Needs LTTng and, for the
 * profiles of the kernel, root. The trace appears when all is done, or not at all.
 */
@Mojo(name = "record", defaultPhase = LifecyclePhase.INTEGRATION_TEST, threadSafe = true)
public final class RecordMojo extends AbstractMojo {
    private static final String RESOURCES = "/org/bowline/maven/plugin/record/";
    private static final List<String> TOOL = List.of("bowline-record", "record/host.sh", "record/profile.awk", "record/symbols.sh",
            "functions.lttng", "locks.lttng", "requests.lttng", "waits-disk.lttng", "waits-minimal.lttng", "waits-network.lttng",
            "waits-stacks.lttng");

    /** The command and its arguments, one element each; the recording is of the time for which it runs. */
    @Parameter(required = true)
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<String> command;

    /**
     * What to record. Kernel: waits-minimal, waits-network, waits-disk, waits-stacks; user space: requests, functions, locks; or a session file of
     * {@code lttng save}. The goals that analyse need one of the kernel's.
     */
    @Parameter(defaultValue = "waits-network,waits-disk,requests")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<String> profiles;

    /** Further user-space events, as {@code myapp:*}. */
    @Parameter private @Nullable List<String> events;

    /** Where the trace goes. What an earlier recording left there is replaced. */
    @Parameter(property = "bowline.trace", defaultValue = "${project.build.directory}/bowline-trace")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File traceDirectory;

    /** The directory in which the command runs. */
    @Parameter(defaultValue = "${project.basedir}")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File workingDirectory;

    /** Leaves the goal out. */
    @Parameter(property = "bowline.skip", defaultValue = "false") private boolean skip;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Bowline is left out (bowline.skip).");
            return;
        }
        Path target = traceDirectory.toPath().toAbsolutePath();
        Path parent = target.getParent();
        if (parent == null || command.isEmpty()) {
            throw new MojoExecutionException("Parameter command is empty, or traceDirectory is a root directory.");
        }
        Path tool = null;
        Path part = null;
        try {
            Files.createDirectories(parent);
            tool = Files.createTempDirectory("bowline-record");
            unpack(tool);
            part = Files.createTempDirectory(parent, ".bowline-");
            Path recording = part.resolve("trace");
            delete(target); // if this recording fails, no later goal shall take an earlier one for it
            record(tool, recording);
            Files.move(recording, target, StandardCopyOption.ATOMIC_MOVE);
            getLog().info("Recorded to " + traceDirectory + '.');
        } catch (IOException e) {
            throw new MojoExecutionException("Bowline cannot record: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("Bowline was stopped while it recorded.", e);
        } finally {
            clean(tool);
            clean(part);
        }
    }

    private void record(Path tool, Path recording) throws IOException, InterruptedException, MojoExecutionException, MojoFailureException {
        List<String> words = new ArrayList<>(
                List.of("bash", tool.resolve("bowline-record").toString(), "start", "-o", recording.toString()));
        for (String profile : profiles) {
            words.add("--profile");
            words.add(profile.strip());
        }
        for (String event : events == null ? List.<String>of() : events) {
            words.add("--event");
            words.add(event.strip());
        }
        words.add("--");
        words.addAll(command);
        Process process = new ProcessBuilder(words).directory(workingDirectory).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String last = "";
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                getLog().info(line.replace(recording.toString(), traceDirectory.toString()));
                last = line.isBlank() || !line.startsWith("bowline-record:") ? last : line;
            }
            int code = process.waitFor();
            if (code != 0) {
                String message = "The recording, or the command '" + String.join(" ", command) + "', ended with exit code " + code
                        + (last.isEmpty() ? "" : ". " + last) + ". No trace was kept.";
                if (code == 69 || code == 73 || code == 2) {
                    throw new MojoExecutionException(message);
                }
                throw new MojoFailureException(message);
            }
        } finally {
            // bowline-record ends its session and the command when it is asked to stop
            process.destroy();
        }
        if (!Files.isDirectory(recording)) {
            throw new MojoExecutionException("The recording left nothing in " + recording + '.');
        }
    }

    private static void unpack(Path directory) throws IOException {
        for (String name : TOOL) {
            Path file = directory.resolve(name);
            Path parent = file.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            try (InputStream in = RecordMojo.class.getResourceAsStream(RESOURCES + name)) {
                if (in == null) {
                    throw new IOException("the plug-in was built without " + name);
                }
                Files.copy(in, file);
            }
        }
    }

    private void clean(@Nullable Path directory) {
        if (directory != null) {
            try {
                delete(directory);
            } catch (IOException e) {
                getLog().warn("Cannot remove " + directory + ": " + e.getMessage());
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
