/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/** Makes a provider for every trace that has a wait analysis, and starts that. */
public abstract class ProviderFactory implements IDataProviderFactory {
    private final Descriptor descriptor;
    private final BiFunction<ITmfTrace, AnalysisAccess, AnalysisProvider<?>> provider;

    private record Descriptor(String getId, String getName, String getDescription, ProviderType getType)
            implements IDataProviderDescriptor {}

    /**
     * Of one kind of provider.
     *
     * @param id the provider's stable id
     * @param name its name, for people
     * @param description what it tells, for people, a sentence
     * @param type which protocol it speaks
     * @param provider makes it
     */
    protected ProviderFactory(String id, String name, String description, ProviderType type,
            BiFunction<ITmfTrace, AnalysisAccess, AnalysisProvider<?>> provider) {
        descriptor = new Descriptor(id, name, description, type);
        this.provider = provider;
    }

    @Override
    public final @Nullable ITmfTreeDataProvider<? extends ITmfTreeDataModel> createProvider(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        if (module == null) {
            return null;
        }
        module.start();
        return provider.apply(trace, AnalysisAccess.of(module));
    }

    @Override
    public final Collection<IDataProviderDescriptor> getDescriptors(ITmfTrace trace) {
        return WaitAnalysisModule.of(trace) == null ? List.of() : List.of(descriptor);
    }
}
