package io.github.dynamolock.spring;

import org.springframework.expression.TypedValue;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.SpelNodeImpl;
import org.springframework.expression.spel.ast.Ternary;

/**
 * A plus that refuses parts which make no key. Spring's own writes a null as the text {@code null}, and an object without
 * {@code toString} as its address: one lock for all calls, or a different one in each process, and no error.
 */
final class CheckedConcatenation extends OpPlus {

    private CheckedConcatenation(OpPlus plus, SpelNodeImpl left, SpelNodeImpl right) {
        super(plus.getStartPosition(), plus.getEndPosition(), left, right);
    }

    /**
     * The expression with the pluses replaced from which its result comes: also in lists, choices and arguments. A node's
     * children can't be changed from here, so each node on the way is made anew.
     */
    static SpelNodeImpl check(SpelNode node) {
        int start = node.getStartPosition();
        int end = node.getEndPosition();
        if (node instanceof OpPlus plus && plus.getChildCount() == 2) {
            return new CheckedConcatenation(plus, check(plus.getChild(0)), check(plus.getChild(1)));
        } else if (node instanceof InlineList) {
            return new InlineList(start, end, children(node));
        } else if (node instanceof Ternary) {
            return new Ternary(start, end, children(node));
        } else if (node instanceof Elvis) {
            return new Elvis(start, end, children(node));
        } else if (node instanceof CompoundExpression) {
            return new CompoundExpression(start, end, children(node));
        } else if (node instanceof Projection projection) {
            return new Projection(projection.isNullSafe(), start, end, check(node.getChild(0)));
        } else if (node instanceof MethodReference method) {
            return new MethodReference(method.isNullSafe(), method.getName(), start, end, children(node));
        }
        return (SpelNodeImpl) node;
    }

    private static SpelNodeImpl[] children(SpelNode node) {
        SpelNodeImpl[] children = new SpelNodeImpl[node.getChildCount()];
        for (int i = 0; i < children.length; i++) {
            children[i] = check(node.getChild(i));
        }
        return children;
    }

    @Override
    public TypedValue getValueInternal(ExpressionState state) {
        TypedValue left = part(children[0], state);
        TypedValue right = part(children[1], state);
        return new OpPlus(getStartPosition(), getEndPosition(), new Evaluated(left), new Evaluated(right))
                .getValueInternal(state);
    }

    private static TypedValue part(SpelNodeImpl operand, ExpressionState state) {
        TypedValue value = operand.getValueInternal(state);
        KeyPart.Fault fault = KeyPart.fault(value.getValue());
        if (fault != null) {
            throw new FaultyKeyPartException(operand.toStringAST(), fault);
        }
        return value;
    }

    @Override
    public boolean isCompilable() {
        return false;
    }

    private static final class Evaluated extends SpelNodeImpl {

        private final TypedValue value;

        Evaluated(TypedValue value) {
            super(0, 0);
            this.value = value;
        }

        @Override
        public TypedValue getValueInternal(ExpressionState state) {
            return value;
        }

        @Override
        public String toStringAST() {
            return String.valueOf(value.getValue());
        }
    }
}
