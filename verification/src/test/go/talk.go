package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// talk answers questions, fields parted by tabs, one line each:
//
//	acquire KEY PATIENCE_MILLIS living|mortal DATA [NAME VALUE]  ->  granted DATA [NAME VALUE]... | refused
//	release KEY                                                  ->  released | lost
//	look KEY                                                     ->  row DATA [NAME VALUE]... | none
//
// and "error TEXT" to any of them. It ends with its input.
func talk(ctx context.Context, owner string, open opener) error {
	living, err := open(owner, true)
	if err != nil {
		return err
	}
	mortal, err := open(owner+"-mortal", false)
	if err != nil {
		return err
	}
	locks := map[string]held{}
	questions := bufio.NewScanner(os.Stdin)
	for questions.Scan() {
		fields := strings.Split(questions.Text(), "\t")
		answer := ""
		switch fields[0] {
		case "acquire":
			client := living
			if fields[3] == "mortal" {
				client = mortal
			}
			answer = acquire(ctx, client, locks, fields)
		case "release":
			answer = "released"
			if err := locks[fields[1]].release(ctx); err != nil {
				answer = "lost"
			}
		case "look":
			seen, err := living.look(ctx, fields[1])
			switch {
			case err != nil:
				answer = failure(err)
			case seen == nil:
				answer = "none"
			default:
				answer = "row" + show(*seen)
			}
		}
		fmt.Println(answer)
	}
	living.close(ctx)
	return questions.Err()
}

func acquire(ctx context.Context, client locker, locks map[string]held, fields []string) string {
	millis, err := strconv.Atoi(fields[2])
	if err != nil {
		return failure(err)
	}
	wanted := request{
		key:        fields[1],
		patience:   time.Duration(millis) * time.Millisecond,
		data:       fields[4],
		attributes: map[string]string{},
	}
	if len(fields) > 6 {
		wanted.attributes[fields[5]] = fields[6]
	}
	lock, err := client.acquire(ctx, wanted)
	if errors.Is(err, errRefused) {
		return "refused"
	}
	if err != nil {
		return failure(err)
	}
	locks[wanted.key] = lock
	return "granted" + show(lock.shown())
}

func show(r row) string {
	text := "\t" + r.data
	for name, value := range r.attributes {
		text += "\t" + name + "\t" + value
	}
	return text
}

func failure(err error) string {
	return "error\t" + strings.ReplaceAll(err.Error(), "\n", " ")
}
