package ledgertest

import (
	"bytes"
	"net/http"
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
	options.Token, options.Retries = supplier.NewSecret("token"), -1
	var err error
	if options.Mapping, err = mapping.Compile("default.yaml", []byte(suppliertest.NumberedYAML(t))); err != nil {
		t.Fatal(err)
	}
	c, err := client.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return c
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
