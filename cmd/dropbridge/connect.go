package main

import (
	"context"
	"net/url"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
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
func (a *app) connect(ctx context.Context, c *config) (*connection, error) {
	if c.Supplier.BaseURL == "" {
		return a.connectEmbedded(ctx, c)
	}
	token, err := a.token(c)
	if err != nil {
		return nil, err
	}
	client, err := a.client(c, c.Supplier.BaseURL, token)
	if err != nil {
		return nil, err
	}
	return &connection{client: client, shown: c.Supplier.BaseURL, close: func() error { return nil }}, nil
}

// account names the account at the supplier; it is part of every order's key. However its
// address is spelled it is the same account.
func (c *config) account() string { return state.NormalizeAccount(c.accountAsWritten()) }

// accountAsWritten is the account as the config spells it: what is kept beside the journal
// is found by it.
func (c *config) accountAsWritten() string {
	switch {
	case c.Supplier.Account != "":
		return c.Supplier.Account
	case c.Supplier.BaseURL != "":
		return c.Supplier.BaseURL
	}
	return state.EmbeddedAccount
}

func (a *app) client(c *config, baseURL string, token supplier.Secret) (*client.Client, error) {
	mapping, err := loadMapping(c)
	if err != nil {
		return nil, err
	}
	idempotency, err := parseIdempotency(c.Supplier.Idempotency)
	if err != nil {
		return nil, err
	}
	var limits []supplier.Limit
	for _, text := range c.Supplier.Limits {
		limit, err := supplier.ParseLimit(text)
		if err != nil {
			return nil, err
		}
		limits = append(limits, limit)
	}
	if mapping.NeedsUser() && c.Supplier.User == "" {
		return nil, configError("write the user's name as supplier.user; the token is the password",
			"%s: supplier.user is missing: the mapping %s logs in with it", c.file, mapping.Name())
	}
	client, err := client.New(client.Options{
		BaseURL:     plainLoopback(baseURL),
		User:        c.Supplier.User,
		Token:       token,
		Mapping:     mapping,
		Limits:      limits,
		Idempotency: idempotency,
		UserAgent:   "dropbridge/" + version(),
		Logger:      a.logger(),

		PostingAllowed: c.orderGuard(mapping).allowed,
	})
	if err != nil {
		return nil, configError("", "%s: supplier.base_url: %w", c.file, err)
	}
	return client, nil
}

// plainLoopback is an address whose host is this machine's name as everybody writes it: names
// of hosts know no capitals. Another address stays as it is.
func plainLoopback(address string) string {
	u, err := url.Parse(address)
	if err != nil || !strings.EqualFold(u.Hostname(), "localhost") {
		return address
	}
	u.Host = strings.ToLower(u.Host)
	return u.String()
}

func loadMapping(c *config) (*mapping.Program, error) {
	data, file, err := c.templates().Read(templates.Supplier, c.Supplier.Mapping)
	if err != nil {
		return nil, configError(hintOf(err), "%s: supplier.mapping: %w", c.file, err)
	}
	mapping, err := mapping.Compile(file, data)
	if err != nil {
		return nil, configError(hintOf(err), "%w", err)
	}
	return mapping, nil
}
