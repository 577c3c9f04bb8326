package ledgertest

import (
	"bytes"
	"net/http"
	"sync"
	"testing"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// ClientOf is a client of a service without a network, whose pages have numbers.
func ClientOf(t testing.TB, transport http.RoundTripper) *client.Client {
	t.Helper()
	return clientOf(t, client.Options{BaseURL: "https://supplier.example", Transport: transport})
}

func clientOf(t testing.TB, options client.Options) *client.Client {
	t.Helper()
	options.Token, options.Retries, options.Mapping = supplier.NewSecret("token"), -1, numbered(t)
	c, err := client.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// numberedOnce keeps the mapping of all clients: none of them changes it, and to compile it
// takes longer than to read a book.
var numberedOnce struct {
	sync.Mutex
	program *mapping.Program
}

func numbered(t testing.TB) *mapping.Program {
	t.Helper()
	numberedOnce.Lock()
	defer numberedOnce.Unlock()
	if numberedOnce.program != nil {
		return numberedOnce.program
	}
	compiled, err := mapping.Compile("default.yaml", []byte(suppliertest.NumberedYAML(t)))
	if err != nil {
		t.Fatal(err)
	}
	numberedOnce.program = compiled
	return compiled
}

// Answers answers requests with JSON; nil is a failure of the service.
type Answers func(*http.Request) []byte

// RoundTrip is that of a client's transport.
func (f Answers) RoundTrip(r *http.Request) (*http.Response, error) {
	body, status := f(r), http.StatusOK
	if body == nil {
		status = http.StatusInternalServerError
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: readCloser{bytes.NewReader(body)}, ContentLength: int64(len(body)), Request: r}, nil
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }
