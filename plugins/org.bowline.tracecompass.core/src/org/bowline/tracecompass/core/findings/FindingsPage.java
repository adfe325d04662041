/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.findings;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.RecordedFacts;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.order.Bisection;
import org.bowline.core.trace.Recorded;
import org.bowline.report.analyses.FindingText;
import org.bowline.report.rows.FindingRow;
import org.bowline.report.rows.FindingRows;

/**
 * Findings as a text to read, with links: in the words of the command line, and what was looked for and what was not recorded. Immutable. Pieces are in
 * the order of the text and do not overlap.
 *
 * @param text all of it, lines separated by {@code \n}
 * @param pieces the parts that look otherwise than plain text, or lead somewhere
 */
public record FindingsPage(String text, List<Piece> pieces) {
    /** Of a finding so many pieces of evidence are shown until a person wants to see all. */
    static final int FEW = 3;
    /** What a line of evidence begins with. */
    public static final String BULLET = "    \u2022 ";

    /** What a piece looks like. */
    public enum Style {
        /** The number, severity and title of a critical finding. */
        CRITICAL,
        /** Those of a warning. */
        WARNING,
        /** Those of a finding that is good to know. */
        INFO,
        /** A heading, or what a finding says. */
        STRONG,
        /** What leads into a line, or is less important. */
        FAINT,
        /** A command. */
        CODE,
        /** A link. */
        LINK
    }

    /** What happens when a person follows a link. */
    public sealed interface Link permits Go, Unfold {}

    /**
     * All views go there.
     *
     * @param place where
     */
    public record Go(Place place) implements Link {}

    /**
     * The page shows more.
     *
     * @param part the number of the finding of which all evidence is wanted, from 1; 0 for the rules that found nothing
     */
    public record Unfold(int part) implements Link {}

    /**
     * A part of the text.
     *
     * @param begin its first character
     * @param end after its last one
     * @param style its look
     * @param link where it leads; null if nowhere
     */
    public record Piece(int begin, int end, Style style, @Nullable Link link) {}

    /** Copies the list. */
    public FindingsPage {
        pieces = List.copyOf(pieces);
    }

    /**
     * The page of an answer.
     *
     * @param unfolded of which parts all is wanted, see {@link Unfold}
     * @param time writes a time as the other views do, ns since the epoch
     */
    public static FindingsPage of(FindingsAnswer answer, Set<Integer> unfolded, LongFunction<String> time) {
        Writer writer = new Writer(answer, unfolded, time);
        writer.page();
        return new FindingsPage(writer.text.toString(), writer.pieces);
    }

    /** Where a click on a character leads; null if nowhere. O(log pieces). */
    public @Nullable Link linkAt(int offset) {
        int piece = Bisection.first(0, pieces.size(), i -> pieces.get(i).end() > offset);
        return piece < pieces.size() && pieces.get(piece).begin() <= offset ? pieces.get(piece).link() : null;
    }

    /** The links, in the order of the text. */
    public List<Piece> links() {
        return pieces.stream().filter(piece -> piece.link() != null).toList();
    }

    private static final class Writer {
        private final FindingsAnswer answer;
        private final Set<Integer> unfolded;
        private final LongFunction<String> time;
        private final List<RuleInfo> infos;
        private final StringBuilder text = new StringBuilder();
        private final List<Piece> pieces = new ArrayList<>();

        Writer(FindingsAnswer answer, Set<Integer> unfolded, LongFunction<String> time) {
            this.answer = answer;
            this.unfolded = unfolded;
            this.time = time;
            infos = answer.analysis().question().get(RuleSet.PARAMETER).infos();
        }

        void page() {
            Findings findings = answer.findings();
            add(findings.findings().isEmpty() ? Messages.none : FindingText.title(findings), Style.STRONG);
            line();
            add(MessageFormat.format(Messages.of, answer.analysis().range().sentence()), Style.FAINT);
            line();
            FindingRows.of(findings).forEach(this::finding);
            line();
            rules(findings);
        }

        private void finding(FindingRow row) {
            Finding finding = row.finding();
            line();
            add(FindingText.heading(row, infos), switch (finding.severity()) {
                case CRITICAL -> Style.CRITICAL;
                case WARNING -> Style.WARNING;
                case INFO -> Style.INFO;
            });
            line();
            add(finding.summary(), Style.STRONG);
            line();
            labelled(Messages.why, finding.why());
            labelled(Messages.tryThis, finding.advice());
            next(finding);
            boolean all = unfolded.contains(row.number());
            int shown = all ? finding.evidence().size() : Math.min(FEW, finding.evidence().size());
            for (Evidence evidence : finding.evidence().subList(0, shown)) {
                text.append(BULLET);
                Place place = Place.of(answer.analysis(), evidence);
                link(words(row, evidence), place == null ? null : new Go(place));
                line();
            }
            long left = finding.evidence().size() - shown + finding.evidenceLeftOut();
            if (left > 0) {
                text.append(BULLET);
                link(MessageFormat.format(Messages.more, left), all ? null : new Unfold(row.number()));
                line();
            }
            if (finding.estimate()) {
                add(FindingRows.estimate(finding), Style.FAINT);
                line();
            }
        }

