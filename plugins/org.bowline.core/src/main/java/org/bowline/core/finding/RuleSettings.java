/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.HashMap;
import java.util.Map;

/** The thresholds of one rule: the user's, else the rule's own. Immutable. */
public final class RuleSettings {
    /** Nothing but a rule's own thresholds. */
    public static final RuleSettings STANDARD = new RuleSettings(Map.of());

    private final Map<String, Object> values;

    private RuleSettings(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** The same with another value of a setting. */
    public <T extends Comparable<T>> RuleSettings with(Setting<T> setting, T value) {
        Map<String, Object> more = new HashMap<>(values);
        more.put(setting.name(), value);
        return new RuleSettings(more);
    }

    /** The same with a value as the user writes it; see {@link Setting#parse}. Words come behind those that were given before. */
    public <T extends Comparable<T>> RuleSettings withText(Setting<T> setting, String text) {
        T value = setting.parse(text);
        boolean more = setting.kind() == Setting.Kind.TEXT && values.containsKey(setting.name());
        return with(setting, more ? setting.parse(get(setting) + "," + text) : value);
    }

    /** The value of a setting. */
    public <T extends Comparable<T>> T get(Setting<T> setting) {
        Object value = values.get(setting.name());
        return value == null ? setting.standard() : setting.cast(value);
    }
}
