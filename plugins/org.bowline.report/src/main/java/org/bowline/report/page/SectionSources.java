/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Caveat;

/** All that may have sections of the page of a run. */
public interface SectionSources {
    /** Who is asked for sections. */
    List<? extends SectionSource> all();

    /** The caveats of the recording, of every result that a section tells of, and of what could not be loaded. */
    List<Caveat> caveats(Analysis analysis);
}
