/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.sample;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.e4.core.di.annotations.Execute;

import org.bowline.tracecompass.ui.open.ReadAhead;
import org.bowline.tracecompass.ui.open.StartupProcessor;

/** Reads the sample while the window is being made that will show the tour. The workbench asks this class at every start. */
public final class SampleAhead {
    /** Called by the workbench before the window is made. */
    @Execute
    public void start() {
        if (StartupProcessor.showsTour()) {
            Path state = OpenSampleHandler.state();
            ReadAhead.begin(List.of(Sample.below(state)), () -> Sample.unpackedBelow(state));
        }
    }
}
