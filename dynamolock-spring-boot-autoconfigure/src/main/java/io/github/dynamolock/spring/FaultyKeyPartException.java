package io.github.dynamolock.spring;

/** Says inside an evaluation which part can't be in a key; never leaves {@link LockKeyExpression}. */
final class FaultyKeyPartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    FaultyKeyPartException(String part, KeyPart.Fault fault) {
        super(part + " " + fault.problem(), null, false, false);
        this.remedy = fault.remedy();
    }

    String remedy() {
        return remedy;
    }
}
