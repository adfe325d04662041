/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.NoRoomException;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.RangeTooLongException;

/** What all goals have in common that work for a while: they end with the process of Maven, leave nothing half-written, and say what went wrong in a line. */
abstract class WorkMojo extends BowlineMojo {
    /** How long the end of Maven waits until what is half-written is removed. */
    private static final long PATIENCE_SECONDS = 10;

    private final LogProgress progress = new LogProgress();

    /** Does the work. */
    abstract void run() throws MojoExecutionException, MojoFailureException, IOException;

    /** Whether there is nothing to do in this build; the log says why. */
    boolean hasNothingToDo() {
        return false;
    }

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (isLeftOut() || hasNothingToDo()) {
            forgetVerdict();
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        Thread hook = new Thread(() -> stopAndWait(done), "bowline-end");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            run();
        } catch (CancelledException e) {
            throw new MojoExecutionException("Bowline was stopped.", e);
        } catch (IOException | UncheckedIOException | RangeTooLongException e) {
            throw new MojoExecutionException(inWords(e), e);
        } finally {
            done.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                getLog().debug("Maven ends: " + e.getMessage());
            }
        }
    }

    /** When the process of Maven is asked to end, as by Ctrl-C: the work stops at its next step and removes what it has not finished. */
    private void stopAndWait(CountDownLatch done) {
        progress.stop();
        try {
            if (!done.await(patienceSeconds(), TimeUnit.SECONDS)) {
                getLog().warn("Bowline did not stop in time; there may be hidden files .bowline-*.partial in the build directory.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Judges, and tells everybody; what an earlier build left must not be taken for this one's. */
    final void gate(File junitFile, Gate.Judge judge) throws MojoExecutionException, MojoFailureException, IOException {
        forgetVerdict();
        new Gate(junitFile, getLog()).run(judge);
    }

    /** How long the end of Maven waits for the work to stop, in seconds. */
    long patienceSeconds() {
        return PATIENCE_SECONDS;
    }

    /** Told how far the work is. */
    final Progress progress() {
        return progress;
    }

    /** As it stands in reports. */
    final String version() {
        String version = getClass().getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** What is not known, as a line of the log. */
    static String line(Caveat caveat) {
        return (caveat.host().isEmpty() ? "" : "host " + caveat.host() + ": ") + caveat.text() + " [" + caveat.kind() + ']';
    }

    /** What cannot be written: a full disk does not say where it is. */
    static IOException unwritable(File place, IOException e) {
        return e instanceof FileSystemException ? e
                : new IOException("cannot write to " + place + ": " + e.getMessage() + ". Nothing was written. Make room, and build again.",
                        e);
    }

    /** The elements of a parameter, none of which is empty. */
    static List<String> texts(String parameter, @Nullable List<@Nullable String> elements) throws MojoExecutionException {
        List<String> texts = new ArrayList<>();
        for (String element : elements == null ? List.<@Nullable String>of() : elements) {
            if (element == null || element.isBlank()) {
                throw new MojoExecutionException("Parameter " + parameter + ": an element is empty.");
            }
            texts.add(element.strip());
        }
        return texts;
    }

    private static String inWords(Exception e) {
        if (e instanceof UncheckedIOException && e.getCause() instanceof IOException cause && !(e instanceof NoRoomException)) {
            return inWords(cause);
        }
        return e instanceof FileSystemException file ? "Bowline cannot read or write a file: " + reason(file) + "."
                : (e instanceof NoRoomException ? "Bowline is out of memory: " : "Bowline: ") + e.getMessage();
    }

    private static String reason(FileSystemException e) {
        String what = e.getReason();
        if (what == null) {
            what = e instanceof NoSuchFileException ? "it does not exist"
                    : e instanceof AccessDeniedException ? "permission denied"
                            : e instanceof NotDirectoryException ? "it is there and is not a directory"
                                    : e instanceof FileAlreadyExistsException ? "it is there already"
                                            : e instanceof DirectoryNotEmptyException ? "the directory is not empty"
                                                    : "the system refuses it, and does not say why";
        }
        return e.getFile() + ": " + what;
    }
}
