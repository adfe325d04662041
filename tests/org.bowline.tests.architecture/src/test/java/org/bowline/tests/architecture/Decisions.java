/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import org.jspecify.annotations.Nullable;

/**
 * How many ways there are through a method: one, and one more for each loop, {@code if}, {@code catch}, {@code ?:}, {@code &&} and {@code ||} in it and in its lambdas. A switch
 * counts once, with all that is in its cases, as many short cases are easy to read. The sources are parsed and no more; no class has to be there.
 */
final class Decisions {
    /** A method, a constructor or an initializer; a method of an anonymous or local class is one of its own. */
    record Method(Path file, long line, int ways) {}

    private Decisions() {}

    /**
     * Counts those of all methods of some files.
     *
     * @throws IllegalArgumentException if one is not Java
     */
    static List<Method> of(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<Method> methods = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, List.of("-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new Counter(unit, positions, methods).scan(unit, null);
            }
        }
        if (!problems.getDiagnostics().isEmpty()) {
            throw new IllegalArgumentException(problems.getDiagnostics().toString());
        }
        return methods;
    }

    private static final class Counter extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Method> methods;
        /** Of the innermost method. */
        private int ways;
        /** In how many of its switches this is. */
        private int switches;

        Counter(CompilationUnitTree unit, SourcePositions positions, List<Method> methods) {
            this.unit = unit;
            this.positions = positions;
            this.methods = methods;
        }

        private @Nullable Void method(Tree tree, Runnable visitor) {
            int outerWays = ways;
            int outerSwitches = switches;
            ways = 1;
            switches = 0;
            visitor.run();
            methods.add(new Method(Path.of(unit.getSourceFile().toUri()),
                    unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree)), ways));
            ways = outerWays;
            switches = outerSwitches;
            return null;
        }

        private void decision() {
            if (switches == 0) {
                ways++;
            }
        }

        private @Nullable Void cases(ExpressionTree selector, List<? extends CaseTree> cases) {
            decision();
            scan(selector, null);
            switches++;
            scan(cases, null);
            switches--;
            return null;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree tree, @Nullable Void nothing) {
            return method(tree, () -> super.visitMethod(tree, null));
        }

        @Override
        public @Nullable Void visitBlock(BlockTree tree, @Nullable Void nothing) {
            return getCurrentPath().getParentPath().getLeaf() instanceof ClassTree ? method(tree, () -> super.visitBlock(tree, null))
                    : super.visitBlock(tree, null);
        }

        @Override
        public @Nullable Void visitIf(IfTree tree, @Nullable Void nothing) {
            decision();
            return super.visitIf(tree, null);
        }

        @Override
        public @Nullable Void visitWhileLoop(WhileLoopTree tree, @Nullable Void nothing) {
            decision();
            return super.visitWhileLoop(tree, null);
        }

        @Override
        public @Nullable Void visitDoWhileLoop(DoWhileLoopTree tree, @Nullable Void nothing) {
            decision();
            return super.visitDoWhileLoop(tree, null);
        }

        @Override
        public @Nullable Void visitForLoop(ForLoopTree tree, @Nullable Void nothing) {
            decision();
            return super.visitForLoop(tree, null);
        }

        @Override
        public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void nothing) {
            decision();
            return super.visitEnhancedForLoop(tree, null);
        }

        @Override
        public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void nothing) {
            return cases(tree.getExpression(), tree.getCases());
        }

        @Override
        public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void nothing) {
            return cases(tree.getExpression(), tree.getCases());
        }

        @Override
        public @Nullable Void visitCatch(CatchTree tree, @Nullable Void nothing) {
            decision();
            return super.visitCatch(tree, null);
        }

        @Override
        public @Nullable Void visitConditionalExpression(ConditionalExpressionTree tree, @Nullable Void nothing) {
            decision();
            return super.visitConditionalExpression(tree, null);
        }

        @Override
        public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void nothing) {
            if (tree.getKind() == Tree.Kind.CONDITIONAL_AND || tree.getKind() == Tree.Kind.CONDITIONAL_OR) {
                decision();
            }
            return super.visitBinary(tree, null);
        }
    }
}
