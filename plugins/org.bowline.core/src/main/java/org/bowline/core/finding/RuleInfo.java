/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a rule is, in words: for its page in the documentation, for {@code --all}, and for the findings that it makes.
 *
 * @param id stable, lower case with hyphens, unique among all rules
 * @param title a few words
 * @param needs what must be in the trace
 * @param definition when it fires: a line for the whole of it, and one for each thing more that a reader must know
 * @param why why that matters
 * @param advice what to try
 * @param settings its thresholds
 * @param measures whether it tells of the recording, but by what threads did in it, so that it rests on time that was lost as findings about the system do
 */
public record RuleInfo(String id, String title, String needs, String definition, String why, String advice, List<Setting<?>> settings,
        boolean measures) {
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /** Checks the id and copies the list. */
    public RuleInfo {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("'" + id + "' is not the id of a rule: an id has lower case letters, digits and hyphens");
        }
        settings = List.copyOf(settings);
        if (settings.stream().map(Setting::name).distinct().count() != settings.size()) {
            throw new IllegalArgumentException("rule " + id + " has two settings of one name");
        }
    }

    /** A rule that does not {@linkplain #measures measure} the recording, as nearly all. */
    public RuleInfo(String id, String title, String needs, String definition, String why, String advice, List<Setting<?>> settings) {
        this(id, title, needs, definition, why, advice, settings, false);
    }

    /** The same rule, which {@linkplain #measures measures} the recording. */
    public RuleInfo thatMeasures() {
        return new RuleInfo(id, title, needs, definition, why, advice, settings, true);
    }

    /** Whether it needs scheduling events, by what it says. */
    boolean needsScheduling() {
        return needs.contains("scheduling");
    }

    /** Whether programs themselves tell what it looks for, of locks or requests, so that it holds whatever the kernel's events lack. */
    boolean isToldByPrograms() {
        return !needsScheduling() && (needs.contains("profile locks") || needs.contains("profile requests"));
    }
}
