package io.github.dynamolock.spring;

import java.util.Map;
import java.util.TreeMap;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Finds, in a parsed key expression, the mistakes that evaluation would not: SpEL takes an unknown variable for null, and a
 * literal without quotes for a property of the root.
 */
final class KeyExpressionCheck {

    private final String expression;
    private final KeyParameters parameters;
    private final AnnotationText text;
    private final Map<String, Integer> used = new TreeMap<>();

    private KeyExpressionCheck(String expression, KeyParameters parameters, AnnotationText text) {
        this.expression = expression;
        this.parameters = parameters;
        this.text = text;
    }

    /** The variables that the expression uses, with the position of the parameter of each; fails when one is unknown or text lacks its quotes. */
    static Map<String, Integer> variables(
            String expression, SpelNode node, KeyParameters parameters, AnnotationText text) {
        KeyExpressionCheck check = new KeyExpressionCheck(expression, parameters, text);
        check.visit(node, true);
        return check.used;
    }

    /** {@code onRoot}: whether a bare name here would be looked up on the root object. */
    private void visit(SpelNode node, boolean onRoot) {
        if (node instanceof VariableReference) {
            variable(node.toStringAST().substring(1));
        } else if (node instanceof FunctionReference) {
            throw fault(
                    "calls the function " + node.toStringAST() + ", and there are none",
                    "Call a bean, as in @naming.keyOf(#id), or a static method, as in T(com.acme.Keys).of(#id)");
        } else if (onRoot && node instanceof PropertyOrFieldReference property) {
            bareName(property.getName());
        } else if (onRoot && node instanceof MethodReference method && !KeyRoot.METHODS.contains(method.getName())) {
            throw fault(
                    "calls " + node.toStringAST() + " on nothing",
                    "Call it on the bean itself, as in #root.target." + node.toStringAST());
        }
        visitChildren(node, onRoot);
    }

    private void visitChildren(SpelNode node, boolean onRoot) {
        boolean ofElements = node instanceof Projection || node instanceof Selection;
        for (int i = 0; i < node.getChildCount(); i++) {
            SpelNode child = node.getChild(i);
            boolean mapKey =
                    (node instanceof Indexer || node instanceof InlineMap) && child instanceof PropertyOrFieldReference;
            boolean laterLink = node instanceof CompoundExpression && i > 0;
            if (laterLink && !(child instanceof Projection || child instanceof Selection)) {
                // A link of a chain belongs to what stands before it; only what it takes as arguments starts anew.
                visitChildren(child, onRoot);
            } else if (!mapKey) {
                visit(child, onRoot && !ofElements);
            }
        }
    }

    private void variable(String name) {
        if (name.equals("root") || name.equals("this")) {
            return;
        }
        int position = parameters.position(name);
        if (position >= 0) {
            used.put(name, position);
            return;
        }
        if (parameters.namesAreMissing()) {
            throw fault(
                    "uses #" + name
                            + ", but the class was compiled without -parameters, so that its parameters have no names",
                    "Compile with -parameters or use #p0 for the first parameter");
        }
        throw fault("uses #" + name + ", which is no parameter of the method", parameters.describe());
    }

    private void bareName(String name) {
        if (KeyRoot.PROPERTIES.contains(name)) {
            return;
        }
        String parameter = parameters.position(name) >= 0 ? ", and a parameter needs a #: #" + name : "";
        throw fault(
                "has '" + name + "' without quotes, which SpEL takes for a property",
                "Literal text needs quotes of its own: \"'" + name + "'\"" + parameter);
    }

    private InvalidLockAnnotationException fault(String problem, String remedy) {
        return text.problem("key = \"" + expression + "\" " + problem, remedy, null);
    }
}
