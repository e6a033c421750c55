package io.github.dynamolock.spring;

import org.springframework.expression.TypedValue;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.SpelNodeImpl;

/**
 * A plus that refuses parts which make no key. Spring's own writes a null as the text {@code null}, and an object without
 * {@code toString} as its address: one lock for all calls, or a different one in each process, and no error.
 */
final class CheckedConcatenation extends OpPlus {

    private CheckedConcatenation(OpPlus plus, SpelNodeImpl left, SpelNodeImpl right) {
        super(plus.getStartPosition(), plus.getEndPosition(), left, right);
    }

    /** The expression with the pluses that make its result replaced. */
    static SpelNodeImpl check(SpelNode node) {
        if (node instanceof OpPlus plus && plus.getChildCount() == 2) {
            return new CheckedConcatenation(plus, check(plus.getChild(0)), check(plus.getChild(1)));
        }
        return (SpelNodeImpl) node;
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
