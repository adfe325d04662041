/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * From recorded events to facts. The only room that knows event and field names of LTTng (2.0 to 2.16), of its add-on modules and libraries, of
 * perf and of Bowline's annotations: above it there are switches, wake-ups, interrupts, packets and block requests, whatever they were called.
 * O(events), no allocation per event but for names that were not seen before.
 */
@NullMarked
package org.bowline.core.event;

import org.jspecify.annotations.NullMarked;
