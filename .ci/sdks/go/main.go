// Talks to the endpoint named by DYNAMODB_ENDPOINT as an application with the SDK for Go does. Ends with "N passed, N failed".
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

type item = map[string]types.AttributeValue

var (
	table          = aws.String("go-things")
	ctx            = context.Background()
	passed, failed int
)

func check(what string, actual, expected any) {
	if reflect.DeepEqual(actual, expected) {
		passed++
		fmt.Println("ok     ", what)
		return
	}
	failed++
	fmt.Printf("FAILED  %s: %#v, not %#v\n", what, actual, expected)
}

// must ends the run when a call fails that has to succeed.
func must[T any](answer T, err error) T {
	if err != nil {
		failed++
		fmt.Println("FAILED ", err)
		finish()
	}
	return answer
}

func finish() {
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
	os.Exit(0)
}

func s(text string) types.AttributeValue { return &types.AttributeValueMemberS{Value: text} }

func n(number int) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.Itoa(number)}
}

func key(partition string, sort int) item { return item{"pk": s(partition), "sk": n(sort)} }

func code(err error) string {
	var api smithy.APIError
	if errors.As(err, &api) {
		return api.ErrorCode()
	}
	return fmt.Sprint(err)
}

func main() {
	db := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(os.Getenv("DYNAMODB_ENDPOINT")),
		Region:       "eu-central-1",
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
	tables(db)
	items(db)
	searches(db)
	transactions(db)
	settings(db)
	finish()
}

func tables(db *dynamodb.Client) {
	must(db.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:   table,
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("sk"), AttributeType: types.ScalarAttributeTypeN},
		},
		KeySchema: []types.KeySchemaElement{
			{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("sk"), KeyType: types.KeyTypeRange},
		},
	}))
	waiter := dynamodb.NewTableExistsWaiter(db)
	check("the waiter sees the table",
		waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: table}, 30*time.Second), nil)
}

func items(db *dynamodb.Client) {
	all := key("a", 1)
	all["count"] = n(1)
	all["bytes"] = &types.AttributeValueMemberB{Value: []byte{0, 255}}
	all["doc"] = &types.AttributeValueMemberM{Value: item{"list": &types.AttributeValueMemberL{
		Value: []types.AttributeValue{n(1), &types.AttributeValueMemberBOOL{Value: true}, &types.AttributeValueMemberNULL{Value: true}},
	}}}
	once := &dynamodb.PutItemInput{
		TableName: table, Item: all, ConditionExpression: aws.String("attribute_not_exists(pk)"),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}
	must(db.PutItem(ctx, once))
	read := must(db.GetItem(ctx, &dynamodb.GetItemInput{TableName: table, Key: key("a", 1), ConsistentRead: aws.Bool(true)}))
	check("all types come back", read.Item, all)

	_, err := db.PutItem(ctx, once)
	var refused *types.ConditionalCheckFailedException
	check("a failed condition is of its type", errors.As(err, &refused), true)
	if refused != nil {
		check("a failed condition brings the item", refused.Item["count"], n(1))
	}

	updated := must(db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName: table, Key: key("a", 1),
		UpdateExpression:         aws.String("SET made = if_not_exists(made, :one), doc.#l[0] = :one REMOVE bytes ADD #c :one"),
		ExpressionAttributeNames: map[string]string{"#c": "count", "#l": "list"}, ReturnValues: types.ReturnValueUpdatedNew,
		ExpressionAttributeValues: item{":one": n(2)},
	}))
	check("an update answers what it updated", updated.Attributes, item{
		"count": n(3), "made": n(2),
		"doc": &types.AttributeValueMemberM{Value: item{"list": &types.AttributeValueMemberL{Value: []types.AttributeValue{n(2)}}}},
	})
}

func searches(db *dynamodb.Client) {
	var writes []types.WriteRequest
	for sort := range 7 {
		writes = append(writes, types.WriteRequest{PutRequest: &types.PutRequest{Item: key("page", sort)}})
	}
	batch := must(db.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: map[string][]types.WriteRequest{*table: writes}}))
	check("a batch is written", len(batch.UnprocessedItems), 0)
	pages := dynamodb.NewQueryPaginator(db, &dynamodb.QueryInput{
		TableName: table, Limit: aws.Int32(4), KeyConditionExpression: aws.String("pk = :p AND sk > :from"),
		ExpressionAttributeValues: item{":p": s("page"), ":from": n(0)},
	})
	var found [][]item
	for pages.HasMorePages() {
		found = append(found, must(pages.NextPage(ctx)).Items)
	}
	check("a query has pages", found, [][]item{
		{key("page", 1), key("page", 2), key("page", 3), key("page", 4)}, {key("page", 5), key("page", 6)},
	})
	got := must(db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{
		*table: {Keys: []item{key("page", 0), key("page", 99)}},
	}}))
	check("a batch is read", got.Responses[*table], []item{key("page", 0)})
}

func transactions(db *dynamodb.Client) {
	_, err := db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{TableName: table, Item: key("never", 1)}},
		{ConditionCheck: &types.ConditionCheck{
			TableName: table, Key: key("a", 1), ConditionExpression: aws.String("attribute_not_exists(pk)"),
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}},
	}})
	var cancelled *types.TransactionCanceledException
	check("a transaction is cancelled", errors.As(err, &cancelled), true)
	if cancelled != nil {
		var codes []string
		for _, reason := range cancelled.CancellationReasons {
			codes = append(codes, aws.ToString(reason.Code))
		}
		check("with a reason for each action", codes, []string{"None", "ConditionalCheckFailed"})
		check("with the item", cancelled.CancellationReasons[1].Item["count"], n(3))
	}
	read := must(db.GetItem(ctx, &dynamodb.GetItemInput{TableName: table, Key: key("never", 1)}))
	check("and writes nothing", len(read.Item), 0)

	must(db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Delete: &types.Delete{TableName: table, Key: key("page", 0)}},
	}}))
	both := must(db.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: []types.TransactGetItem{
		{Get: &types.Get{TableName: table, Key: key("page", 0)}}, {Get: &types.Get{TableName: table, Key: key("page", 1)}},
	}}))
	check("transactions read what they wrote", both.Responses, []types.ItemResponse{{}, {Item: key("page", 1)}})
}

func settings(db *dynamodb.Client) {
	must(db.UpdateTimeToLive(ctx, &dynamodb.UpdateTimeToLiveInput{TableName: table, TimeToLiveSpecification: &types.TimeToLiveSpecification{
		Enabled: aws.Bool(true), AttributeName: aws.String("expires"),
	}}))
	ttl := must(db.DescribeTimeToLive(ctx, &dynamodb.DescribeTimeToLiveInput{TableName: table})).TimeToLiveDescription
	check("a table has a time to live", *ttl, types.TimeToLiveDescription{
		AttributeName: aws.String("expires"), TimeToLiveStatus: types.TimeToLiveStatusEnabled,
	})

	_, err := db.ListExports(ctx, &dynamodb.ListExportsInput{})
	check("what is not served is told by name", code(err), "UnknownOperationException")
	_, err = db.GetItem(ctx, &dynamodb.GetItemInput{TableName: aws.String("no-such-table"), Key: key("a", 1)})
	check("a table that is not there is told", code(err), "ResourceNotFoundException")
	must(db.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: table}))
	waiter := dynamodb.NewTableNotExistsWaiter(db)
	check("the waiter sees the table go",
		waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: table}, 30*time.Second), nil)
}
