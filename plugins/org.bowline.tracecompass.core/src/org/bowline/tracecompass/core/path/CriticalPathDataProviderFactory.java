/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.Collection;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.ProviderDescriptor;

/** Makes the provider of a trace that has a wait analysis, and starts that. */
public final class CriticalPathDataProviderFactory implements IDataProviderFactory {
    @Override
    public @Nullable ITmfTreeDataProvider<? extends ITmfTreeDataModel> createProvider(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        if (module == null) {
            return null;
        }
        module.start();
        return new CriticalPathDataProvider(AnalysisAccess.of(module));
    }

    @Override
    public Collection<IDataProviderDescriptor> getDescriptors(ITmfTrace trace) {
        return WaitAnalysisModule.of(trace) == null ? List.of()
                : List.of(new ProviderDescriptor(CriticalPathDataProvider.ID, Messages.providerName, Messages.providerDescription,
                        ProviderType.TIME_GRAPH));
    }
}
