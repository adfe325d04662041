/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The thread whose critical path is wanted. */
final class ThreadOption {
    @Option(names = "--thread", paramLabel = "HOST:TID|NAME", converter = Converter.class,
            description = "Critical path of this thread: HOST:TID, HOST:NAME, or TID or NAME alone where only one thread in the "
                    + "range has it.")
    @Nullable ThreadArgument thread;

    /** For picocli. */
    static final class Converter implements ITypeConverter<ThreadArgument> {
        @Override
        public ThreadArgument convert(String value) {
            return new ThreadArgument(value);
        }
    }
}
