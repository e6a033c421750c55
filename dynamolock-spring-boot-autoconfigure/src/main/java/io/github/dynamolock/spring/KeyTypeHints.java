package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.Ternary;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Follows a key expression through the declared types of what it reads, and registers them: SpEL reads by reflection, and a
 * key part's own {@code toString} is looked for by reflection too. Where the declarations do not tell, it stops.
 */
final class KeyTypeHints {

    private static final ResolvableType UNKNOWN = ResolvableType.NONE;
    private static final ResolvableType ROOT = ResolvableType.forClass(KeyRoot.class);

    private final Place place;
    private final ReflectionHints hints;
    private final Set<String> seen = new HashSet<>();

    /** What a bare name is looked up on: the root, or inside a projection or selection the element. */
    private ResolvableType scope = ROOT;

    private KeyTypeHints(Place place, ReflectionHints hints) {
        this.place = place;
        this.hints = hints;
    }

    /** What surrounds the expression: the method that runs, its bean's class, its variables, and the beans. */
    record Place(Method method, Class<?> beanClass, KeyParameters parameters, ConfigurableBeanFactory beanFactory) {}

    static void register(String expression, Place place, ReflectionHints hints) {
        KeyTypeHints found = new KeyTypeHints(place, hints);
        try {
            found.visit(new SpelExpressionParser().parseRaw(expression).getAST(), ROOT);
        } catch (ParseException open) {
            // A placeholder that only the running application fills may stand for any part of it.
            found.allParameters();
        }
    }

    private ResolvableType visit(SpelNode node, ResolvableType active) {
        ResolvableType type = type(node, active);
        register(type);
        return type;
    }

    private ResolvableType type(SpelNode node, ResolvableType active) {
        if (node instanceof CompoundExpression) {
            ResolvableType link = active;
            for (int i = 0; i < node.getChildCount(); i++) {
                link = visit(node.getChild(i), link);
            }
            return link;
        }
        if (node instanceof VariableReference) {
            return variable(node.toStringAST().substring(1), active);
        }
        if (node instanceof PropertyOrFieldReference property) {
            return property(property.getName(), active);
        }
        if (node instanceof BeanReference bean) {
            return bean(bean.getName());
        }
        if (node instanceof TypeReference) {
            return named(node.getChild(0).toStringAST());
        }
        if (node instanceof Projection) {
            return ResolvableType.forClassWithGenerics(List.class, ofElement(node, active));
        }
        if (node instanceof Selection) {
            ofElement(node, active);
            return node.toStringAST().startsWith("?") ? active : element(active);
        }
        return withArguments(node, active);
    }

    private ResolvableType ofElement(SpelNode node, ResolvableType collection) {
        ResolvableType outer = scope;
        scope = element(collection);
        ResolvableType type = visit(node.getChild(0), scope);
        scope = outer;
        return type;
    }

    /** The nodes whose children do not belong to what stands before them. */
    private ResolvableType withArguments(SpelNode node, ResolvableType active) {
        ResolvableType[] children = new ResolvableType[node.getChildCount()];
        for (int i = 0; i < children.length; i++) {
            children[i] = visit(node.getChild(i), scope);
        }
        if (node instanceof MethodReference call) {
            return call(call.getName(), active);
        }
        if (node instanceof Indexer) {
            return element(active);
        }
        if (node instanceof ConstructorReference) {
            ResolvableType type = named(node.getChild(0).toStringAST());
            register(type, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
            return type;
        }
        if (node instanceof Ternary) {
            return children[1];
        }
        return node instanceof Elvis ? children[0] : UNKNOWN;
    }

    private ResolvableType variable(String name, ResolvableType active) {
        if (name.equals("root")) {
            return ROOT;
        }
        int position = place.parameters().position(name);
        return position < 0 ? active : ResolvableType.forMethodParameter(place.method(), position, place.beanClass());
    }

    private ResolvableType property(String name, ResolvableType owner) {
        if (owner.equals(ROOT) && name.equals("target")) {
            return ResolvableType.forClass(place.beanClass());
        }
        if (owner.equals(ROOT) && name.equals("args")) {
            allParameters();
        }
        String suffix = StringUtils.capitalize(name);
        List<String> getters = List.of("get" + suffix, "is" + suffix, name);
        ResolvableType got =
                method(owner, method -> method.getParameterCount() == 0 && getters.contains(method.getName()));
        return got.equals(UNKNOWN) ? field(name, owner) : got;
    }

    private static ResolvableType field(String name, ResolvableType owner) {
        return Arrays.stream(owner.resolve(Void.class).getFields())
                .filter(field -> field.getName().equals(name))
                .findFirst()
                .map(field -> ResolvableType.forField(field, owner))
                .orElse(UNKNOWN);
    }

    private ResolvableType call(String name, ResolvableType owner) {
        return method(owner, method -> method.getName().equals(name));
    }

    /** What the methods give; registers all of them, and goes on with the first. */
    private ResolvableType method(ResolvableType owner, Predicate<Method> which) {
        ResolvableType first = UNKNOWN;
        for (Method method : owner.resolve(Void.class).getMethods()) {
            if (which.test(method) && !method.isBridge()) {
                ResolvableType given =
                        ResolvableType.forType(method.getGenericReturnType(), owner.as(method.getDeclaringClass()));
                register(given);
                first = first.equals(UNKNOWN) ? given : first;
            }
        }
        return first;
    }

    private ResolvableType bean(String name) {
        Class<?> type =
                place.beanFactory().containsBean(name) ? place.beanFactory().getType(name) : null;
        return type == null ? UNKNOWN : ResolvableType.forClass(ClassUtils.getUserClass(type));
    }

    private ResolvableType named(String className) {
        ClassLoader loader = place.beanFactory().getBeanClassLoader();
        String inJavaLang = "java.lang." + className;
        for (String candidate : List.of(className, inJavaLang)) {
            if (ClassUtils.isPresent(candidate, loader)) {
                return ResolvableType.forClass(ClassUtils.resolveClassName(candidate, loader));
            }
        }
        return UNKNOWN;
    }

    private static ResolvableType element(ResolvableType type) {
        if (type.isArray()) {
            return type.getComponentType();
        }
        ResolvableType iterable = type.as(Iterable.class);
        return iterable.equals(UNKNOWN) ? type.as(Map.class).getGeneric(1) : iterable.getGeneric(0);
    }

    private void allParameters() {
        for (int i = 0; i < place.method().getParameterCount(); i++) {
            register(ResolvableType.forMethodParameter(place.method(), i, place.beanClass()));
        }
    }

    private void register(ResolvableType type) {
        if (!seen.add(type.toString())) {
            return;
        }
        register(type, MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.ACCESS_PUBLIC_FIELDS);
        register(element(type));
    }

    private void register(ResolvableType type, MemberCategory... members) {
        Class<?> resolved = type.resolve();
        if (resolved != null && !resolved.isPrimitive() && !resolved.isArray() && resolved != Object.class) {
            hints.registerType(resolved, members);
        }
    }
}
