/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.graph.Markup;
import org.bowline.report.text.CaveatText;

/** The caveats, each beside the figures that it touches. */
final class Doubts {
    /** What figures are of. */
    enum Room {
        CLOCKS, GRAPH, PATH, INTERVALS, EVERYTHING
    }

    private static final int MOST_BESIDE = 3;

    private final Map<Room, List<Caveat>> byRoom = new EnumMap<>(Room.class);
    private final List<Caveat> all;

    /** The caveats of all that is on the page. */
    List<Caveat> all() {
        return all;
    }

    /**
     * @param shown the graph that the page shows
     * @param caveats of all that is on the page
     */
    Doubts(Analysis analysis, WaitForGraph shown, List<Caveat> caveats) {
        all = caveats;
        CriticalPath path = analysis.path();
        IntervalPaths intervals = analysis.intervals();
        Set<String> ofClocks = new HashSet<>();
        for (SyncCaveat.Kind kind : SyncCaveat.Kind.values()) {
            ofClocks.add(kind.label());
        }
        Set<Caveat> ofGraph = new HashSet<>(shown.caveats());
        Set<Caveat> ofPath = path == null ? Set.of() : new HashSet<>(path.caveats());
        Set<Caveat> ofIntervals = intervals == null ? Set.of() : new HashSet<>(intervals.caveats());
        for (Caveat caveat : all) {
            Room room = ofGraph.contains(caveat) ? Room.GRAPH
                    : ofPath.contains(caveat) ? Room.PATH
                            : ofIntervals.contains(caveat) || caveat.kind().startsWith("interval-") ? Room.INTERVALS
                                    : ofClocks.contains(caveat.kind()) ? Room.CLOCKS : Room.EVERYTHING;
            byRoom.computeIfAbsent(room, key -> new ArrayList<>()).add(caveat);
        }
    }

    /** What a figure does not know of its own, and a hint at what nobody knows. */
    Markup beside(Room room) {
        List<Caveat> own = byRoom.getOrDefault(room, List.of());
        long serious = byRoom.getOrDefault(Room.EVERYTHING, List.of()).stream().filter(caveat -> caveat.severity() != Severity.INFO)
                .map(Caveat::kind).distinct().count();
        return beside(own, serious == 0 ? "" : "The recording itself is incomplete in " + Words.count(serious, "way"));
    }

    /** Caveats of a figure of several runs, and how many of the runs have some of their own. */
    static Markup beside(List<Caveat> own, long runsInDoubt) {
        return beside(own, runsInDoubt == 0 ? "" : Words.count(runsInDoubt, "run")
                + (runsInDoubt == 1 ? " has caveats of its own" : " have caveats of their own"));
    }

    private static Markup beside(List<Caveat> own, String elsewhere) {
        return Markup.when(!own.isEmpty() || !elsewhere.isEmpty(), """
                <aside class="caveats" aria-label="Caveats of this section"><ul>%s%s</ul></aside>
                """, Markup.each(CaveatText.sentences(own, MOST_BESIDE, "see Caveats"), Doubts::item),
                Markup.when(!elsewhere.isEmpty(), "<li>%s: see <a href=\"#caveats\">Caveats</a>.</li>", elsewhere));
    }

    /** All of them. */
    Section section() {
        return section(all);
    }

    /** A section of caveats. */
    static Section section(List<Caveat> all) {
        return new Section("caveats", "Caveats", Section.LAST, Markup.of("""
                <section id="caveats" aria-labelledby="h-caveats"><h2 id="h-caveats">Caveats</h2>
                %s
                </section>
                """, all.isEmpty() ? Markup.of("<p>None: nothing is known to be missing.</p>") : Markup.of("""
                <p class="lead">What these results do not know, or had to estimate.</p>
                <ul class="all-caveats">%s</ul>""", Markup.each(CaveatText.sentences(all, Integer.MAX_VALUE, ""), Doubts::item))));
    }

    /** A sentence that begins with its severity and a colon. */
    private static Markup item(String sentence) {
        int colon = sentence.indexOf(": ");
        String severity = colon < 0 ? "" : sentence.substring(0, colon);
        return severity.equals("info") || severity.equals("warning") || severity.equals("error")
                ? Markup.of("<li class=\"%s\"><b class=\"word\">%s</b> %s</li>", severity, severity, words(sentence.substring(colon + 2)))
                : Markup.of("<li>%s</li>", sentence);
    }

    /** Sentences have the names of reports between back quotes. */
    private static Markup words(String sentence) {
        Markup words = new Markup();
        String[] parts = sentence.split("`", -1);
        for (int i = 0; i < parts.length; i++) {
            if (i % 2 == 1 && i < parts.length - 1) {
                words.add("<code>%s</code>", parts[i]);
            } else {
                words.add("%s", i % 2 == 1 ? '`' + parts[i] : parts[i]);
            }
        }
        return words;
    }
}
