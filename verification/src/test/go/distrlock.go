package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// distrlock locks partitions of a table whose rows have the keys pk and sk, as an application's own table may have.
const (
	partitionKey = "pk"
	sortKey      = "sk"
)

// handler is what this program uses of a distrlock handler.
type handler interface {
	tryLock(ctx context.Context, key types.AttributeValue) (refreshable, bool, error)
	lock(ctx context.Context, key types.AttributeValue) (refreshable, error)
}

// refreshable is what it uses of a distrlock lock.
type refreshable interface {
	Refresh(ctx context.Context) error
	Release(ctx context.Context) error
}

type distrlock struct {
	handler handler
	s       settings
}

func newDistrlock(s settings) (locker, error) {
	return &distrlock{handler: newHandler(s), s: s}, nil
}

func (d *distrlock) acquire(ctx context.Context, r request) (held, error) {
	key := &types.AttributeValueMemberS{Value: r.key}
	var lock refreshable
	if r.patience == 0 {
		got, ok, err := d.handler.tryLock(ctx, key)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, errRefused
		}
		lock = got
	} else {
		limited, cancel := context.WithTimeout(ctx, d.s.lease+r.patience)
		defer cancel()
		got, err := d.handler.lock(limited, key)
		if err != nil {
			if limited.Err() != nil {
				return nil, errRefused
			}
			return nil, err
		}
		lock = got
	}
	// The library does not say when the winning write was sent. A refresh of our own does: the lease is counted from it.
	h := &distrlockHeld{lock: lock, lease: d.s.lease, stop: make(chan struct{})}
	if err := h.refresh(ctx); err != nil {
		return nil, errRefused
	}
	if d.s.heartbeat {
		go h.keep(ctx)
	}
	return h, nil
}

func (d *distrlock) look(context.Context, string) (*row, error) {
	return nil, errors.New("distrlock can't look")
}

func (d *distrlock) close(context.Context) {}

type distrlockHeld struct {
	lease time.Duration
	stop  chan struct{}
	once  sync.Once

	mu        sync.Mutex
	lock      refreshable
	refreshed time.Time
}

func (h *distrlockHeld) refresh(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	sent := time.Now()
	if !h.refreshed.IsZero() && sent.Sub(h.refreshed) >= h.lease {
		return errors.New("expired")
	}
	err := h.lock.Refresh(ctx)
	if err == nil {
		h.refreshed = sent
	}
	return err
}

// keep does what the library leaves to its user.
func (h *distrlockHeld) keep(ctx context.Context) {
	ticker := time.NewTicker(h.lease / 4)
	defer ticker.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-ticker.C:
			if h.refresh(ctx) != nil {
				return
			}
		}
	}
}

func (h *distrlockHeld) shown() row { return row{} }

func (h *distrlockHeld) isHeld() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Since(h.refreshed) < h.lease
}

func (h *distrlockHeld) release(ctx context.Context) error {
	h.once.Do(func() { close(h.stop) })
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lock.Release(ctx)
}