        private String words(FindingRow row, Evidence evidence) {
            if (evidence instanceof Evidence.Range range) {
                String words = MessageFormat.format(Messages.range, time.apply(range.fromNanos()), time.apply(range.toNanos()));
                return range.note().isEmpty() ? words : words + " (" + range.note() + ')';
            }
            return FindingText.evidence(FindingRows.row(answer.analysis().timeline(), row, evidence));
        }

        private void next(Finding finding) {
            Place place = Place.next(answer.analysis(), finding);
            NextStep.Kind kind = NextStep.kind(answer.analysis(), finding);
            if (kind == NextStep.Kind.FINDINGS) {
                return; // they are seen already
            }
            add(Messages.next, Style.FAINT);
            if (place == null) {
                add(NextStep.after(answer.analysis(), finding), Style.CODE);
            } else {
                link(place.view() == Place.View.CLOCKS ? Messages.clocks
                        : MessageFormat.format(Messages.pathOf, answer.analysis().phrase(place.thread())), new Go(place));
            }
            line();
        }

        /** What was looked for in vain; if nothing was found at all, that is the answer. */
        private void rules(Findings findings) {
            int quiet = (int) findings.rules().stream().filter(status -> status.state() != Findings.State.FIRED).count();
            if (!findings.findings().isEmpty() && quiet > 0 && !unfolded.contains(0)) {
                link(quiet == 1 ? Messages.quietOne : MessageFormat.format(Messages.quietMany, quiet), new Unfold(0));
                line();
                return;
            }
            rules(findings, Findings.State.QUIET, Messages.quiet);
            rules(findings, Findings.State.NOT_APPLICABLE, Messages.notLooked);
            rules(findings, Findings.State.OFF, Messages.off);
            rules(findings, Findings.State.FAILED, Messages.failed);
            recorded();
        }

        private void rules(Findings findings, Findings.State state, String heading) {
            List<Findings.Status> those = findings.rules().stream().filter(status -> status.state() == state).toList();
            if (!those.isEmpty()) {
                add(heading, Style.STRONG);
                line();
                for (Findings.Status status : those) {
                    text.append(BULLET).append(MessageFormat.format(Messages.ruleLine, FindingText.title(status.rule(), infos),
                            status.reason()));
                    line();
                }
            }
        }

        private void recorded() {
            if (answer.recorded().isEmpty()) {
                text.append(Messages.unknownRecorded);
                line();
            }
            for (int host = 0; host < answer.recorded().size(); host++) {
                String missing = missing(answer.recorded().get(host));
                if (!missing.isEmpty()) {
                    text.append(MessageFormat.format(Messages.notRecorded, answer.analysis().timeline().hostName(host), missing));
                    line();
                }
            }
        }

        private static String missing(Recorded recorded) {
            if (!recorded.kernel()) {
                return Messages.kernel;
            }
            Set<RecordedFacts.Sort> missing = EnumSet.allOf(RecordedFacts.Sort.class);
            missing.removeAll(recorded.facts());
            if (recorded.facts().contains(RecordedFacts.Sort.WAKINGS)) {
                missing.remove(RecordedFacts.Sort.WAKE_UPS); // wakings tell all of it, and more
            }
            Set<RecordedFacts.Sort> parts = EnumSet.of(RecordedFacts.Sort.DEVICE_INTERRUPTS, RecordedFacts.Sort.SOFT_INTERRUPTS);
            if (missing.containsAll(parts)) {
                missing.removeAll(parts); // they are all interrupts
            } else if (!Collections.disjoint(missing, parts)) {
                missing.remove(RecordedFacts.Sort.INTERRUPTS); // those of one kind are there
            }
            return missing.stream().map(FindingsPage::called).collect(Collectors.joining(", "));
        }

        private void labelled(String label, String words) {
            add(label, Style.FAINT);
            text.append(words);
            line();
        }

        private void link(String words, @Nullable Link link) {
            if (link == null) {
                text.append(flat(words));
            } else {
                add(words, Style.LINK, link);
            }
        }

        private void add(String words, Style style) {
            add(words, style, null);
        }

        private void add(String words, Style style, @Nullable Link link) {
            int begin = text.length();
            text.append(flat(words));
            pieces.add(new Piece(begin, text.length(), style, link));
        }

        private void line() {
            text.append('\n');
        }

        /** A name in a damaged trace may have anything in it; a link is one line. */
        private static String flat(String words) {
            return words.replaceAll("\\s*\\R\\s*", "; ");
        }
    }

    private static String called(RecordedFacts.Sort sort) {
        return switch (sort) {
            case SWITCHES -> Messages.sort_SWITCHES;
            case REASONS_TO_LEAVE -> Messages.sort_REASONS_TO_LEAVE;
            case WAKINGS -> Messages.sort_WAKINGS;
            case FORKS -> Messages.sort_FORKS;
            case WAKE_UPS -> Messages.sort_WAKE_UPS;
            case INTERRUPTS -> Messages.sort_INTERRUPTS;
            case DEVICE_INTERRUPTS -> Messages.sort_DEVICE_INTERRUPTS;
            case SOFT_INTERRUPTS -> Messages.sort_SOFT_INTERRUPTS;
            case TIMERS -> Messages.sort_TIMERS;
            case PACKETS_SENT -> Messages.sort_PACKETS_SENT;
            case PACKETS_RECEIVED -> Messages.sort_PACKETS_RECEIVED;
            case DISK_REQUESTS -> Messages.sort_DISK_REQUESTS;
            case STATE_AT_START -> Messages.sort_STATE_AT_START;
        };
    }
}
