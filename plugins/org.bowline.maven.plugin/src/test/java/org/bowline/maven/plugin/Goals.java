/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.lang.reflect.Field;
import java.util.stream.Stream;

/** Goals as Maven makes them, without Maven. */
final class Goals {
    private Goals() {}

    /** Sets a parameter, of the goal's class or of one that it extends. */
    static void set(BowlineMojo goal, String name, Object value) throws ReflectiveOperationException {
        for (Class<?> type = goal.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : Stream.of(type.getDeclaredFields()).filter(one -> one.getName().equals(name)).toList()) {
                field.setAccessible(true);
                field.set(goal, value);
                return;
            }
        }
        throw new NoSuchFieldException(name);
    }
}
