//go:build !real

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// standinHandler sends the calls that distrlock v0.0.9 is documented to send; no code of it is here.
type standinHandler struct {
	s settings
}

func newHandler(s settings) handler { return standinHandler{s} }

func (h standinHandler) keys(key types.AttributeValue) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		partitionKey: key,
		sortKey:      &types.AttributeValueMemberS{Value: "##LOCK##"},
	}
}

// put writes the whole item when there is none or when it has the known id.
func (h standinHandler) put(ctx context.Context, key types.AttributeValue, id, known string) (bool, error) {
	item := h.keys(key)
	item["lockId"] = &types.AttributeValueMemberS{Value: id}
	item["timeout"] = &types.AttributeValueMemberN{Value: strconv.FormatInt(h.s.lease.Nanoseconds(), 10)}
	_, err := h.s.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                 aws.String(h.s.table),
		Item:                      item,
		ConditionExpression:       aws.String("attribute_not_exists(#sk) OR #id = :known"),
		ExpressionAttributeNames:  map[string]string{"#sk": sortKey, "#id": "lockId"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":known": &types.AttributeValueMemberS{Value: known}},
	})
	var failed *types.ConditionalCheckFailedException
	var conflict *types.TransactionConflictException
	if errors.As(err, &failed) || errors.As(err, &conflict) {
		return false, nil
	}
	return err == nil, err
}

func (h standinHandler) tryLock(ctx context.Context, key types.AttributeValue) (refreshable, bool, error) {
	id := rand.Text()
	ok, err := h.put(ctx, key, id, "")
	return &standinDistrlock{h, key, id}, ok, err
}

func (h standinHandler) lock(ctx context.Context, key types.AttributeValue) (refreshable, error) {
	seen, known := "", ""
	var deadline time.Time
	for ctx.Err() == nil {
		if seen != "" && time.Now().After(deadline) {
			known = seen
		}
		id := rand.Text()
		if ok, err := h.put(ctx, key, id, known); ok || err != nil {
			return &standinDistrlock{h, key, id}, err
		}
		got, err := h.s.db.GetItem(ctx, &dynamodb.GetItemInput{
			TableName: aws.String(h.s.table), Key: h.keys(key), ConsistentRead: aws.Bool(true),
		})
		if err != nil {
			return nil, err
		}
		switch holder := got.Item["lockId"].(type) {
		case nil:
			seen, known = "", ""
		case *types.AttributeValueMemberS:
			if holder.Value != seen {
				timeout, ok := got.Item["timeout"].(*types.AttributeValueMemberN)
				if !ok {
					return nil, errors.New("timeout is no number")
				}
				nanos, err := strconv.ParseInt(timeout.Value, 10, 64)
				if err != nil {
					return nil, err
				}
				seen, known = holder.Value, ""
				deadline = time.Now().Add(time.Duration(nanos))
			}
		default:
			return nil, errors.New("lockId is no string")
		}
		time.Sleep(15*time.Millisecond + jitter(10))
	}
	return nil, errors.New("timed out")
}

func jitter(millis int64) time.Duration {
	n, err := rand.Int(rand.Reader, big.NewInt(millis))
	if err != nil {
		panic(err)
	}
	return time.Duration(n.Int64()) * time.Millisecond
}

type standinDistrlock struct {
	handler standinHandler
	key     types.AttributeValue
	id      string
}

// Refresh also succeeds when the row is gone, as the library's does.
func (l *standinDistrlock) Refresh(ctx context.Context) error {
	id := rand.Text()
	ok, err := l.handler.put(ctx, l.key, id, l.id)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("the lock was lost")
	}
	l.id = id
	return nil
}

func (l *standinDistrlock) Release(ctx context.Context) error {
	_, err := l.handler.s.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName:                 aws.String(l.handler.s.table),
		Key:                       l.handler.keys(l.key),
		ConditionExpression:       aws.String("#id = :mine"),
		ExpressionAttributeNames:  map[string]string{"#id": "lockId"},
		ExpressionAttributeValues: map[string]types.AttributeValue{":mine": &types.AttributeValueMemberS{Value: l.id}},
	})
	return err
}
