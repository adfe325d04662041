/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** What is looked at where threads wait for processors: the range of which it is known what the processors did. Immutable. */
abstract class WaitsBeside {
    final Processors processors;
    final Progress progress;
    final Timeline timeline;
    final long from;
    final long to;

    WaitsBeside(Processors processors, Progress progress) {
        this.processors = processors;
        this.progress = progress;
        timeline = processors.timeline;
        from = processors.from;
        to = processors.to;
    }
}
