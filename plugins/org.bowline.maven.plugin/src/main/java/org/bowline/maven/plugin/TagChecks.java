/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.PlainText;
import org.bowline.runs.TagFacts;

/** Judges how much of the running time a module takes. */
final class TagChecks {
    private static final String CHECK = "maxTagShare";
    private static final int MOST_TOLD = 20;

    private final TagFacts tags;
    private final Sight sight;
    private final boolean partial;
    private final List<Verdict> verdicts;

    TagChecks(TagFacts tags, Sight sight, boolean partial, List<Verdict> verdicts) {
        this.tags = tags;
        this.sight = sight;
        this.partial = partial;
        this.verdicts = verdicts;
    }

    /**
     * {@code [HOST:]PATH[@WITHIN]=PERCENT}: of the time for which threads ran (within another module) no more is that of a module and those within it.
     */
    void maxTagShare(String rule) {
        int equals = rule.lastIndexOf('=');
        Optional<BigDecimal> limit = equals <= 0 ? Optional.empty() : Percent.parse(rule.substring(equals + 1).strip());
        if (limit.isEmpty()) {
            error(rule,
                    "is not of the form [HOST:]PATH[@WITHIN]=PERCENT, as engine/storage/crc=20% or engine/storage/crc@engine/storage=50%");
            return;
        }
        String subject = rule.substring(0, equals).strip();
        if (!sight.waits()) {
            verdicts.add(Verdict.skipped(CHECK, subject, "not judged: there is no kernel trace, so nobody knows when a module ran (profile"
                    + " waits-network, as root, records one)"));
        } else if (tags.isEmpty()) {
            error(subject,
                    "the run has no tag: annotate the program (docs/how-to/annotate-a-program.md), or name events of its own with the"
                            + " parameter tags, and see whether the load ran");
        } else if (limit.get().doubleValue() >= 1) {
            error(subject, "limits nothing: no module runs for more than all of the time; write less than 100%");
        } else {
            judge(subject, limit.get().doubleValue());
        }
    }

    private void judge(String subject, double limit) {
        int colon = subject.indexOf(':');
        String host = colon > 0 && tags.totals().containsKey(subject.substring(0, colon)) ? subject.substring(0, colon) : null;
        String rest = host == null ? subject : subject.substring(colon + 1);
        int at = rest.lastIndexOf('@');
        String path = at < 0 ? rest : rest.substring(0, at);
        String within = at < 0 ? null : rest.substring(at + 1);
        if (within != null && (path.equals(within) || !TagFacts.isWithin(path, within))) {
            error(subject, path + " is not within " + within + ": write a module of which it is a part, as " + path + "@PARENT");
            return;
        }
        for (String named : within == null ? List.of(path) : List.of(path, within)) {
            if (sum(host, named) < 0) {
                error(subject, "there is no module " + named + (host == null ? "" : " on " + host) + "; the modules are " + names(host));
                return;
            }
        }
        share(subject, host, path, within, limit);
    }

    private void share(String subject, @Nullable String host, String path, @Nullable String within, double limit) {
        long of = sum(host, path);
        long all = within == null ? total(host) : sum(host, within);
        if (all == 0) {
            error(subject, "nothing ran there, so there is nothing that could be judged");
            return;
        }
        long unknown = within == null ? Math.max(0, sum(host, TagFacts.UNKNOWN)) : 0;
        double share = (double) of / all;
        String seen = path + (host == null ? "" : " on " + host) + " takes " + Percent.percentApart(share, limit) + " of "
                + (within == null ? "the running time" : "that of " + within);
        String text = ", the limit is " + Percent.percentApart(limit, share);
        double perhaps = (double) (of + unknown) / all;
        if (share > limit) {
            verdicts.add(Verdict.failed(CHECK, subject, seen + text));
        } else if (perhaps > limit && !partial) {
            error(subject, seen + ", but of " + Percent.percent((double) unknown / all, 1)
                    + " it is not known which module ran, as events were lost, so it may be more than the limit of "
                    + Percent.percentApart(limit, perhaps) + ": see the caveats, or set allowLostEvents");
        } else {
            verdicts.add(Verdict.passed(CHECK, subject, seen + text));
        }
    }

    /** Of a module on a host, or on all; −1 if there is none. */
    private long sum(@Nullable String host, String path) {
        long sum = -1;
        for (Map.Entry<TagFacts.Tag, Long> entry : tags.nanos().entrySet()) {
            if (entry.getKey().path().equals(path) && (host == null || entry.getKey().host().equals(host))) {
                sum = Math.max(0, sum) + entry.getValue();
            }
        }
        return sum;
    }

    private long total(@Nullable String host) {
        return host != null ? tags.totals().getOrDefault(host, 0L) : tags.totals().values().stream().mapToLong(Long::longValue).sum();
    }

    private String names(@Nullable String host) {
        TreeSet<String> names = new TreeSet<>();
        tags.nanos().keySet().stream().filter(tag -> host == null || tag.host().equals(host))
                .forEach(tag -> names.add(PlainText.shorten(tag.path(), 100)));
        return String.join(", ", names.stream().limit(MOST_TOLD).toList()) + (names.size() > MOST_TOLD ? " and more" : "");
    }

    private void error(String subject, String message) {
        verdicts.add(Verdict.error(CHECK, subject, message));
    }
}
