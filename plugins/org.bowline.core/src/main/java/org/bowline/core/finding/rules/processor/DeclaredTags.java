/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.tag.TagPaths;

/** What rules say of modules that somebody declared. */
final class DeclaredTags {
    private static final int MOST_NAMES = 8;

    private DeclaredTags() {}

    /** A declared module in which nothing ran: a typing mistake must not pass as a module in order. */
    static Finding missing(RuleInfo rule, Analysis analysis, String path, String host) {
        String what = path.isEmpty() ? "a module that is not declared otherwise" : Whose.named(path);
        boolean hasHost = host.isEmpty();
        for (int i = 0; i < analysis.timeline().hostCount(); i++) {
            hasHost |= analysis.timeline().hostName(i).equals(host);
        }
        return Finding.of(rule, Severity.WARNING, 0)
                .subject("missing " + (path.isEmpty() ? "*" : path) + (host.isEmpty() ? "" : "@" + host))
                .summary("Nothing ran in " + what + (host.isEmpty() ? "" : " on " + Whose.named(host))
                        + " in the range that was looked at, so that there was nothing to check. "
                        + (!hasHost ? "There is no such host. " : "") + recorded(analysis))
                .advice("Compare the name with those that bowline tags prints, and see whether the load ran while it was recorded.")
                .build();
    }

    private static String recorded(Analysis analysis) {
        TagPaths paths = analysis.tags().paths();
        List<String> roots = paths.roots();
        if (roots.isEmpty()) {
            return "The recording has no tags: annotate the program (docs/how-to/annotate-a-program.md), or name events of its own with --tags.";
        }
        List<String> names = new ArrayList<>(roots.stream().limit(MOST_NAMES).map(Whose::named).toList());
        if (roots.size() > MOST_NAMES) {
            names.add((roots.size() - MOST_NAMES) + " more");
        }
        return "The modules at the top are " + Words.list(names, "and") + '.';
    }

    /** What findings on a host's tags rest on that is not known. */
    static List<Caveat> doubts(Analysis analysis, int host) {
        List<Caveat> all = new ArrayList<>(analysis.doubts(host));
        String name = analysis.timeline().hostName(host);
        analysis.tags().caveats().stream().filter(caveat -> caveat.severity() != Caveat.Severity.INFO && caveat.host().equals(name))
                .forEach(all::add);
        return all;
    }
}
