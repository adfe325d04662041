/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

/** What has sections of the page of a run. */
public interface SectionSource {
    /**
     * Its sections; none if it has nothing to tell. They are shown in the order of their ranks.
     *
     * @param parts the run, and what all sections share
     */
    List<Section> sections(PageParts parts);
}
