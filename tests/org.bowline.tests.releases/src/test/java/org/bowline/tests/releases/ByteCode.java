/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.releases;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;

/**
 * What the byte code of a class says: what it is made of, and what it refers to. Names are the JVM's, with slashes; a member is its name with its descriptor.
 *
 * @param name the class
 * @param above its superclass, if it has one, and its interfaces, in the order in which members are looked for
 * @param declared its own members
 * @param types all types it mentions, in signatures, too
 * @param members all members it refers to
 * @param strings its texts, if it looks for classes or members by their names; else none
 */
record ByteCode(String name, List<String> above, Set<String> declared, Set<String> types, Set<Member> members, Set<String> strings) {
    private static final Set<String> LOOKS_UP = Set.of("java/lang/Class#forName", "java/lang/Class#getMethod",
            "java/lang/Class#getDeclaredMethod",
            "java/lang/Class#getMethods", "java/lang/Class#getDeclaredMethods", "java/lang/Class#getField",
            "java/lang/Class#getDeclaredField",
            "java/lang/ClassLoader#loadClass", "org/osgi/framework/Bundle#loadClass", "java/lang/invoke/MethodHandles$Lookup#findVirtual",
            "java/lang/invoke/MethodHandles$Lookup#findStatic", "java/lang/invoke/MethodHandles$Lookup#findGetter");

    /** A method or field as it is referred to: its owner may inherit it. */
    record Member(String owner, String name, String descriptor) implements Comparable<Member> {
        private boolean isField() {
            return !descriptor.startsWith("(");
        }

        /** As {@link ByteCode#declared()} has it. */
        String signature() {
            return isField() ? name + ':' + descriptor : name + descriptor;
        }

        @Override
        public int compareTo(Member other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return owner + '#' + signature();
        }
    }

    static ByteCode of(InputStream in) throws IOException {
        return of(in, ClassReader.SKIP_DEBUG);
    }

    /** Only what it is made of, and not what its methods refer to. */
    static ByteCode madeOf(InputStream in) throws IOException {
        return of(in, ClassReader.SKIP_CODE);
    }

    private static ByteCode of(InputStream in, int skipped) throws IOException {
        ClassReader reader = new ClassReader(in);
        List<String> above = Stream.concat(Stream.ofNullable(reader.getSuperName()), Stream.of(reader.getInterfaces())).toList();
        Set<String> declared = new TreeSet<>();
        Set<String> types = new TreeSet<>();
        Set<Member> members = new TreeSet<>();
        Set<String> strings = new TreeSet<>();
        // A remapper asks for a new name of all that is mentioned: here it only hears of it.
        Remapper ears = new Remapper() {
            @Override
            public String map(String type) {
                types.add(type);
                return type;
            }

            @Override
            public String mapMethodName(String owner, String name, String descriptor) {
                members.add(new Member(owner, name, descriptor));
                return name;
            }

            @Override
            public String mapFieldName(String owner, String name, String descriptor) {
                members.add(new Member(owner, name, descriptor));
                return name;
            }

            @Override
            public Object mapValue(Object value) {
                if (value instanceof String text) {
                    strings.add(text);
                }
                return super.mapValue(value);
            }
        };
        ClassNode tree = new ClassNode();
        reader.accept(new ClassRemapper(tree, ears), skipped);
        tree.methods.forEach(method -> declared.add(method.name + method.desc));
        tree.fields.forEach(field -> declared.add(field.name + ':' + field.desc));
        if (members.stream().noneMatch(member -> LOOKS_UP.contains(member.owner() + '#' + member.name()))) {
            strings.clear();
        }
        return new ByteCode(reader.getClassName(), above, declared, types, members, strings);
    }
}
