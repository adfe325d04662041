/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.Setting;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.ctf.ReadCaveat;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.table.Report;

/** docs/reference says what the program does. */
class ReferencePagesTest {
    private static final Set<String> COMMON = Set.of("-h", "--help", "--debug", "--progress", "--no-progress");

    @Test
    void everyReportIsDescribedAsItDescribesItself() throws IOException {
        StringBuilder wanted = new StringBuilder();
        for (Report<?> report : Descriptors.installed().documented()) {
            wanted.append(ReferencePages.report(report));
        }
        same("docs/reference/csv.md", "## ", wanted.toString(), null);
    }

    @Test
    void everyAnalysisIsDescribedAsItDescribesItself() throws IOException {
        CommandLine line = Bowline.commandLine(new Shell(new ByteArrayOutputStream(), new ByteArrayOutputStream(), Terminal.NONE));
        StringBuilder wanted = new StringBuilder();
        for (Descriptor one : Descriptors.installed().all()) {
            wanted.append(ReferencePages.command(one, line.getSubcommands().get(one.info().name())));
        }
        same("docs/reference/cli.md", "## bowline sync", wanted.toString(), "## bowline compare");
    }

    /** The part of a page from a heading to another, or to its end, is made from the program. */
    private static void same(String name, String from, String wanted, @Nullable String to) throws IOException {
        String page = page(name);
        int begin = page.indexOf('\n' + from) + 1;
        int end = to == null ? page.length() : page.indexOf('\n' + to) + 1;
        if (page.substring(begin, end).strip().equals(wanted.strip())) {
            return;
        }
        String text = page.substring(0, begin) + wanted.stripTrailing() + (to == null ? "\n" : "\n\n" + page.substring(end));
        if (Boolean.getBoolean("bowline.update")) {
            Files.writeString(Checkout.root().resolve(name), text);
            return;
        }
        Path file = Files.writeString(Path.of("target", Path.of(name).getFileName().toString()), text);
        fail(name + " does not say what the program says; " + file.toAbsolutePath()
                + " does: read the difference, and run this test with -Dbowline.update=true.");
    }

    @Test
    void everyOptionIsDescribedAtItsCommand() throws IOException {
        String page = Files.readString(Checkout.root().resolve("docs/reference/cli.md"));
        String common = section(page, "## Common to all commands");
        for (String option : COMMON) {
            assertThat(common).contains('`' + option);
        }
        CommandLine line = Bowline.commandLine(new Shell(new ByteArrayOutputStream(), new ByteArrayOutputStream(), Terminal.NONE));
        for (Map.Entry<String, CommandLine> command : line.getSubcommands().entrySet()) {
            Set<String> actual = new TreeSet<>();
            for (OptionSpec option : command.getValue().getCommandSpec().options()) {
                actual.addAll(List.of(option.names()));
                if (option.negatable()) {
                    actual.add(option.longestName().replace("--", "--no-"));
                }
            }
            assertThat(actual).as(command.getKey()).containsAll(COMMON);
            actual.removeAll(COMMON);
            Set<String> documented = new TreeSet<>();
            Matcher matcher = Pattern.compile("`(--?[a-z][a-z-]*)").matcher(section(page, "## bowline " + command.getKey()).lines()
                    .filter(text -> text.startsWith("- ")).map(text -> text.contains(":") ? text.substring(0, text.indexOf(':')) : text)
                    .reduce("", (a, b) -> a + '\n' + b));
            while (matcher.find()) {
                documented.add(matcher.group(1));
            }
            assertThat(documented).as(command.getKey()).isEqualTo(actual);
        }
    }

    @Test
    void everyOptionThatIsSharedIsExplained() throws IOException {
        String common = section(Files.readString(Checkout.root().resolve("docs/reference/cli.md")), "## Common to all commands");
        for (String option : List.of("--host NAME=DIR", "--strict", "--spin begin=EVENT,end=EVENT,owner=FIELD", "--reference HOST",
                "--no-coarse", "--coarse-slope PERCENT", "--from TIME", "--to TIME",
                "--thread HOST:TID|NAME",
                "--process NAME", "--rule RULE.SETTING=VALUE", "--fail-on SEVERITY",
                "--interval begin=EVENT,end=EVENT,key=FIELD,label=FIELD", "--format csv|json", "--top N")) {
            assertThat(common).contains('`' + option + '`');
        }
    }

