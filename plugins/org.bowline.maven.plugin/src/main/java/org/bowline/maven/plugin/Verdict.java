/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

/**
 * What became of one check.
 *
 * @param check which check, as its parameter
 * @param subject what was checked, without the limit: a name of a test case stays the same when limits change
 * @param state passed, failed, skipped, or could not look
 * @param message what was seen, and of a failure why it fails and what to do
 */
record Verdict(String check, String subject, State state, String message) {
    /** What became of a check. */
    enum State {
        /** Within the limit. */
        PASSED,
        /** Beyond the limit. */
        FAILED,
        /** It could not look, as what the recording is meant to be cannot tell; said, and no failure. */
        SKIPPED,
        /** It could not look, which fails the build as well. */
        ERROR
    }

    static Verdict passed(String check, String subject, String message) {
        return new Verdict(check, subject, State.PASSED, message);
    }

    static Verdict failed(String check, String subject, String message) {
        return new Verdict(check, subject, State.FAILED, message);
    }

    static Verdict skipped(String check, String subject, String message) {
        return new Verdict(check, subject, State.SKIPPED, message);
    }

    static Verdict error(String check, String subject, String message) {
        return new Verdict(check, subject, State.ERROR, message);
    }

    /** As a line of a log. */
    String line() {
        return check + (subject.isEmpty() ? "" : ' ' + subject) + ": " + message;
    }
}
