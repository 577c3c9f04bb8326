package supplier

import (
	"fmt"
	"net/http"
)

// auth is where the token goes.
type auth struct {
	header string
	prefix string
}

// transport compiles how requests are made, whatever they are for.
func (c *compiler) transport(m *Mapping) error {
	w := c.written.Auth
	if w.Header.Text == "" {
		return c.wrong(w.Header, "auth: header is missing: the name of the header that carries the token")
	}
	m.auth = auth{header: w.Header.Text, prefix: w.Prefix.Text}
	return nil
}

// promises compiles what holds for all operations: idempotency and errors.
func (c *compiler) promises(m *Mapping) error {
	idempotency := c.written.Idempotency
	if err := c.choice(idempotency.Kind, "kind of idempotency", IdempotencyNone, IdempotencyExternalID, IdempotencyKey); err != nil {
		return err
	}
	m.idempotency = Idempotency{Kind: idempotency.Kind.Text, Lifetime: idempotency.Lifetime}
	m.keyHeader = idempotency.KeyHeader.Text
	if m.idempotency.Kind == IdempotencyKey && m.keyHeader == "" {
		return c.wrong(idempotency.Kind, "idempotency by key needs key_header, the name of the header")
	}
	refusal, err := compileRecord(c, "errors", c.written.Errors, problemFields(), nil, recordRules{})
	if err != nil {
		return err
	}
	m.problem = refusal.read
	m.statuses, err = c.kinds()
	return err
}

// kinds compiles what a refusing status means where it is not what HTTP says.
func (c *compiler) kinds() (map[int]Kind, error) {
	words := map[string]Kind{"rejected": KindRejected, "conflict": KindConflict, "not_found": KindNotFound,
		"unauthorized": KindUnauthorized, "throttled": KindThrottled}
	known := []string{"rejected", "conflict", "not_found", "unauthorized", "throttled"}
	out := map[int]Kind{}
	for _, spec := range c.written.Statuses {
		var status int
		if _, err := fmt.Sscanf(spec.key.Text, "%d", &status); err != nil || status < 400 || status > 499 || status == http.StatusRequestTimeout {
			// A 5xx or 408 leaves open whether the request was carried out; no mapping can change that.
			return nil, c.wrong(spec.key, "status %s: only a status from 400 to 499 but 408 can be given a meaning", spec.key.Text)
		}
		if err := c.choice(spec.value, "kind of error", known...); err != nil {
			return nil, err
		}
		out[status] = words[spec.value.Text]
	}
	return out, nil
}
