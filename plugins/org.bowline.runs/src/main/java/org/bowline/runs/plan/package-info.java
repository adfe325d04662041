/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is to be run in a sweep? A plan in YAML, read into records; what is wrong in it is told by line and key. The published schema is made from the
 * same description of its keys that the reader checks them with. The only room that knows of YAML.
 */
@NullMarked
package org.bowline.runs.plan;

import org.jspecify.annotations.NullMarked;
