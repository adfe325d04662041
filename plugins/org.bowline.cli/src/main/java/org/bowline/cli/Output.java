/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** The standard output as UTF-8 text. Unlike {@link java.io.PrintStream} it does not go on when nobody reads any more. */
final class Output extends Writer {
    /** The standard output cannot be written. */
    static final class OutputException extends IOException {
        private static final long serialVersionUID = 1L;

        OutputException(IOException cause) {
            super(cause.getMessage(), cause);
        }

        /** Whether the reader closed its end of the pipe, which is no error: {@code bowline … | head}. */
        boolean isBrokenPipe() {
            String message = getMessage();
            return message != null && (message.contains("Broken pipe") || message.contains("Connection reset"));
        }
    }

    private final Writer out;

    Output(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 14);
    }

    /** A line. */
    void line(String text) throws IOException {
        write(text);
        write("\n");
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
        try {
            out.write(buffer, offset, length);
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
