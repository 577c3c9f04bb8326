package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/testmain"
)

func TestMain(m *testing.M) {
	// The library checks formats only where it is told what they are.
	openapi3.DefineStringFormatValidator("date", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringDate))
	openapi3.DefineStringFormatValidator("date-time", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringDateTime))
	os.Exit(testmain.Run(m))
}

// judge is the OpenAPI document, against which answers are held.
type judge struct{ doc *openapi3.T }

func loadContract(t testing.TB) *judge {
	t.Helper()
	c, err := theContract()
	require.NoError(t, err)
	return c
}

// theContract is read once: it is the same for all tests.
var theContract = sync.OnceValues(func() (*judge, error) {
	text, err := openapiJSON("")
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	return &judge{doc}, doc.Validate(context.Background())
})

// check says what of an answer is not as documented.
func (c *judge) check(r *http.Request, status int, header http.Header, body []byte) error {
	if r.Method == http.MethodHead {
		return nil // an answer without a body, to the same question as GET
	}
	item := c.doc.Paths.Value(r.URL.Path)
	if item == nil || item.GetOperation(r.Method) == nil {
		if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			return fmt.Errorf("undocumented %s %s answered %d", r.Method, r.URL.Path, status)
		}
		return c.problem(header, body)
	}
	if got := header.Get("Content-Type"); status >= 400 && got != "application/problem+json" {
		return fmt.Errorf("a refusal of type %q", got)
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: r,
			Route:   &routers.Route{Spec: c.doc, Path: r.URL.Path, PathItem: item, Method: r.Method, Operation: item.GetOperation(r.Method)},
		},
		Status: status, Header: header, Body: io.NopCloser(bytes.NewReader(body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	}
	return openapi3filter.ValidateResponse(context.Background(), input)
}

// problem checks a refusal at an address that the document does not know.
func (c *judge) problem(header http.Header, body []byte) error {
	if got := header.Get("Content-Type"); got != "application/problem+json" {
		return fmt.Errorf("a refusal of type %q", got)
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	return c.doc.Components.Schemas["Problem"].Value.VisitJSON(value)
}

// judged wraps the service so that each answer of an operation is held against
// the document; a cut or endless answer is none.
func judged(t testing.TB, s *Server) http.Handler {
	c := loadContract(t)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			s.ServeHTTP(w, r)
			return
		}
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, r)
		if err := c.check(r, rec.Code, rec.Header(), rec.Body.Bytes()); err != nil {
			t.Errorf("%s %s answered %d, not as documented: %v\n%.2000s", r.Method, r.URL, rec.Code, err, rec.Body)
		}
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	})
}

// The judge itself must bite: each change here makes an answer undocumented.
func TestContractBites(t *testing.T) {
	f := newFixture(t, Options{})
	f.order(t, "1", nil)
	c := loadContract(t)
	get := func(path string) (*http.Request, []byte) {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Authorization", "Bearer "+testToken)
		rec := httptest.NewRecorder()
		f.server.ServeHTTP(rec, r)
		require.NoError(t, c.check(r, rec.Code, rec.Header(), rec.Body.Bytes()))
		return r, rec.Body.Bytes()
	}
	header := http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"r"}}
	for _, tt := range []struct{ name, path, old, new string }{
		{"a missing member", "/api/products?per_page=1", `"sku":`, `"article":`},
		{"money as a number", "/api/orders", `"drop_total":"900.00"`, `"drop_total":900`},
		{"money with one decimal", "/api/orders", `"drop_total":"900.00"`, `"drop_total":"900.0"`},
		{"an unknown status", "/api/orders", `"status":"new"`, `"status":"fresh"`},
		{"an undocumented member", "/api/orders", `"comment":`, `"note":1,"comment":`},
		{"an empty text", "/api/orders", `"comment":null`, `"comment":""`},
		{"a time without its zone", "/api/finance/ledger", `Z","order_id"`, `","order_id"`},
		{"a total as text", "/api/shipments", `"total":0`, `"total":"0"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, body := get(tt.path)
			bent := bytes.Replace(body, []byte(tt.old), []byte(tt.new), 1)
			require.NotEqual(t, body, bent, "the answer holds %s", tt.old)
			require.Error(t, c.check(r, http.StatusOK, header, bent))
		})
	}
	r, body := get("/api/orders")
	require.Error(t, c.check(r, http.StatusTeapot, header, body), "an undocumented status")
	require.Error(t, c.check(r, http.StatusOK, http.Header{"Content-Type": {"text/html"}}, body), "another type")
	require.Error(t, c.check(r, http.StatusOK, http.Header{"Content-Type": {"application/json"}}, body), "a missing header")
}

// In OpenAPI 3.0 nullable is known only beside a type, and a reference or an allOf
// beside it still refuses null; a lenient reader like ours does not notice.
func TestNullableStandsBesideAType(t *testing.T) {
	text, err := openapiJSON("")
	require.NoError(t, err)
	var document any
	require.NoError(t, json.Unmarshal(text, &document))
	found := 0
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if v["nullable"] == true {
				found++
				require.Contains(t, v, "type", at)
				require.NotContains(t, v, "allOf", at)
				require.NotContains(t, v, "oneOf", at)
			}
			for name, value := range v {
				walk(at+"/"+name, value)
			}
		case []any:
			for _, value := range v {
				walk(at, value)
			}
		}
	}
	walk("", document)
	require.Greater(t, found, 10)
}