    @Test
    void everyExitCodeIsDescribed() throws IOException, IllegalAccessException {
        String codes = section(Files.readString(Checkout.root().resolve("docs/reference/cli.md")), "## Exit codes");
        for (java.lang.reflect.Field field : ExitCode.class.getDeclaredFields()) {
            if (field.getType() == int.class) {
                assertThat(codes).as(field.getName()).contains("| " + field.getInt(null) + " |");
            }
        }
    }

    @Test
    void everyKindOfCaveatIsDescribed() throws IOException {
        Map<String, Set<String>> documented = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (info|warning|error) \\|.*").matcher(page("docs/reference/caveats.md"));
        while (row.find()) {
            documented.computeIfAbsent(row.group(1), kind -> new TreeSet<>()).add(row.group(2));
        }
        Map<String, Set<String>> literal = new TreeMap<>();
        Pattern caveat = Pattern.compile("Severity\\.(INFO|WARNING|ERROR),\\s*(?:[\\w.()\"]+,\\s*)?\"([a-z-]+)\"");
        Path plugins = Checkout.root().resolve("plugins");
        try (Stream<Path> core = Files.walk(plugins.resolve("org.bowline.core/src/main"));
                Stream<Path> analyses = Files.walk(plugins.resolve("org.bowline.report/src/main/java/org/bowline/report/analyses"));
                Stream<Path> spark = Files.walk(plugins.resolve("org.bowline.spark/src/main"));
                Stream<Path> desktop = Files.walk(plugins.resolve("org.bowline.tracecompass.core/src"));
                Stream<Path> views = Files.walk(plugins.resolve("org.bowline.tracecompass.ui/src"))) {
            for (Path source : Stream.of(core, analyses, spark, desktop, views).flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".java")).toList()) {
                Matcher found = caveat.matcher(Files.readString(source));
                while (found.find()) {
                    literal.computeIfAbsent(found.group(2), kind -> new TreeSet<>()).add(found.group(1).toLowerCase(Locale.ROOT));
                }
            }
        }
        Set<String> actual = new TreeSet<>(literal.keySet());
        for (ReadCaveat.Kind kind : ReadCaveat.Kind.values()) {
            actual.add(kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        for (SyncCaveat.Kind kind : SyncCaveat.Kind.values()) {
            actual.add(kind.label());
        }
        assertThat(literal).hasSizeGreaterThan(20);
        assertThat(documented.keySet()).isEqualTo(actual);
        assertThat(documented).containsAllEntriesOf(literal);
    }

    @Test
    void everyRuleIsDescribedAsItDescribesItself() throws IOException {
        StringBuilder wanted = new StringBuilder();
        for (RuleInfo info : RuleSet.installed().infos()) {
            wanted.append("## ").append(info.id()).append("\n\n**").append(info.title()).append(".** ")
                    .append(paragraphs(info.definition()))
                    .append("\n\n- Needs: ").append(info.needs()).append(".\n- Why it matters: ").append(info.why())
                    .append("\n- What to try: ")
                    .append(info.advice())
                    .append(info.settings().isEmpty() ? "\n" : "\n\n| setting | default | meaning |\n|---|---|---|\n");
            for (Setting<?> setting : info.settings()) {
                wanted.append("| `").append(setting.name()).append("` | ").append(setting.standardText()).append(" | ")
                        .append(setting.meaning())
                        .append(" |\n");
            }
            wanted.append('\n');
        }
        String page = page("docs/reference/findings.md");
        String actual = page.substring(Math.max(0, page.indexOf("\n## ") + 1));
        if (!actual.strip().equals(wanted.toString().strip())) {
            Path file = Files.writeString(Path.of("target", "findings-rules.md"), wanted);
            fail("docs/reference/findings.md does not say what the rules say from its first '## ' on; " + file.toAbsolutePath()
                    + " does: put it there.");
        }
    }

    /** A line for the whole, and a list of what else there is to know. */
    private static String paragraphs(String definition) {
        int first = definition.indexOf('\n');
        return first < 0 ? definition : definition.substring(0, first) + "\n\n* " + definition.substring(first + 1).replace("\n", "\n* ");
    }

    private static String page(String name) throws IOException {
        return Files.readString(Checkout.root().resolve(name));
    }

    private static String section(String page, String heading) {
        int begin = page.indexOf(heading + '\n');
        assertThat(begin).as(heading).isNotNegative();
        int end = page.indexOf("\n## ", begin + heading.length());
        return page.substring(begin + heading.length(), end < 0 ? page.length() : end);
    }
}
