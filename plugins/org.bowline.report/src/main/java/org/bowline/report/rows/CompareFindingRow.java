/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * A finding of the rules in two sets of runs. What a rule finds in a run is not tested against chance.
 *
 * @param rule id of the rule
 * @param base what is known of it in the runs of BASE
 * @param fresh the same of NEW
 */
public record CompareFindingRow(String rule, Side base, Side fresh) {
    /**
     * A finding in the runs of a set.
     *
     * @param subject whom it is about, by names that stay the same from run to run; empty if no run has it
     * @param runs how many have it
     * @param unknown in how many the rule failed, so that nothing is known
     * @param severity the worst in any run, as written in reports; empty if no run has it
     * @param summary the sentences of the first run in which it is the worst; empty if no run has it
     */
    public record Side(String subject, int runs, int unknown, String severity, String summary) {
        /** Of a set of runs that do not have it, as far as is known. */
        public static Side none(int unknown) {
            return new Side("", 0, unknown, "", "");
        }

        /** Whether some run has it, or may have it. */
        public boolean isPossible() {
            return runs + unknown > 0;
        }
    }

    /** Whether runs of BASE have it, and none of NEW. */
    public boolean isGone() {
        return base.runs > 0 && !fresh.isPossible();
    }

    /** Whether runs of NEW have it, and none of BASE. */
    public boolean isNew() {
        return fresh.runs > 0 && !base.isPossible();
    }
}
