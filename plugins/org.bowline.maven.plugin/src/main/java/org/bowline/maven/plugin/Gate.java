/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

import org.bowline.core.column.NoRoomException;
import org.bowline.core.timeline.RangeTooLongException;

/** What becomes of verdicts: a JUnit XML file for CI systems, lines of the log, and a build that fails or not. */
final class Gate {
    private static final int MOST_IN_MESSAGE = 5;

    private final File junitFile;
    private final Log log;

    Gate(File junitFile, Log log) {
        this.junitFile = junitFile;
        this.log = log;
    }

    /** Judges. */
    interface Judge {
        /** One verdict for each check. */
        List<Verdict> judge() throws MojoExecutionException, IOException;
    }

    /**
     * Judges, and tells everybody.
     *
     * @throws MojoFailureException if anything is beyond its limit, or could not be looked at
     */
    void run(Judge judge) throws MojoExecutionException, MojoFailureException, IOException {
        long start = System.nanoTime();
        try {
            List<Verdict> verdicts = judge.judge();
            write(verdicts, start);
            tell(verdicts);
        } catch (MojoExecutionException | IOException | RuntimeException | Error e) {
            // the CI system shall show that nothing was checked, and why
            try {
                write(List.of(Verdict.error("check", "", message(e))), start);
            } catch (IOException | RuntimeException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private static String message(Throwable thrown) {
        if (thrown instanceof UncheckedIOException && thrown.getCause() instanceof IOException cause
                && !(thrown instanceof NoRoomException)) {
            return message(cause);
        }
        boolean told = thrown instanceof MojoExecutionException || thrown instanceof IOException || thrown instanceof NoRoomException
                || thrown instanceof RangeTooLongException;
        return told && thrown.getMessage() != null ? thrown.getMessage() : thrown.toString();
    }

    private void write(List<Verdict> verdicts, long start) throws IOException {
        try {
            JunitXml.write(junitFile.toPath(), verdicts, System.nanoTime() - start);
        } catch (IOException e) {
            throw WorkMojo.unwritable(junitFile, e);
        }
    }

    private void tell(List<Verdict> verdicts) throws MojoFailureException {
        List<String> bad = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            switch (verdict.state()) {
                case PASSED -> log.info("passed  " + verdict.line());
                case SKIPPED -> log.warn("SKIPPED " + verdict.line());
                case FAILED -> {
                    log.error("FAILED  " + verdict.line());
                    bad.add(verdict.line());
                }
                case ERROR -> {
                    log.error("ERROR   " + verdict.line());
                    bad.add(verdict.line());
                }
            }
        }
        if (!bad.isEmpty()) {
            throw new MojoFailureException(bad.size() + " of " + verdicts.size() + " Bowline checks failed: "
                    + String.join(" | ", bad.subList(0, Math.min(MOST_IN_MESSAGE, bad.size())))
                    + (bad.size() > MOST_IN_MESSAGE ? " | ..." : "") + " (" + junitFile + ')');
        }
        long skipped = verdicts.stream().filter(verdict -> verdict.state() == Verdict.State.SKIPPED).count();
        log.info(verdicts.size() - skipped + " Bowline checks passed" + (skipped == 0 ? "." : ", " + skipped + " skipped."));
    }
}
