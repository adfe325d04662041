/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

import org.bowline.core.files.FileFailure;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** The world of a command: its streams, its progress, and what has to be tidied up after it, however it ends. */
final class Shell implements AutoCloseable {
    private final Output out;
    private final PrintWriter error;
    private final Terminal terminal;
    private final ConsoleProgress progress;
    private final Deque<AutoCloseable> temporaries = new ArrayDeque<>();
    private volatile boolean debug;

    Shell(OutputStream out, OutputStream error, Terminal terminal) {
        this.out = new Output(out);
        this.error = new PrintWriter(new OutputStreamWriter(error, StandardCharsets.UTF_8), true);
        this.terminal = terminal;
        progress = new ConsoleProgress(this.error, terminal.error() ? ConsoleProgress.Style.BAR : ConsoleProgress.Style.NONE);
    }

    /** The streams of this process. */
    static Shell ofProcess() {
        return new Shell(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err),
                Terminal.ofProcess(System.getenv()));
    }

    Output out() {
        return out;
    }

    /** A text on the standard output. */
    TextPage page() {
        return new TextPage(out, terminal.width(), terminal.colour());
    }

    PrintWriter error() {
        return error;
    }

    Terminal terminal() {
        return terminal;
    }

    ConsoleProgress progress() {
        return progress;
    }

    void setDebug(boolean debug) {
        this.debug = debug;
    }

    /** One line on the standard error. */
    void complain(String message) {
        progress.clear();
        error.println("bowline: " + TextTable.printable(message.strip().replaceAll("\\s*\\R\\s*", " ")));
    }

    /** One line on the standard error, with the stack trace if asked for. */
    void complain(String message, Throwable cause) {
        complain(message);
        if (debug) {
            cause.printStackTrace(error);
            error.flush();
        }
    }

    /** Has something closed at the end, also when the user stops the command. Closing it twice must do no harm. */
    <T extends AutoCloseable> T tidy(T temporary) {
        synchronized (temporaries) {
            temporaries.push(temporary);
        }
        return temporary;
    }

    /** Tidies up, last things first; never fails, since there may be a failure to report already. */
    @Override
    public void close() {
        progress.clear();
        while (true) {
            AutoCloseable temporary;
            synchronized (temporaries) {
                temporary = temporaries.poll();
            }
            if (temporary == null) {
                return;
            }
            try {
                temporary.close();
            } catch (IOException e) {
                complain("cannot tidy up: " + e.getMessage() + ": " + FileFailure.reason(e) + ". Remove it by hand.", e);
            } catch (Exception e) {
                complain("cannot tidy up: " + e, e);
            }
        }
    }
}
