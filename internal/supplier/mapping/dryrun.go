package mapping

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
)

// DryRun is the request that would be sent for an example of an order.
type DryRun struct {
	Title   string          `json:"title"` // what kind of order it is
	Method  string          `json:"method"`
	Path    string          `json:"path"`
	Headers []string        `json:"headers"` // the names of those that matter
	Token   string          `json:"token"`   // where the token goes
	Body    json.RawMessage `json:"body,omitempty"`
	LeftOut []string        `json:"left_out,omitempty"` // values that the mapping refuses, with the reasons
	Refused string          `json:"refused,omitempty"`  // why no order of that kind is sent
}

// errNoExamples says that a mapping refuses all kinds of orders.
var errNoExamples = errors.New("the mapping refuses every order: see what stands at the requests, and mend create_order")

// DryRun makes the requests of three example orders, as they would be sent. The items of the
// examples are the products of those SKUs, where any are known.
func (m *Program) DryRun(skus ...string) ([]DryRun, error) {
	if m.Create.Body == nil {
		return nil, ErrNoCreation
	}
	var out []DryRun
	made := false
	for _, e := range orderbody.Examples(skus...) {
		run := DryRun{Title: e.Title, Method: "POST", Path: m.Create.Path, Headers: m.Create.headers, Token: m.Create.token}
		body, leftOut, err := m.Create.Body.Try(e)
		if run.Body, run.LeftOut = body, leftOut; err != nil {
			run.Refused = err.Error()
		}
		made = made || err == nil
		out = append(out, run)
	}
	if !made {
		return out, errNoExamples
	}
	return out, nil
}

// shownHeaders are the names of the headers of an order's request, and where the token goes.
func (c *compiler) shownHeaders() (headers []string, token string) {
	w := c.written
	headers = []string{"Content-Type"}
	switch {
	case w.Auth.Header.Text != "":
		headers, token = append(headers, w.Auth.Header.Text), "header "+w.Auth.Header.Text
	case w.Auth.Query.Text != "":
		token = "query " + w.Auth.Query.Text
	case w.Auth.Body.Text != "":
		token = "body " + w.Auth.Body.Text
	}
	for _, one := range w.Headers {
		headers = append(headers, fmt.Sprintf("%s: %s", one.Key.Text, one.Value.Text))
	}
	if w.Idempotency.Kind.Text == supplier.IdempotencyKey {
		headers = append(headers, w.Idempotency.KeyHeader.Text)
	}
	return headers, token
}
