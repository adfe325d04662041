/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

import org.bowline.core.column.NoRoomException;
import org.bowline.core.files.FileFailure;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.EditDistance;
import org.bowline.core.model.Words;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.ctf.TraceReadException;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.table.Format;
import org.bowline.runs.UnreadableRunException;
import org.bowline.runs.plan.PlanException;

/** Runs a command line in a {@link Shell} and turns whatever happens into one line for the user and an exit code. */
final class Bowline {
    private static final int WIDEST_HELP = 120;
    private static final int NARROWEST_HELP = 72;
    /** Those that are not an analysis, before and after these in the help. */
    private static final List<String> FIRST = List.of("info", "analyze");
    private static final List<String> LAST = List.of("compare", "sweep", "ui", "completion");

    /** What picocli says of a value that is none of an enumeration. */
    private static final Pattern CHOICE = Pattern.compile("expected one of \\[([^\\]]*)\\] \\(case-insensitive\\) but was '(.*)'$",
            Pattern.DOTALL);
    /** What it says of a value that is no number. */
    private static final Pattern NUMBER = Pattern.compile(" is not an? (int|long)$");

    private Bowline() {}

    /** Runs it; tidies up; the exit code. */
    static int run(Shell shell, String... arguments) {
        try (shell) {
            int code = run(commandLine(shell, arguments), arguments);
            shell.progress().clear();
            shell.out().flush();
            return code;
        } catch (IOException | RuntimeException | Error e) {
            return fail(shell, e);
        }
    }

    private static int run(CommandLine line, String... arguments) {
        String unknown = unknownCommand(line, arguments);
        if (unknown != null) {
            return line.execute(unknown);
        }
        if (arguments.length == 0 || arguments.length > 2 || !arguments[0].equals("help")) {
            return line.execute(arguments);
        }
        if (arguments.length == 1) {
            return line.execute("--help"); // people try "help" and "help analyze"
        }
        return line.getSubcommands().containsKey(arguments[1]) ? line.execute(arguments[1], "--help") : line.execute(arguments[1]);
    }

    /** The word that should be a command and is none, whatever else is asked for: of one that is not there is no help, either. Null if there is no such word, or an option before it is not known. */
    private static @Nullable String unknownCommand(CommandLine line, String... arguments) {
        for (String word : arguments) {
            if (!word.startsWith("-")) {
                return word.startsWith("@") || word.equals("help") || commands().contains(word) ? null : word;
            }
            if (!line.getCommandSpec().optionsMap().containsKey(word)) {
                return null;
            }
        }
        return null;
    }

    /** All commands with their options. */
    static CommandLine commandLine(Shell shell) {
        return commandLine(shell, commands());
    }

    /**
     * What is needed to run a command line: if it begins with the name of a command, only that one. Building all of them takes longer than
     * reading a small trace.
     */
    private static CommandLine commandLine(Shell shell, String... arguments) {
        List<String> all = commands();
        return commandLine(shell, arguments.length > 0 && all.contains(arguments[0]) ? List.of(arguments[0]) : all);
    }

    /** In the order of the help. */
    static List<String> commands() {
        List<String> commands = new ArrayList<>(FIRST);
        Descriptors.installed().all().forEach(one -> commands.add(one.info().name()));
        commands.addAll(LAST);
        return commands;
    }

    private static CommandLine commandLine(Shell shell, List<String> commands) {
        boolean all = commands.size() > 1;
        CommandLine line = new CommandLine(all ? new RootCommand(shell) : CommandSpec.create().name("bowline"));
        for (String command : commands) {
            line.addSubcommand(command(command, shell));
        }
        line.setOut(new PrintWriter(shell.out()));
        line.setErr(shell.error());
        line.setColorScheme(Help.defaultColorScheme(shell.terminal().colour() ? Ansi.ON : Ansi.OFF));
        line.setUsageHelpWidth(Math.max(NARROWEST_HELP, Math.min(WIDEST_HELP, shell.terminal().width())));
        line.setUsageHelpLongOptionsMaxWidth(28);
        Map<String, IHelpSectionRenderer> sections = new HashMap<>(line.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpFooter::render);
        line.setHelpSectionMap(sections);
        line.registerConverter(Format.class, Bowline::format);
        line.registerConverter(Severity.class, Bowline::severity);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((e, args) -> usage(shell, e));
        line.setExecutionExceptionHandler((e, command, parsed) -> fail(shell, e));
        return line;
    }

    private static Object command(String name, Shell shell) {
        return switch (name) {
            case "info" -> new InfoCommand(shell);
            case "analyze" -> new AnalyzeCommand(shell).spec();
            case "compare" -> new CompareCommand(shell);
            case "sweep" -> new SweepCommand(shell);
            case "ui" -> new UiCommand(shell);
            case "completion" -> new CompletionCommand(shell);
            default -> {
                Descriptor descriptor = Objects.requireNonNull(Descriptors.installed().of(name), name);
                yield (name.equals("findings") ? new FindingsCommand(descriptor, shell) : new AnalysisCommand(descriptor, shell)).spec();
            }
        };
    }

