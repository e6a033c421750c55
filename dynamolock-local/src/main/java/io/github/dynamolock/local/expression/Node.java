package io.github.dynamolock.local.expression;

/** Anything that may stand between parentheses in a condition: an operand or a condition. */
sealed interface Node permits Operand, Condition {}
