// Command poster posts orders over so many connections and keeps nothing, by dropbridge's client
// or by net/http alone. It is what posting costs before anything is made sure.
//
// usage: poster client|plain URL ORDERS CONNECTIONS
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		log.Fatal(err)
	}
}

func run(way, url, orders, connections string) error {
	total, err := strconv.Atoi(orders)
	if err != nil {
		return err
	}
	workers, err := strconv.Atoi(connections)
	if err != nil {
		return err
	}
	post := plain(url, workers)
	if way == "client" {
		if post, err = ours(url); err != nil {
			return err
		}
	}
	numbers := make(chan int)
	group, ctx := errgroup.WithContext(context.Background())
	for range workers {
		group.Go(func() error {
			for n := range numbers {
				body := fmt.Sprintf(`{"external_id":"%d","items":[{"sku":"KB-01","quantity":2,"price":"450.00"}],"payment":{"method":"prepaid"}}`, n)
				if err := post(ctx, []byte(body)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(numbers)
		for n := range total {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
}

// ours is dropbridge's client with the contract's own mapping, without a limit and without retries.
func ours(url string) (func(context.Context, []byte) error, error) {
	data, file, err := templates.Open("").Read(templates.Supplier, "default")
	if err != nil {
		return nil, err
	}
	program, err := mapping.Compile(file, data)
	if err != nil {
		return nil, err
	}
	c, err := client.New(client.Options{BaseURL: url, Token: supplier.NewSecret("bench"), Mapping: program, Retries: -1,
		Idempotency: supplier.Idempotency{Kind: "none"}})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, body []byte) error {
		_, err := c.CreateOrder(ctx, body, "")
		return err
	}, nil
}

func plain(url string, connections int) func(context.Context, []byte) error {
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	return func(ctx context.Context, body []byte) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/orders", bytes.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		answer, err := c.Do(request)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusCreated {
			return fmt.Errorf("status %s", answer.Status)
		}
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
}
