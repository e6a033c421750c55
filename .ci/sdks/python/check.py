"""Talks to the endpoint named by DYNAMODB_ENDPOINT as an application with boto3 does. Ends with "N passed, N failed"."""

import os
import sys

import boto3
from botocore.exceptions import ClientError

results = {"passed": 0, "failed": 0}
table = "python-things"
dynamodb = boto3.client(
    "dynamodb",
    endpoint_url=os.environ["DYNAMODB_ENDPOINT"],
    region_name="eu-central-1",
    aws_access_key_id="local",
    aws_secret_access_key="local",
)


def check(what, actual, expected):
    good = actual == expected
    results["passed" if good else "failed"] += 1
    print(f"{'ok    ' if good else 'FAILED'}  {what}" + ("" if good else f": {actual!r}, not {expected!r}"))


def error(call, **parameters):
    try:
        return call(**parameters) and None
    except ClientError as failure:
        return failure.response


def key(partition, sort):
    return {"pk": {"S": partition}, "sk": {"N": str(sort)}}


dynamodb.create_table(
    TableName=table,
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}],
    KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
)
dynamodb.get_waiter("table_exists").wait(TableName=table)
check("the waiter sees the table", dynamodb.describe_table(TableName=table)["Table"]["TableStatus"], "ACTIVE")

item = {
    **key("a", 1),
    "count": {"N": "1"},
    "bytes": {"B": b"\x00\xff"},
    "tags": {"SS": ["x", "y"]},
    "doc": {"M": {"list": {"L": [{"N": "1"}, {"BOOL": True}, {"NULL": True}]}}},
}
once = {"TableName": table, "Item": item, "ConditionExpression": "attribute_not_exists(pk)"}
dynamodb.put_item(**once)
read = dynamodb.get_item(TableName=table, Key=key("a", 1), ConsistentRead=True)["Item"]
read["tags"]["SS"].sort()
check("all types come back", read, item)

refused = error(dynamodb.put_item, **once, ReturnValuesOnConditionCheckFailure="ALL_OLD")
check("a failed condition has its code", refused["Error"]["Code"], "ConditionalCheckFailedException")
check("a failed condition brings the item", refused["Item"]["count"], {"N": "1"})
check(
    "a failed condition is of its class",
    issubclass(dynamodb.exceptions.ConditionalCheckFailedException, ClientError),
    True,
)

updated = dynamodb.update_item(
    TableName=table,
    Key=key("a", 1),
    UpdateExpression="SET doc.#l = list_append(doc.#l, :more) REMOVE bytes ADD #c :one DELETE tags :x",
    ExpressionAttributeNames={"#l": "list", "#c": "count"},
    ExpressionAttributeValues={":more": {"L": [{"S": "z"}]}, ":one": {"N": "2"}, ":x": {"SS": ["x"]}},
    ReturnValues="ALL_NEW",
)["Attributes"]
check("an update adds, appends, removes and deletes", updated, {
    **key("a", 1),
    "count": {"N": "3"},
    "tags": {"SS": ["y"]},
    "doc": {"M": {"list": {"L": [{"N": "1"}, {"BOOL": True}, {"NULL": True}, {"S": "z"}]}}},
})

writes = [{"PutRequest": {"Item": key("page", sort)}} for sort in range(7)]
check("a batch is written", dynamodb.batch_write_item(RequestItems={table: writes})["UnprocessedItems"], {})
pages = list(
    dynamodb.get_paginator("query").paginate(
        TableName=table,
        KeyConditionExpression="pk = :p AND sk >= :from",
        ExpressionAttributeValues={":p": {"S": "page"}, ":from": {"N": "1"}},
        PaginationConfig={"PageSize": 4},
    )
)
check("a query has pages", [page["Count"] for page in pages], [4, 2])
check("pages are in order", [int(i["sk"]["N"]) for page in pages for i in page["Items"]], [1, 2, 3, 4, 5, 6])
got = dynamodb.batch_get_item(RequestItems={table: {"Keys": [key("page", 0), key("page", 99)]}})["Responses"][table]
check("a batch is read", got, [key("page", 0)])

cancelled = error(
    dynamodb.transact_write_items,
    TransactItems=[
        {"Put": {"TableName": table, "Item": key("never", 1)}},
        {
            "ConditionCheck": {
                "TableName": table,
                "Key": key("a", 1),
                "ConditionExpression": "attribute_not_exists(pk)",
                "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            }
        },
    ],
)
check("a transaction is cancelled", cancelled["Error"]["Code"], "TransactionCanceledException")
check("with a reason for each action", [r["Code"] for r in cancelled["CancellationReasons"]],
      ["None", "ConditionalCheckFailed"])
check("with the item", cancelled["CancellationReasons"][1]["Item"]["count"], {"N": "3"})
check("and writes nothing", "Item" in dynamodb.get_item(TableName=table, Key=key("never", 1)), False)
dynamodb.transact_write_items(TransactItems=[{"Delete": {"TableName": table, "Key": key("page", 0)}}])
both = dynamodb.transact_get_items(
    TransactItems=[{"Get": {"TableName": table, "Key": key("page", sort)}} for sort in (0, 1)]
)["Responses"]
check("transactions read what they wrote", both, [{}, {"Item": key("page", 1)}])

dynamodb.update_time_to_live(TableName=table, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"})
ttl = dynamodb.describe_time_to_live(TableName=table)["TimeToLiveDescription"]
check("a table has a time to live", ttl, {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"})

check(
    "what is not served is told by name",
    error(dynamodb.list_exports)["Error"]["Code"],
    "UnknownOperationException",
)
missing = error(dynamodb.get_item, TableName="no-such-table", Key=key("a", 1))
check("a table that is not there is told", missing["Error"]["Code"], "ResourceNotFoundException")
dynamodb.delete_table(TableName=table)
dynamodb.get_waiter("table_not_exists").wait(TableName=table)
check("the waiter sees the table go", table in dynamodb.list_tables()["TableNames"], False)

print(f"{results['passed']} passed, {results['failed']} failed")
sys.exit(1 if results["failed"] else 0)
