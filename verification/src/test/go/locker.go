package main

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// errRefused says that another holds the lock.
var errRefused = errors.New("refused")

// settings are those of one lock client.
type settings struct {
	db    *dynamodb.Client
	table string
	owner string
	lease time.Duration
	// heartbeat is whether somebody renews its locks.
	heartbeat bool
}

// request is what to acquire.
type request struct {
	key string
	// patience is how long to wait beyond the lease of whoever holds the lock; zero is one try.
	patience   time.Duration
	data       string
	attributes map[string]string
}

// row is what a client shows of a lock row.
type row struct {
	data       string
	attributes map[string]string
}

// locker is a lock client.
type locker interface {
	acquire(ctx context.Context, r request) (held, error)
	// look returns nil when the client shows no row.
	look(ctx context.Context, key string) (*row, error)
	close(ctx context.Context)
}

// held is an acquired lock.
type held interface {
	shown() row
	// isHeld is whether the client, by its own judgement, still has the lock.
	isHeld() bool
	// release fails when the lock was lost.
	release(ctx context.Context) error
}

func newLocker(client string, s settings) (locker, error) {
	switch client {
	case "dynamolock":
		return newDynamolock(s)
	case "distrlock":
		return newDistrlock(s)
	}
	return nil, errors.New("no such client: " + client)
}

// texts returns the attributes of type S.
func texts(attributes map[string]types.AttributeValue) map[string]string {
	all := map[string]string{}
	for name, value := range attributes {
		if text, ok := value.(*types.AttributeValueMemberS); ok {
			all[name] = text.Value
		}
	}
	return all
}

func values(attributes map[string]string) map[string]types.AttributeValue {
	all := map[string]types.AttributeValue{}
	for name, value := range attributes {
		all[name] = &types.AttributeValueMemberS{Value: value}
	}
	return all
}
