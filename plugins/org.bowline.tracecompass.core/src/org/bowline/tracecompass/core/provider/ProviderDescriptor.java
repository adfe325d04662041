/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;

/** What a trace server lists of a data provider. */
public final class ProviderDescriptor implements IDataProviderDescriptor {
    private final String id;
    private final String name;
    private final String description;
    private final ProviderType type;

    /**
     * Describes a provider.
     *
     * @param id its stable id
     * @param name for people
     * @param description for people, a sentence
     * @param type which protocol it speaks
     */
    public ProviderDescriptor(String id, String name, String description, ProviderType type) {
        this.id = id;
        this.name = name;
        this.description = description;
        this.type = type;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public ProviderType getType() {
        return type;
    }

    @Override
    public String getDescription() {
        return description;
    }
}
