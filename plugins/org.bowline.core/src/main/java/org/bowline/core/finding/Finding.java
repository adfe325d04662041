/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;

/**
 * Something that a rule found.
 *
 * @param rule id of the rule
 * @param severity how much it matters
 * @param subject whom it is about, by names that stay the same from run to run (no thread ids): with the rule's id it tells a finding of one
 *            run in another
 * @param summary one sentence with numbers and units
 * @param why why it matters
 * @param advice what to try
 * @param evidence what to look at, most telling first; at most {@link #MOST_EVIDENCE}
 * @param evidenceLeftOut how much more there was
 * @param score for the order among findings of one severity, larger first: about the share of the time that it costs
 * @param won by which share of the range the work would be shorter at most without what it tells of, as the summary says it; 0 if that is not told
 * @param estimate whether the figures are estimates or lower bounds
 * @param caveats what it rests on that is not known
 * @param failed whether the rule failed, so that nothing is known of what it looks for
 * @param awaited of a finding that tells a wait, and not why it lasts: who is waited for; null of others
 * @param also which findings of other rules it tells in its own words, with their figures
 */
public record Finding(String rule, Severity severity, String subject, String summary, String why, String advice, List<Evidence> evidence,
        long evidenceLeftOut, double score, double won, boolean estimate, List<Caveat> caveats, boolean failed, @Nullable Awaited awaited,
        List<Told> also) {
    /** How many pieces of evidence a finding keeps. */
    public static final int MOST_EVIDENCE = 12;

    /**
     * Who is waited for.
     *
     * @param waiter who waits
     * @param vertices a device, or a thread and those that are one vertex with it
     * @param isDevice whether it is one, which others may use for themselves
     * @param least what costs a smaller share of the range does not tell why they keep others waiting
     */
    public record Awaited(int waiter, List<Integer> vertices, boolean isDevice, double least) {
        /** Copies the list. */
        public Awaited {
            vertices = List.copyOf(vertices);
        }
    }

    /**
     * What another rule says, which this finding says, too.
     *
     * @param rule its id
     * @param subject whom that finding is about
     * @param evidence what that finding gives as evidence, and no other one of the same rule: two may have one subject, as those of two processes of one program
     */
    public record Told(String rule, String subject, Evidence evidence) {}

    /** Copies the lists. */
    public Finding {
        evidence = List.copyOf(evidence);
        also = List.copyOf(also);
        caveats = List.copyOf(caveats);
        if (summary.isBlank() || evidence.size() > MOST_EVIDENCE || !Double.isFinite(score)) {
            throw new IllegalArgumentException("finding of rule " + rule + ": needs a summary, a finite score, and at most " + MOST_EVIDENCE
                    + " pieces of evidence (it has " + evidence.size() + ")");
        }
    }

    /** Begins a finding of a rule, with the rule's own words on why and what to try. */
    public static Builder of(RuleInfo rule, Severity severity, double score) {
        return new Builder(rule, severity, score);
    }

    /** Collects a finding. */
    public static final class Builder {
        private final RuleInfo rule;
        private final Severity severity;
        private final double score;
        private String subject = "";
        private String summary = "";
        private String advice;
        private final List<Evidence> evidence = new ArrayList<>();
        private long leftOut;
        private double won;
        private boolean estimate;
        private List<Caveat> caveats = List.of();
        private @Nullable Awaited awaited;
        private final List<Told> also = new ArrayList<>();

        private Builder(RuleInfo rule, Severity severity, double score) {
            this.rule = rule;
            this.severity = severity;
            this.score = score;
            advice = rule.advice();
        }

        /** Whom it is about; see {@link Finding#subject}. */
        public Builder subject(String text) {
            subject = text;
            return this;
        }

        /** One sentence. */
        public Builder summary(String text) {
            summary = text;
            return this;
        }

        /** What to try, where the rule's own advice is too general. */
        public Builder advice(String text) {
            advice = text;
            return this;
        }

        /** Adds evidence, the most telling first; what is too much is counted. */
        public Builder evidence(Evidence one) {
            if (evidence.size() < MOST_EVIDENCE) {
                evidence.add(one);
            } else {
                leftOut++;
            }
            return this;
        }

        /** By which share of the range the work would be shorter at most, see {@link Finding#won}. */
        public Builder wins(double share) {
            won = share;
            return this;
        }

        /** The figures are estimates or lower bounds. */
        public Builder estimate() {
            estimate = true;
            return this;
        }

        /** Caveats that the finding rests on; with any that is more than a note, its figures are estimates. */
        public Builder restsOn(List<Caveat> doubts) {
            caveats = doubts;
            estimate |= !doubts.isEmpty();
            return this;
        }

        /** It tells a wait; whatever tells why the one that is waited for keeps others waiting is the better answer. */
        public Builder awaits(Awaited who) {
            awaited = who;
            return this;
        }

        /** It says all that a finding of another rule says, which need not be told beside it. See {@link Told}. */
        public Builder tells(String otherRule, String otherSubject, Evidence otherEvidence) {
            also.add(new Told(otherRule, otherSubject, otherEvidence));
            return this;
        }

        /** The finding. */
        public Finding build() {
            return new Finding(rule.id(), severity, subject, summary, rule.why(), advice, evidence, leftOut, score, won, estimate, caveats,
                    false, awaited, also);
        }
    }
}
