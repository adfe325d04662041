/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderFactory;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/** Makes the providers of trees of a range, for every trace that has a wait analysis. */
public abstract class RangeDataProviderFactory implements IDataProviderFactory {
    private final IDataProviderDescriptor descriptor;
    private final BiFunction<ITmfTrace, WaitAnalysisModule, RangeDataProvider> provider;

    private record Descriptor(String getId, String getName, String getDescription) implements IDataProviderDescriptor {
        @Override
        public ProviderType getType() {
            return ProviderType.DATA_TREE;
        }
    }

    /**
     * @param id the provider's id
     * @param name its name, for people
     * @param description what it tells, for people
     * @param provider makes it
     */
    protected RangeDataProviderFactory(String id, String name, String description,
            BiFunction<ITmfTrace, WaitAnalysisModule, RangeDataProvider> provider) {
        descriptor = new Descriptor(id, name, description);
        this.provider = provider;
    }

    @Override
    public final @Nullable ITmfTreeDataProvider<? extends ITmfTreeDataModel> createProvider(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        return module == null ? null : provider.apply(trace, module);
    }

    @Override
    public final Collection<IDataProviderDescriptor> getDescriptors(ITmfTrace trace) {
        return WaitAnalysisModule.of(trace) == null ? List.of() : List.of(descriptor);
    }

    /** Makes the provider of the wait-for graph. */
    public static final class WaitFor extends RangeDataProviderFactory {
        /** For the extension. */
        public WaitFor() {
            super(WaitForDataProvider.ID, Messages.WaitFor_Name, Messages.WaitFor_Description, WaitForDataProvider::new);
        }
    }
}