    private static Format format(String text) {
        for (Format format : Format.values()) {
            if (format.extension().equals(text)) {
                return format;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a format; write csv or json");
    }

    private static Severity severity(String text) {
        for (Severity severity : Severity.values()) {
            if (severity.label().equals(text)) {
                return severity;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a severity; write info, warning or critical");
    }

    private static int usage(Shell shell, ParameterException e) {
        StringBuilder text = new StringBuilder(sentence(plain(e.getMessage())));
        UnmatchedArgumentException unmatched = e instanceof UnmatchedArgumentException other ? other : null;
        String word = unmatched == null ? "-" : unmatched.getUnmatched().get(0);
        List<String> alike = unmatched == null ? List.of() : unmatched.getSuggestions();
        if (!word.startsWith("-") && e.getCommandLine().getParent() == null) {
            Set<String> commands = e.getCommandLine().getSubcommands().keySet();
            alike = EditDistance.meant(word, commands);
            text = new StringBuilder("there is no command '" + word + "'"
                    + (alike.isEmpty() ? "; the commands are " + String.join(", ", commands) : "") + '.');
        } else if (!word.startsWith("-")) {
            text = new StringBuilder("'" + word + "' is one argument too many.");
        }
        if (!alike.isEmpty()) {
            text.append(" Did you mean ").append(Words.list(alike, "or")).append('?');
        }
        shell.complain(text + " Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.", e);
        return ExitCode.USAGE;
    }

    /** What picocli says of a value, in the words of our own messages: values as they are written, and no types of Java. */
    private static @Nullable String plain(@Nullable String message) {
        if (message == null) {
            return null;
        }
        Matcher choice = CHOICE.matcher(message);
        if (choice.find()) {
            List<String> words = List.of(choice.group(1).toLowerCase(Locale.ROOT).split(", "));
            return choice.replaceFirst(Matcher.quoteReplacement("'" + choice.group(2) + "' is not " + Words.list(words, "or")));
        }
        return NUMBER.matcher(message).replaceFirst(" is not a whole number");
    }

    /** Tells the user once, by the first cause that means something to them. */
    private static int fail(Shell shell, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof Output.OutputException output) {
                if (output.isBrokenPipe()) {
                    return ExitCode.BROKEN_PIPE;
                }
                shell.complain("cannot write to the standard output: " + FileFailure.reason(output) + ".", thrown);
                return ExitCode.OUTPUT;
            }
            if (cause instanceof CancelledException) {
                shell.complain("cancelled", thrown);
                return ExitCode.CANCELLED;
            }
            if (cause instanceof Failure failure) {
                shell.complain(sentence(failure.getMessage()), thrown);
                return failure.exitCode();
            }
            if (cause instanceof TraceReadException || cause instanceof UnreadableRunException
                    || cause instanceof RangeTooLongException || cause instanceof PlanException) {
                shell.complain(sentence(cause.getMessage()), thrown);
                return ExitCode.UNREADABLE;
            }
            if (cause instanceof FileSystemException file && file.getFile() != null) {
                shell.complain("cannot use " + file.getFile() + ": " + FileFailure.reason(file) + ". Check the path and its permissions.",
                        thrown);
                return ExitCode.UNREADABLE;
            }
            if (cause instanceof NoRoomException) {
                shell.complain("out of memory: " + cause.getMessage(), thrown);
                return ExitCode.OUT_OF_MEMORY;
            }
            if (cause instanceof OutOfMemoryError) {
                shell.complain("out of memory: this needs more than the heap of " + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB. Give it more (BOWLINE_JAVA_OPTS=-Xmx16g bowline ...) or fewer traces.", thrown);
                return ExitCode.OUT_OF_MEMORY;
            }
        }
        if (shell.progress().isCancelled()) {
            shell.complain("cancelled", thrown); // whatever broke, broke because of that
            return ExitCode.CANCELLED;
        }
        shell.complain("internal error: " + thrown + ". This is a fault of Bowline; run it again with --debug and report what it prints.",
                thrown);
        return ExitCode.INTERNAL;
    }

    /** What went wrong, as a sentence after "bowline: ". */
    private static String sentence(@Nullable String message) {
        if (message == null || message.isBlank()) {
            return "the reason is not known; --debug prints where it failed.";
        }
        String text = message.strip();
        boolean word = text.length() > 1 && Character.isUpperCase(text.charAt(0)) && Character.isLowerCase(text.charAt(1));
        text = word ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
        return text.endsWith(".") || text.endsWith("?") || text.endsWith("!") ? text : text + '.';
    }
}
