package client

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

func wireMapping(t testing.TB, parts ...string) *mapping.Program {
	t.Helper()
	m, err := mapping.Compile("wire.yaml", []byte(suppliertest.WireText(parts...)))
	require.NoError(t, err)
	return m
}

func withMapping(m *mapping.Program) func(*Options) { return func(o *Options) { o.Mapping = m } }

// asked is one request as a server saw it.
type asked struct {
	request string // method, path and query
	header  http.Header
	body    string
}

// recorder answers by that function and keeps what it was asked.
func recorder(answer func(r *http.Request, body string) (status int, text string)) (http.HandlerFunc, *[]asked) {
	var all []asked
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		all = append(all, asked{r.Method + " " + r.URL.String(), r.Header.Clone(), string(body)})
		status, text := answer(r, string(body))
		answerJSON(w, status, text)
	}, &all
}

// idsOf reads the product list and gives its ids in one line.
func idsOf(t testing.TB, c *Client) (string, error) {
	t.Helper()
	ids := []string{}
	for p, err := range c.Products(t.Context(), supplier.ProductQuery{}) {
		if err != nil {
			return strings.Join(ids, " "), err
		}
		ids = append(ids, p.ID)
	}
	return strings.Join(ids, " "), nil
}

// goods are records with those numbers as ids.
func goods(from, to int) string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, fmt.Sprintf(`{"id":"%d"}`, i))
	}
	return strings.Join(out, ",")
}
