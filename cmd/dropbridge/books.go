package main

import (
	"context"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/internal/config"
)

// books are the commands for accountants, which stand in a package of their own.
func (a *app) books() *books.Program {
	return &books.Program{
		Name: "dropbridge " + version(), Progress: a.stderr, Partial: quiet(exitPartial),
		Config: a.loadConfig, JSON: func() bool { return a.jsonOutput }, PrintJSON: a.printJSON, People: a.people, Logger: a.logger,
		Connect: func(ctx context.Context, c *config.Config) (books.Connection, error) {
			conn, err := a.connect(ctx, c)
			if err != nil {
				return books.Connection{}, err
			}
			return books.Connection{Client: conn.client, Shown: conn.shownIn, Close: conn.close}, nil
		},
	}
}
