//go:build real

package main

import (
	"context"
	"errors"
	"time"

	lib "cirello.io/dynamolock/v5"
)

type realDynamolock struct {
	client *lib.Client
	lease  time.Duration
}

func newDynamolock(s settings) (locker, error) {
	heartbeat := lib.WithHeartbeatPeriod(s.lease / 4)
	if !s.heartbeat {
		heartbeat = lib.DisableHeartbeat()
	}
	client, err := lib.New(s.db, s.table, lib.WithOwnerName(s.owner), lib.WithLeaseDuration(s.lease), heartbeat)
	if err != nil {
		return nil, err
	}
	return &realDynamolock{client: client, lease: s.lease}, nil
}

func (d *realDynamolock) acquire(ctx context.Context, r request) (held, error) {
	options := []lib.AcquireLockOption{
		lib.WithRefreshPeriod(20 * time.Millisecond),
		lib.WithAdditionalAttributes(values(r.attributes)),
	}
	if r.patience == 0 {
		options = append(options, lib.FailIfLocked())
	} else {
		options = append(options, lib.WithAdditionalTimeToWaitForLock(r.patience))
	}
	if r.data != "" {
		options = append(options, lib.WithData([]byte(r.data)))
	}
	lock, err := d.client.AcquireLock(ctx, r.key, options...)
	var notGranted *lib.LockNotGrantedError
	if errors.As(err, &notGranted) {
		return nil, errRefused
	}
	if err != nil {
		return nil, err
	}
	return realDynamolockHeld{d.client, lock}, nil
}

func (d *realDynamolock) look(ctx context.Context, key string) (*row, error) {
	lock, err := d.client.Get(ctx, key)
	if err != nil || lock.OwnerName() == "" {
		return nil, err
	}
	return &row{string(lock.Data()), texts(lock.AdditionalAttributes())}, nil
}

func (d *realDynamolock) close(ctx context.Context) { _ = d.client.Close(ctx) }

type realDynamolockHeld struct {
	client *lib.Client
	lock   *lib.Lock
}

func (h realDynamolockHeld) shown() row {
	return row{string(h.lock.Data()), texts(h.lock.AdditionalAttributes())}
}

func (h realDynamolockHeld) isHeld() bool { return !h.lock.IsExpired() }

func (h realDynamolockHeld) release(ctx context.Context) error {
	_, err := h.client.ReleaseLock(ctx, h.lock)
	return err
}
