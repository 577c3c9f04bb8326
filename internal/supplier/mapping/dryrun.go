package mapping

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/orderbody"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// DryRun is the request that would be sent for an example of an order.
type DryRun struct {
	Title   wording.Text    `json:"title"` // what kind of order it is
	Method  string          `json:"method"`
	Path    string          `json:"path"`
	Headers []string        `json:"headers"` // the names of those that matter
	Token   string          `json:"token"`   // where the token goes
	Body    json.RawMessage `json:"body,omitempty"`
	Type    string          `json:"content_type,omitempty"` // of the body as it goes out, where that is not JSON
	Sent    string          `json:"sent,omitempty"`         // and that body
	Then    string          `json:"then,omitempty"`         // the request that hands the order in, where creation has two steps
	LeftOut []string        `json:"left_out,omitempty"`     // values that the mapping refuses, with the reasons
	Refused string          `json:"refused,omitempty"`      // why no order of that kind is sent
}

// errNoExamples says that a mapping refuses all kinds of orders.
var errNoExamples = errors.New("the mapping refuses every order: see what stands at the requests, and mend create_order")

// DryRun makes the requests of three example orders, as they would be sent. The items of the
// examples are those products, where any are known.
func (m *Program) DryRun(products ...orderbody.Product) ([]DryRun, error) {
	if m.Create.Body == nil {
		return nil, ErrNoCreation
	}
	var out []DryRun
	var skus []string
	for _, p := range products {
		skus = append(skus, p.SKU)
	}
	made := false
	for _, e := range orderbody.Examples(skus...) {
		run := DryRun{Title: e.Title, Method: "POST", Path: m.Create.Path, Headers: m.Create.headers, Token: m.Create.token}
		body, leftOut, err := m.Create.Body.Try(e)
		if err == nil {
			var sent string
			if sent, err = orderbody.ResolveKnown(string(body), products); err == nil {
				body = []byte(sent)
			}
		}
		if run.Body, run.LeftOut = body, leftOut; err != nil {
			run.Refused = err.Error()
		}
		if err == nil {
			made = true
			run.Type, run.Sent = m.Create.shown(string(body))
		}
		if m.Create.Then != nil {
			run.Then = "POST " + m.Create.Then.Path
		}
		out = append(out, run)
	}
	if !made {
		return out, errNoExamples
	}
	return out, nil
}

// shown is a body as it goes out and its type, for people: nothing where that is the JSON
// that it is. What is looked for when an order is sent stands there by its name.
func (o *CreateOp) shown(body string) (contentType, sent string) {
	if o.Encoding.Plain() {
		return "", ""
	}
	plain, err := orderbody.Resolve(body, func(w orderbody.Wanted) (string, error) {
		return jsonread.Quote("{" + w.Take + " of " + w.SKU + "}"), nil
	})
	if err == nil {
		sent, err = o.Encoding.Encode(plain)
	}
	if err != nil {
		return o.Encoding.ContentType(), ""
	}
	return o.Encoding.ContentType(), sent
}

// shownHeaders are the names of the headers of an order's request, and where the token goes.
func (c *compiler) shownHeaders(auth *access.Auth) (headers []string, token string) {
	w := c.written
	token, headers = auth.Shown()
	headers = append([]string{"Content-Type"}, headers...)
	for _, one := range w.Headers {
		headers = append(headers, fmt.Sprintf("%s: %s", one.Key.Text, one.Value.Text))
	}
	if w.Idempotency.Kind.Text == supplier.IdempotencyKey {
		headers = append(headers, w.Idempotency.KeyHeader.Text)
	}
	return headers, token
}
