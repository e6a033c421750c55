//go:build real

package main

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	lib "github.com/raito-io/go-dynamo-utils/distrlock"
)

type realHandler struct {
	handler *lib.RepositoryLockHandler
}

func newHandler(s settings) handler {
	return realHandler{lib.New(s.db, s.table, partitionKey,
		lib.WithSortKey(sortKey),
		lib.WithTimeout(s.lease),
		lib.WithRefreshInterval(20*time.Millisecond),
		lib.WithRefreshVariance(5*time.Millisecond))}
}

func (h realHandler) tryLock(ctx context.Context, key types.AttributeValue) (refreshable, bool, error) {
	lock, ok, err := h.handler.TryLock(ctx, key)
	return lock, ok, err
}

func (h realHandler) lock(ctx context.Context, key types.AttributeValue) (refreshable, error) {
	return h.handler.Lock(ctx, key)
}
