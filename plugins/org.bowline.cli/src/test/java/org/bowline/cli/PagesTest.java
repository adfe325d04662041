/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the pages for users say is so: every command in them runs, every output that they show is what comes out, every link leads somewhere.
 *
 * <p>A command is a line {@code ./bowline …} in a block of kind {@code sh}; the block of kind {@code text} after it shows its output. Of an
 * output lines may be left out, with "..." in their place; spaces do not count.
 */
class PagesTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#([^)]*))?\\)");
    /** Options whose files are the user's. */
    private static final Set<String> OWN_FILES = Set.of("-o", "--baseline", "--write-baseline");
    private static final String COMMAND = "./bowline ";
    /** A call of one of the two programs, up to where the shell ends it or hands on to another command. */
    private static final Pattern CALL = Pattern.compile("(?:^|[ /(])(bowline|bowline-record) ([a-z][a-z-]*)((?:(?! -- |[;|>&#`]).)*)");
    private static final Pattern OPTION = Pattern.compile(" (--[a-z][a-z-]*)");
    private static final Pattern INLINE = Pattern.compile("`([^`]+)`");

    @TempDir Path directory;

    private final Map<String, Captured> done = new HashMap<>();
    private final Map<String, String> helps = new HashMap<>();

    @Test
    void everyCommandRunsAndShowsWhatThePageShows() throws IOException {
        int commands = 0;
        List<String> wrong = new ArrayList<>();
        for (Path page : pages()) {
            String kind = "";
            String last = "";
            List<String> lines = Files.readAllLines(page);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (line.startsWith("```")) {
                    kind = kind.isEmpty() ? line.substring(3).strip() + ' ' : "";
                } else if (kind.equals("sh ") && line.startsWith(COMMAND)) {
                    last = line;
                    commands++;
                    Captured run = run(line);
                    if (run.code() != (line.contains("--fail-on") ? ExitCode.FINDINGS : ExitCode.FINE)) {
                        wrong.add(place(page, i) + ": " + line + "\n    " + run.error());
                    }
                } else if (kind.equals("text ") && !last.isEmpty() && !line.isBlank() && !line.strip().startsWith("...")
                        && !line.startsWith("  next: ./bowline ") // the launcher tells how it was called
                        && run(last).out().lines().noneMatch(out -> squeezed(out).equals(squeezed(line)))) {
                    wrong.add(place(page, i) + ": '" + line.strip() + "' is not in the output of\n    " + last);
                }
            }
        }
        assertThat(commands).isGreaterThan(10);
        if (!wrong.isEmpty()) {
            fail("Run the commands and correct the pages:\n" + String.join("\n", wrong));
        }
    }

    /** Also those that no test can run, as they need a recording of the user's, or record. */
    @Test
    void everyCommandAndOptionThatAPageNamesExists() throws IOException {
        String recorder = Files.readString(Checkout.root().resolve("lttng-profiles/bowline-record"));
        Set<String> commands = new HashSet<>(Bowline.commands());
        commands.add("help");
        List<String> wrong = new ArrayList<>();
        int named = 0;
        for (Path page : pages()) {
            if (page.endsWith("CHANGELOG.md") || page.getParent().endsWith("adr")) {
                continue; // they tell of what was
            }
            for (String code : code(page)) {
                Matcher call = CALL.matcher(code);
                while (call.find()) {
                    named++;
                    boolean record = call.group(1).equals("bowline-record");
                    String command = call.group(2);
                    boolean known = record ? recorder.contains("\nbowline-record " + command + ' ') : commands.contains(command);
                    String help = record ? recorder
                            : known ? helps.computeIfAbsent(command, name -> Captured.run(name, "--help").out()) : "";
                    Matcher option = OPTION.matcher(call.group(3));
                    while (known && option.find()) {
                        known = help.contains(option.group(1));
                    }
                    if (!known) {
                        wrong.add(place(page, -1) + ": " + call.group().strip());
                    }
                }
            }
        }
        assertThat(named).isGreaterThan(100);
        assertThat(wrong).isEmpty();
    }

    /** What is written as code: between backticks, in blocks, or indented. */
    private static List<String> code(Path page) throws IOException {
        List<String> all = new ArrayList<>();
        boolean block = false;
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("```")) {
                block = !block;
            } else if (block || line.startsWith("    ")) {
                all.add(line);
            } else {
                INLINE.matcher(line).results().forEach(span -> all.add(span.group(1)));
            }
        }
        return all;
    }

    @Test
    void everyExampleOfTheHelpRuns() {
        int examples = 0;
        for (String command : new String[] {"info", "analyze", "sync", "critical-path", "wait-for", "findings"}) {
            String help = Captured.run(command, "--help").out();
            for (String line : help.substring(help.indexOf("Examples:")).lines().toList()) {
                if (line.startsWith("  bowline ")) {
                    examples++;
                    Captured run = run("./" + line.strip());
                    assertThat(run.code()).as("%s: %s", line, run.error()).isEqualTo(ExitCode.FINE);
                }
            }
        }
        assertThat(examples).isGreaterThan(10);
    }

    @Test
    void everyLinkLeadsToAPageAndAHeading() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                Path target = page.resolveSibling(link.group(1)).normalize();
                if (!Files.exists(target)) {
                    wrong.add(place(page, -1) + ": " + link.group());
                } else if (link.group(2) != null && !headings(target).contains(link.group(2))) {
                    wrong.add(place(page, -1) + ": no such heading: " + link.group());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        String index = Files.readString(Checkout.root().resolve("docs/README.md"));
        for (Path page : pages()) {
            String name = Checkout.root().resolve("docs").relativize(page).toString();
            if (!name.startsWith("..") && !name.equals("README.md") && !name.startsWith("adr")) {
                assertThat(index).contains('(' + name);
            }
        }
    }

    /** Every command once: several pages may have the same. */
    private Captured run(String command) {
        return done.computeIfAbsent(command, line -> {
            String own = line.replaceFirst(" *(>|2>|\\|).*", "");
            List<String> words = new ArrayList<>(List.of(own.substring(COMMAND.length()).split(" +")));
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i).replace("'", "");
                if (word.startsWith("tests/")) {
                    word = Checkout.root().resolve(word).toString();
                } else if (word.startsWith("runs/") || (i > 0 && OWN_FILES.contains(words.get(i - 1)))) {
                    word = directory.resolve(word).toString();
                }
                words.set(i, word);
            }
            Captured run = Captured.run(words.toArray(String[]::new));
            return new Captured(run.code(), run.out().replace(directory + "/", ""), run.error());
        });
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String page : new String[] {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}) {
            pages.add(Checkout.root().resolve(page));
        }
        try (Stream<Path> below = Files.walk(Checkout.root().resolve("docs"))) {
            below.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    /** As links write them: lower case, hyphens for spaces, no other marks. */
    private static Set<String> headings(Path page) throws IOException {
        Set<String> headings = new HashSet<>();
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("#")) {
                headings.add(line.replaceFirst("#+ *", "").toLowerCase(java.util.Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'));
            }
        }
        return headings;
    }

    private static String squeezed(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    private static String place(Path page, int line) {
        return Checkout.root().relativize(page) + (line < 0 ? "" : ":" + (line + 1));
    }
}
