/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.clocks;

import java.util.Collection;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.provider.ProviderDescriptor;

/** Makes the provider of the clocks, for every trace that has a wait analysis. */
public final class ClocksDataProviderFactory implements IDataProviderFactory {
    @Override
    public @Nullable ITmfTreeDataProvider<? extends ITmfTreeDataModel> createProvider(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        return module == null ? null : new ClocksDataProvider(module);
    }

    @Override
    public Collection<IDataProviderDescriptor> getDescriptors(ITmfTrace trace) {
        return WaitAnalysisModule.of(trace) == null ? List.of()
                : List.of(new ProviderDescriptor(ClocksDataProvider.ID, Messages.Clocks_Name, Messages.Clocks_Description,
                        IDataProviderDescriptor.ProviderType.TREE_TIME_XY));
    }
}
