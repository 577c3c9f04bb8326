package main

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// connection is the supplier that a command talks to.
type connection struct {
	client *client.Client
	shown  string // what people are told of it
	close  func() error
}

const embeddedShown = "embedded sandbox"

// shownIn is what people are told of the supplier in their language.
func (c *connection) shownIn(language wording.Language) string {
	if c.shown == embeddedShown {
		return language.Of("вбудована пісочниця", c.shown)
	}
	return c.shown
}

// connect makes the client for the config's supplier, or starts the embedded
// sandbox inside this process where the config names none.
func (a *app) connect(ctx context.Context, c *config.Config) (*connection, error) {
	if c.Supplier.BaseURL == "" {
		return a.connectEmbedded(ctx, c)
	}
	token, err := c.Token(a.lookupEnv)
	if err != nil {
		return nil, err
	}
	client, err := a.client(c, c.Supplier.BaseURL, token)
	if err != nil {
		return nil, err
	}
	return &connection{client: client, shown: c.Supplier.BaseURL, close: func() error { return nil }}, nil
}

// client makes the client of the supplier at that address.
func (a *app) client(c *config.Config, baseURL string, token supplier.Secret) (*client.Client, error) {
	options, err := c.Client(baseURL, token)
	if err != nil {
		return nil, err
	}
	options.UserAgent, options.Logger = "dropbridge/"+version(), a.logger()
	client, err := client.New(options)
	if err != nil {
		return nil, failure.Mistake("", "%s: supplier.base_url: %w", c.File, err)
	}
	return client, nil
}
