// Talks to the endpoint named by DYNAMODB_ENDPOINT as an application with the SDK for JavaScript does.
// Ends with "N passed, N failed".
const assert = require('node:assert');
const {
  DynamoDB, ConditionalCheckFailedException, TransactionCanceledException,
  paginateQuery, waitUntilTableExists, waitUntilTableNotExists,
} = require('@aws-sdk/client-dynamodb');

const table = 'javascript-things';
const dynamodb = new DynamoDB({
  endpoint: process.env.DYNAMODB_ENDPOINT,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
let passed = 0;
let failed = 0;

function check(what, actual, expected) {
  try {
    assert.deepStrictEqual(actual, expected);
    passed++;
    console.log(`ok      ${what}`);
  } catch (difference) {
    failed++;
    console.log(`FAILED  ${what}: ${difference.message}`);
  }
}

const key = (partition, sort) => ({ pk: { S: partition }, sk: { N: String(sort) } });
const error = (call) => call.then(() => null, (failure) => failure);

async function main() {
  await dynamodb.createTable({
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }, { AttributeName: 'sk', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }, { AttributeName: 'sk', KeyType: 'RANGE' }],
  });
  const waiter = { client: dynamodb, maxWaitTime: 30, minDelay: 1 };
  check('the waiter sees the table', (await waitUntilTableExists(waiter, { TableName: table })).state, 'SUCCESS');

  const item = {
    ...key('a', 1),
    count: { N: '1' },
    bytes: { B: new Uint8Array([0, 255]) },
    doc: { M: { list: { L: [{ N: '1' }, { BOOL: true }, { NULL: true }] } } },
  };
  const once = { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' };
  await dynamodb.putItem(once);
  const read = await dynamodb.getItem({ TableName: table, Key: key('a', 1), ConsistentRead: true });
  check('all types come back', { ...read.Item, bytes: { B: new Uint8Array(read.Item.bytes.B) } }, item);

  const refused = await error(dynamodb.putItem({ ...once, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
  check('a failed condition is of its class', refused instanceof ConditionalCheckFailedException, true);
  check('a failed condition brings the item', refused.Item.count, { N: '1' });

  const updated = await dynamodb.updateItem({
    TableName: table,
    Key: key('a', 1),
    UpdateExpression: 'SET doc.#l = list_append(doc.#l, :more), made = if_not_exists(made, :one) REMOVE bytes ADD #c :one',
    ExpressionAttributeNames: { '#l': 'list', '#c': 'count' },
    ExpressionAttributeValues: { ':more': { L: [{ S: 'z' }] }, ':one': { N: '2' } },
    ReturnValues: 'UPDATED_NEW',
  });
  check('an update answers what it updated', updated.Attributes, {
    count: { N: '3' },
    made: { N: '2' },
    doc: { M: { list: { L: [{ N: '1' }, { BOOL: true }, { NULL: true }, { S: 'z' }] } } },
  });

  const writes = [0, 1, 2, 3, 4, 5, 6].map((sort) => ({ PutRequest: { Item: key('page', sort) } }));
  check('a batch is written', (await dynamodb.batchWriteItem({ RequestItems: { [table]: writes } })).UnprocessedItems, {});
  const sizes = [];
  const query = {
    TableName: table,
    KeyConditionExpression: 'pk = :p AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':p': { S: 'page' }, ':from': { N: '1' }, ':to': { N: '5' } },
    ScanIndexForward: false,
  };
  for await (const page of paginateQuery({ client: dynamodb, pageSize: 3 }, query)) {
    sizes.push(page.Items.map((found) => found.sk.N));
  }
  check('a query has pages, backwards', sizes, [['5', '4', '3'], ['2', '1']]);
  const got = await dynamodb.batchGetItem({ RequestItems: { [table]: { Keys: [key('page', 0), key('page', 99)] } } });
  check('a batch is read', got.Responses[table], [key('page', 0)]);

  const cancelled = await error(dynamodb.transactWriteItems({
    TransactItems: [
      { Put: { TableName: table, Item: key('never', 1) } },
      {
        ConditionCheck: {
          TableName: table,
          Key: key('a', 1),
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ],
  }));
  check('a transaction is cancelled', cancelled instanceof TransactionCanceledException, true);
  check('with a reason for each action', cancelled.CancellationReasons.map((reason) => reason.Code), ['None', 'ConditionalCheckFailed']);
  check('with the item', cancelled.CancellationReasons[1].Item.count, { N: '3' });
  check('and writes nothing', (await dynamodb.getItem({ TableName: table, Key: key('never', 1) })).Item, undefined);
  await dynamodb.transactWriteItems({ TransactItems: [{ Delete: { TableName: table, Key: key('page', 0) } }] });
  const both = await dynamodb.transactGetItems({
    TransactItems: [0, 1].map((sort) => ({ Get: { TableName: table, Key: key('page', sort) } })),
  });
  check('transactions read what they wrote', both.Responses, [{}, { Item: key('page', 1) }]);

  await dynamodb.updateTimeToLive({ TableName: table, TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' } });
  const ttl = await dynamodb.describeTimeToLive({ TableName: table });
  check('a table has a time to live', ttl.TimeToLiveDescription, { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' });

  check('what is not served is told by name', (await error(dynamodb.listExports({}))).name, 'UnknownOperationException');
  const missing = await error(dynamodb.getItem({ TableName: 'no-such-table', Key: key('a', 1) }));
  check('a table that is not there is told', missing.name, 'ResourceNotFoundException');
  await dynamodb.deleteTable({ TableName: table });
  check('the waiter sees the table go', (await waitUntilTableNotExists(waiter, { TableName: table })).state, 'SUCCESS');
}

main().catch((unexpected) => {
  failed++;
  console.log(`FAILED  ${unexpected.stack}`);
}).finally(() => {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
});
