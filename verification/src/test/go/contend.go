package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"
)

// contention is how to contend.
type contention struct {
	sections string
	process  string
	workers  int
	keys     int
	crashes  int
}

// contend takes turns in all workers until the input ends.
func contend(ctx context.Context, c contention, open opener) error {
	over := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(over)
	}()
	failures := make(chan error, c.workers)
	var all sync.WaitGroup
	for i := range c.workers {
		all.Go(func() {
			failures <- c.work(ctx, fmt.Sprintf("%s-%d", c.process, i), open, over)
		})
	}
	all.Wait()
	close(failures)
	var err error
	for failure := range failures {
		err = errors.Join(err, failure)
	}
	return err
}

func (c contention) work(ctx context.Context, name string, open opener, over <-chan struct{}) error {
	living, err := open(name, true)
	if err != nil {
		return err
	}
	defer living.close(ctx)
	mortal, err := open(name+"-mortal", false)
	if err != nil {
		return err
	}
	for {
		select {
		case <-over:
			return nil
		default:
		}
		crash := rand.IntN(c.crashes) == 0
		client := living
		if crash {
			client = mortal
		}
		if err := c.turn(ctx, client, crash); err != nil {
			return err
		}
	}
}

// turn acquires a lock and stays inside for a while. One who crashes goes on believing in its lock until the lease is
// over, without renewing it, and does not release it.
func (c contention) turn(ctx context.Context, client locker, crash bool) error {
	key := fmt.Sprintf("key-%d", rand.IntN(c.keys))
	lock, err := client.acquire(ctx, request{key: key, patience: 2 * time.Second})
	if errors.Is(err, errRefused) {
		return nil
	}
	if err != nil {
		return err
	}
	id, err := c.report("/enter", url.Values{"key": {key}, "process": {c.process}})
	if err != nil {
		return err
	}
	leave := time.Now().Add(time.Duration(1+rand.IntN(40)) * time.Millisecond)
	for {
		at, err := c.report("/now", nil)
		if err != nil {
			return err
		}
		if !lock.isHeld() {
			break
		}
		if _, err := c.report("/still", url.Values{"id": {id}, "at": {at}}); err != nil {
			return err
		}
		if !crash && time.Now().After(leave) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if _, err := c.report("/leave", url.Values{"id": {id}, "crashed": {strconv.FormatBool(crash)}}); err != nil {
		return err
	}
	if !crash {
		// It fails when the lock was lost meanwhile, which is no failure of this program.
		_ = lock.release(ctx)
	}
	return nil
}

func (c contention) report(path string, values url.Values) (string, error) {
	answer, err := http.Get(c.sections + path + "?" + values.Encode())
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = errors.New(answer.Status)
	}
	return string(text), err
}
