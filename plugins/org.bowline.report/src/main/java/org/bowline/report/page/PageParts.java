/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;

/** What the sections of a page have in common: the run, its caveats, and the figures that the page's script knows. For one page and one thread. */
public final class PageParts {
    /** As many as can be read at the width of a page. */
    private static final int NODES = 36;

    private final Analysis analysis;
    /** The same with the graph that is shown. */
    private final Analysis shown;
    private final Doubts doubts;
    private final Names names = new Names();
    private final List<PathFigure> figures = new ArrayList<>();
    private @Nullable GraphPicture picture;

    PageParts(Analysis analysis, List<Caveat> caveats) {
        this.analysis = analysis;
        shown = Merging.view(analysis);
        doubts = new Doubts(analysis, shown.graph(), caveats);
    }

    /** What is asked for all figures. */
    public Analysis analysis() {
        return analysis;
    }

    /** The same with the graph that is shown: threads that are alike or short-lived may be one. */
    Analysis shown() {
        return shown;
    }

    Progress progress() {
        return analysis.progress();
    }

    Doubts doubts() {
        return doubts;
    }

    Names names() {
        return names;
    }

    /** The wait-for graph as it is drawn; laid out when somebody first asks for it. */
    GraphPicture picture() {
        GraphPicture drawn = picture;
        if (drawn == null) {
            drawn = GraphPicture.of(shown.graph(), shown.hierarchy(),
                    PictureOptions.DEFAULT.withMaximalNodes(NODES).without(FirstLook.leaves(shown))
                            .withNewWork(shown.get(NewWork.RESULT)::isOfThread)
                            .withPools(FirstLook.pools(shown)),
                    progress());
            picture = drawn;
        }
        return drawn;
    }

    /** Has the script zoom it. */
    void add(PathFigure figure) {
        figures.add(figure);
    }

    List<PathFigure> figures() {
        return figures;
    }
}
