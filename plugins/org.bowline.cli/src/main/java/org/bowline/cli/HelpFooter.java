/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import picocli.CommandLine.Help;

/**
 * What stands below the options of a help. Lines break at spaces only, and an example that is too long for one goes on behind a backslash, so that what is
 * pasted from there runs: picocli also breaks after a full stop or a colon, within the name of a file or an event.
 */
final class HelpFooter {
    private static final String EXAMPLE = "  bowline ";
    private static final String GAP = "  ";
    private static final String MORE = " \\";
    private static final String NEXT = "      ";

    private HelpFooter() {}

    /** The section, for picocli. */
    static String render(Help help) {
        int width = help.commandSpec().usageMessage().width();
        StringBuilder text = new StringBuilder();
        for (String line : help.commandSpec().usageMessage().footer()) {
            append(text, help.colorScheme().text(String.format(line)).plainString(), width);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String line, int width) {
        boolean example = line.startsWith(EXAMPLE) && !line.substring(EXAMPLE.length()).contains(GAP); // behind a gap stands what it is for
        String rest = line;
        while (rest.length() > width) {
            int most = example ? width - MORE.length() : width;
            int indent = rest.length() - rest.stripLeading().length();
            int space = rest.lastIndexOf(' ', most);
            if (space < indent) {
                space = rest.indexOf(' ', Math.max(indent, most)); // a word that is longer than a line has one of its own
            }
            if (space < 0) {
                break;
            }
            text.append(rest.substring(0, space).stripTrailing()).append(example ? MORE : "").append(System.lineSeparator());
            rest = (example ? NEXT : "") + rest.substring(space).stripLeading();
        }
        text.append(rest).append(System.lineSeparator());
    }
}
