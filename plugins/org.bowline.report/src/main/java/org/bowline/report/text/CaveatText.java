/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;

/**
 * Caveats for a reader: most severe first, and a line for all of a kind, since most say the same of every host. The line is the sentence
 * of the one with the largest count, and the hosts of which it holds, too; of those that are of no host, as of lines of a file, it has the first ones.
 */
public final class CaveatText {
    private static final int MOST_OF_HOST = 80;
    /** Of sentences that are of no host, and so tell of something else each. */
    private static final int MOST_TEXTS = 3;

    private CaveatText() {}

    /**
     * At most so many lines, and one that says how many caveats are left.
     *
     * @param all where to find those that are left, as the end of a sentence; empty if nowhere
     */
    public static List<String> sentences(List<Caveat> caveats, int most, String all) {
        Map<String, List<Caveat>> groups = new LinkedHashMap<>();
        caveats.stream().sorted(Comparator.comparing(Caveat::severity).reversed())
                .forEach(caveat -> groups.computeIfAbsent(caveat.severity().label() + ' ' + caveat.kind(), sort -> new ArrayList<>())
                        .add(caveat));
        List<String> sentences = groups.values().stream().limit(most).map(CaveatText::sentence).collect(Collectors.toList());
        long left = groups.values().stream().skip(most).mapToLong(List::size).sum();
        if (left > 0) {
            sentences.add("... and " + left + " more" + (all.isEmpty() ? "" : "; " + all));
        }
        return sentences;
    }

    private static String sentence(List<Caveat> group) {
        if (group.stream().allMatch(caveat -> caveat.host().isEmpty())) {
            return begin(group.get(0)) + group.stream().map(Caveat::text).distinct().limit(MOST_TEXTS)
                    .collect(Collectors.joining(" ")) + more(group.stream().map(Caveat::text).distinct().count() - MOST_TEXTS);
        }
        int worst = 0;
        for (int i = 1; i < group.size(); i++) {
            worst = group.get(i).count() > group.get(worst).count() ? i : worst;
        }
        Caveat first = group.get(worst);
        StringBuilder text = new StringBuilder(begin(first));
        text.append(first.host().isEmpty() ? "" : PlainText.shorten(first.host(), MOST_OF_HOST) + ": ").append(first.text());
        Map<String, List<String>> others = new LinkedHashMap<>();
        for (int i = 0; i < group.size(); i++) {
            Caveat caveat = group.get(i);
            if (i != worst) {
                // the count is told if it is what the sentence tells; it may be nanoseconds, where the sentence has seconds
                boolean told = caveat.text().contains(Long.toString(caveat.count()));
                others.computeIfAbsent(caveat.host(), host -> new ArrayList<>()).add(told ? Long.toString(caveat.count()) : "");
            }
        }
        if (!others.isEmpty()) {
            text.append(" Likewise: ").append(others.entrySet().stream().map(CaveatText::host).collect(Collectors.joining(", ")))
                    .append('.');
        }
        return text.toString();
    }

    /** With the kind, by which findings refer to caveats. */
    private static String begin(Caveat caveat) {
        return caveat.severity().label() + ": " + caveat.kind() + ": ";
    }

    private static String more(long left) {
        return left <= 0 ? "" : " And there " + (left == 1 ? "is " : "are ") + left + " more like these.";
    }

    private static String host(Map.Entry<String, List<String>> host) {
        String name = host.getKey().isEmpty() ? "elsewhere" : PlainText.shorten(host.getKey(), MOST_OF_HOST);
        String counts = host.getValue().stream().filter(count -> !count.isEmpty()).limit(3).collect(Collectors.joining(", "));
        if (counts.isEmpty()) {
            return host.getValue().size() == 1 ? name : name + " (" + Words.times(host.getValue().size()) + ")";
        }
        return name + " (" + counts + (host.getValue().size() > 3 ? ", ...)" : ")");
    }
}
