// Command peer drives another lock client for the interoperability tests.
//
//	peer talk     answers the questions on its input, one line each: see talk.go
//	peer contend  contends for keys and reports its sections: see contend.go
//
// Built with the tag real it drives the libraries themselves; without it, stand-ins that send the same calls.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(mode string, arguments []string) error {
	flags := flag.NewFlagSet(mode, flag.ContinueOnError)
	client := flags.String("client", "dynamolock", "dynamolock or distrlock")
	endpoint := flags.String("endpoint", "", "where DynamoDB is")
	table := flags.String("table", "locks", "the lock table")
	owner := flags.String("owner", "theirs", "the owner's name, where the client has one")
	lease := flags.Duration("lease", time.Second, "the lease")
	sections := flags.String("sections", "", "where sections are reported")
	workers := flags.Int("workers", 5, "how many contend")
	keys := flags.Int("keys", 10, "for how many keys")
	crashes := flags.Int("crashes", 12, "one in so many sections ends with a crash")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	open := func(name string, heartbeat bool) (locker, error) {
		return newLocker(*client, settings{connect(*endpoint), *table, name, *lease, heartbeat})
	}
	ctx := context.Background()
	if mode == "talk" {
		return talk(ctx, *owner, open)
	}
	return contend(ctx, contention{*sections, *owner, *workers, *keys, *crashes}, open)
}

// opener makes lock clients.
type opener func(owner string, heartbeat bool) (locker, error)

// whole sends each request's body from a copy. The SDK closes its body as soon as an answer's head is there, and from then
// on the body's WriteTo reports EOF, which io.Copy passes on as a failure (smithy-go 1.28.9). When net/http's last read of
// the body comes that late, it closes the connection, and what it had not read of the answer is lost.
type whole struct{}

func (whole) Do(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	copied := request.Clone(request.Context())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	return http.DefaultClient.Do(copied)
}

func connect(endpoint string) *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		HTTPClient:   whole{},
		Region:       "us-east-1",
		BaseEndpoint: aws.String(endpoint),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: "local", SecretAccessKey: "local"}, nil
		}),
	})
}
