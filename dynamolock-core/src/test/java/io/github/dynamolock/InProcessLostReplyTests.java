package io.github.dynamolock;

/** Lost replies, on the local DynamoDB's in-process front. */
class InProcessLostReplyTests extends AbstractLostReplyTests {

    @Override
    LocalBackEnd newBackEnd() {
        return LocalBackEnd.inProcess();
    }
}
