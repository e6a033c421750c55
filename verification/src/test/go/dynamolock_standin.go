//go:build !real

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// standinDynamolock sends the calls that dynamolock v5 is documented to send; no code of it is here.
type standinDynamolock struct {
	s    settings
	stop context.CancelFunc

	mu    sync.Mutex
	locks map[string]*standinLock
}

func newDynamolock(s settings) (locker, error) {
	ctx, stop := context.WithCancel(context.Background())
	d := &standinDynamolock{s: s, stop: stop, locks: map[string]*standinLock{}}
	if s.heartbeat {
		go d.keep(ctx)
	}
	return d, nil
}

// stored is a row as it was read.
type stored struct {
	owner, version string
	lease          time.Duration
	released       bool
	data           []byte
	others         map[string]types.AttributeValue
	seen           time.Time
}

func (d *standinDynamolock) key(key string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"key": &types.AttributeValueMemberS{Value: key}}
}

func (d *standinDynamolock) read(ctx context.Context, key string) (*stored, error) {
	got, err := d.s.db.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(d.s.table), Key: d.key(key), ConsistentRead: aws.Bool(true),
	})
	if err != nil || got.Item == nil {
		return nil, err
	}
	own := texts(got.Item)
	r := &stored{owner: own["ownerName"], version: own["recordVersionNumber"], others: got.Item, seen: time.Now()}
	if own["leaseDuration"] != "" {
		if r.lease, err = time.ParseDuration(own["leaseDuration"]); err != nil {
			return nil, fmt.Errorf("cannot parse lease duration: %w", err)
		}
	}
	if data, ok := got.Item["data"].(*types.AttributeValueMemberB); ok {
		r.data = data.Value
	}
	_, r.released = got.Item["isReleased"]
	for _, name := range []string{"key", "ownerName", "leaseDuration", "recordVersionNumber", "isReleased", "data"} {
		delete(r.others, name)
	}
	return r, nil
}

// put replaces the whole item under a condition; false when the condition failed.
func (d *standinDynamolock) put(ctx context.Context, lock *standinLock, condition string, seen string) (bool, error) {
	item := values(map[string]string{
		"key":                 lock.key,
		"ownerName":           d.s.owner,
		"leaseDuration":       d.s.lease.String(),
		"recordVersionNumber": lock.version,
	})
	maps.Copy(item, lock.others)
	if lock.data != nil {
		item["data"] = &types.AttributeValueMemberB{Value: lock.data}
	}
	names := map[string]string{"#k": "key"}
	var given map[string]types.AttributeValue
	if seen == "" {
		names["#r"] = "isReleased"
		given = values(map[string]string{":one": "1"})
	} else {
		names["#v"] = "recordVersionNumber"
		given = values(map[string]string{":seen": seen})
	}
	lock.lookup = time.Now()
	_, err := d.s.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                 aws.String(d.s.table),
		Item:                      item,
		ConditionExpression:       aws.String(condition),
		ExpressionAttributeNames:  names,
		ExpressionAttributeValues: given,
	})
	if isConditionFailure(err) {
		return false, nil
	}
	return err == nil, err
}

func isConditionFailure(err error) bool {
	var failed *types.ConditionalCheckFailedException
	return errors.As(err, &failed)
}

func newVersion() string { return fmt.Sprintf("%d:%s", time.Now().UnixNano(), rand.Text()) }

func (d *standinDynamolock) acquire(ctx context.Context, r request) (held, error) {
	const (
		free    = "attribute_not_exists(#k) OR (attribute_exists(#k) AND #r = :one)"
		expired = "attribute_exists(#k) AND #v = :seen"
	)
	start, allowed := time.Now(), r.patience
	var candidate *stored
	attributes := values(r.attributes)
	for {
		found, err := d.read(ctx, r.key)
		if err != nil {
			return nil, err
		}
		lock := &standinLock{client: d, key: r.key, version: newVersion()}
		if found != nil {
			lock.data = found.data
			maps.Copy(found.others, attributes)
			attributes = found.others
		}
		if lock.data == nil && r.data != "" {
			lock.data = []byte(r.data)
		}
		lock.others = attributes
		condition, seen := free, ""
		if found != nil && !found.released {
			if candidate == nil {
				if r.patience == 0 {
					return nil, errRefused
				}
				candidate = found
				allowed += found.lease
			}
			if candidate.version != found.version {
				candidate = found
			}
			condition, seen = "", ""
			if found.seen.Sub(candidate.seen) > candidate.lease {
				condition, seen = expired, candidate.version
			}
		}
		if condition != "" {
			if ok, err := d.put(ctx, lock, condition, seen); err != nil {
				return nil, err
			} else if ok {
				d.mu.Lock()
				d.locks[r.key] = lock
				d.mu.Unlock()
				return lock, nil
			}
		} else if time.Since(start) > allowed {
			return nil, errRefused
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (d *standinDynamolock) look(ctx context.Context, key string) (*row, error) {
	found, err := d.read(ctx, key)
	if err != nil || found == nil {
		return nil, err
	}
	return &row{string(found.data), texts(found.others)}, nil
}

func (d *standinDynamolock) keep(ctx context.Context) {
	ticker := time.NewTicker(d.s.lease / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			for _, lock := range d.held() {
				lock.renew(ctx)
			}
		}
	}
}

func (d *standinDynamolock) held() []*standinLock {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []*standinLock
	for _, lock := range d.locks {
		all = append(all, lock)
	}
	return all
}

func (d *standinDynamolock) forget(lock *standinLock) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.locks[lock.key] == lock {
		delete(d.locks, lock.key)
	}
}

func (d *standinDynamolock) close(ctx context.Context) {
	for _, lock := range d.held() {
		_ = lock.release(ctx)
	}
	d.stop()
}

type standinLock struct {
	client *standinDynamolock
	key    string
	data   []byte
	others map[string]types.AttributeValue

	mu       sync.Mutex
	version  string
	lookup   time.Time
	released bool
}

func (l *standinLock) shown() row { return row{string(l.data), texts(l.others)} }

func (l *standinLock) isHeld() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.expired()
}

func (l *standinLock) expired() bool { return l.released || time.Since(l.lookup) > l.client.s.lease }

// own updates the row when it still has this lock's version and owner.
func (l *standinLock) own(ctx context.Context, update string, names map[string]string, given map[string]string) error {
	maps.Copy(names, map[string]string{"#k": "key", "#v": "recordVersionNumber", "#o": "ownerName"})
	maps.Copy(given, map[string]string{":old": l.version, ":owner": l.client.s.owner})
	_, err := l.client.s.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String(l.client.s.table),
		Key:                       l.client.key(l.key),
		UpdateExpression:          aws.String(update),
		ConditionExpression:       aws.String("attribute_exists(#k) AND #v = :old AND #o = :owner"),
		ExpressionAttributeNames:  names,
		ExpressionAttributeValues: values(given),
	})
	return err
}

func (l *standinLock) renew(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.expired() {
		l.client.forget(l)
		return
	}
	sent, next := time.Now(), newVersion()
	err := l.own(ctx, "SET #l = :lease, #v = :new", map[string]string{"#l": "leaseDuration"},
		map[string]string{":lease": l.client.s.lease.String(), ":new": next})
	if err == nil {
		l.version, l.lookup = next, sent
	} else if isConditionFailure(err) {
		l.client.forget(l)
	}
}

func (l *standinLock) release(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.released = true
	l.client.forget(l)
	return l.own(ctx, "SET #r = :one", map[string]string{"#r": "isReleased"}, map[string]string{":one": "1"})
}
