/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.report.CaveatText;

/** The caveats, each beside the figures that it touches. */
final class Doubts {
    /** What figures are of. */
    enum Room {
        CLOCKS, GRAPH, PATH, INTERVALS, EVERYTHING
    }

    private static final int MOST_BESIDE = 3;

    private final Map<Room, List<Caveat>> byRoom = new EnumMap<>(Room.class);
    private final List<Caveat> all;

    Doubts(HtmlInput input) {
        all = input.caveats();
        Set<String> ofClocks = new HashSet<>();
        for (SyncCaveat.Kind kind : SyncCaveat.Kind.values()) {
            ofClocks.add(kind.label());
        }
        Set<Caveat> ofGraph = new HashSet<>(input.graph().caveats());
        Set<Caveat> ofPath = input.path() == null ? Set.of() : new HashSet<>(input.path().caveats());
        Set<Caveat> ofIntervals = input.intervals() == null ? Set.of() : new HashSet<>(input.intervals().caveats());
        for (Caveat caveat : all) {
            Room room = ofGraph.contains(caveat) ? Room.GRAPH
                    : ofPath.contains(caveat) ? Room.PATH
                            : ofIntervals.contains(caveat) || caveat.kind().startsWith("interval-") ? Room.INTERVALS
                                    : ofClocks.contains(caveat.kind()) ? Room.CLOCKS : Room.EVERYTHING;
            byRoom.computeIfAbsent(room, key -> new ArrayList<>()).add(caveat);
        }
    }

    /** What a figure does not know of its own, and a hint at what nobody knows. */
    void beside(Html html, Room room) {
        List<Caveat> own = byRoom.getOrDefault(room, List.of());
        long serious = byRoom.getOrDefault(Room.EVERYTHING, List.of()).stream().filter(caveat -> caveat.severity() != Severity.INFO)
                .map(Caveat::kind).distinct().count();
        beside(html, own, serious == 0 ? "" : "The recording itself is incomplete in " + Words.count(serious, "way"));
    }

    /** Caveats of a figure of several runs, and how many of the runs have some of their own. */
    static void beside(Html html, List<Caveat> own, long runsInDoubt) {
        beside(html, own, runsInDoubt == 0 ? "" : Words.count(runsInDoubt, "run")
                + (runsInDoubt == 1 ? " has caveats of its own" : " have caveats of their own"));
    }

    private static void beside(Html html, List<Caveat> own, String elsewhere) {
        if (own.isEmpty() && elsewhere.isEmpty()) {
            return;
        }
        html.open("aside", "class", "caveats", "aria-label", "Caveats of this section").open("ul");
        for (String sentence : CaveatText.sentences(own, MOST_BESIDE, "see Caveats")) {
            item(html, sentence);
        }
        if (!elsewhere.isEmpty()) {
            html.open("li").text(elsewhere + ": see ").element("a", "Caveats", "href", "#caveats").text(".").close();
        }
        html.close(2).line();
    }

    /** All of them. */
    void section(Html html) {
        section(html, all);
    }

    /** A section of caveats. */
    static void section(Html html, List<Caveat> all) {
        html.open("section", "id", "caveats", "aria-labelledby", "h-caveats").element("h2", "Caveats", "id", "h-caveats");
        if (all.isEmpty()) {
            html.element("p", "None: nothing is known to be missing.");
        } else {
            html.element("p", "What these results do not know, or had to estimate.", "class", "lead").open("ul", "class", "all-caveats");
            CaveatText.sentences(all, Integer.MAX_VALUE, "").forEach(sentence -> item(html, sentence));
            html.close();
        }
        html.close().line();
    }

    /** A sentence that begins with its severity and a colon. */
    private static void item(Html html, String sentence) {
        int colon = sentence.indexOf(": ");
        String severity = colon < 0 ? "" : sentence.substring(0, colon);
        if (severity.equals("info") || severity.equals("warning") || severity.equals("error")) {
            html.open("li", "class", severity).element("b", severity, "class", "word").text(" ");
            words(html, sentence.substring(colon + 2));
            html.close();
        } else {
            html.element("li", sentence);
        }
    }

    /** Sentences have the names of reports between back quotes. */
    private static void words(Html html, String sentence) {
        String[] parts = sentence.split("`", -1);
        for (int i = 0; i < parts.length; i++) {
            if (i % 2 == 1 && i < parts.length - 1) {
                html.element("code", parts[i]);
            } else {
                html.text(i % 2 == 1 ? '`' + parts[i] : parts[i]);
            }
        }
    }
}
