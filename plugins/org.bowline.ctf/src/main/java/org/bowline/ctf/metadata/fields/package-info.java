/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Which earlier field does this length, tag or selector mean? What the readers of TSDL and of JSON share while they build the fields of a
 * scope. In: field classes in the order of their recording; out: absolute {@link org.bowline.ctf.metadata.FieldLocation locations}.
 * Internal to the reader.
 */
@NullMarked
package org.bowline.ctf.metadata.fields;

import org.jspecify.annotations.NullMarked;
