package dialect

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// readLoosely reads what a test looks at of an answer.
func readLoosely(t testing.TB, a told, v any) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(a.body), v), a.body)
}

// session begins one.
func (s *stand) session(t testing.TB) string {
	t.Helper()
	a := s.send(t, http.MethodPost, "/session", http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("shop:"+standToken))}}, nil)
	var told struct{ Session struct{ Token string } }
	readLoosely(t, a, &told)
	require.NotEmpty(t, told.Session.Token, a.body)
	return told.Session.Token
}

func (s *stand) query(t *testing.T, session, query string, variables map[string]any) told {
	t.Helper()
	a := s.send(t, http.MethodPost, "/graphql", http.Header{"X-Session": {session}}, map[string]any{"query": query, "variables": variables})
	require.Equal(t, http.StatusOK, a.status, a.body)
	return a
}

// TestGraphTokensAreGoodOnce: each answer has the next token, and only that one is taken.
func TestGraphTokensAreGoodOnce(t *testing.T) {
	s := newStand(t, "graph", sandbox.Options{})
	const query = "query { products { pageInfo { hasNextPage } } }"
	first := s.session(t)
	a := s.query(t, first, query, nil)
	require.JSONEq(t, `{"data":{"products":{"pageInfo":{"hasNextPage":true}}}}`, a.body, "what is not selected is not told")
	next := a.header.Get("X-Next-Session")
	require.NotEqual(t, first, next)
	require.Contains(t, s.query(t, first, query, nil).body, `"code":"unauthenticated"`)
	require.Contains(t, s.query(t, next, query, nil).body, `"hasNextPage":true`)
	a = s.send(t, http.MethodPost, "/session", http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("shop:x"))}}, nil)
	require.Contains(t, a.body, `"code":"unauthenticated"`)
}

func TestGraphRefusals(t *testing.T) {
	s := newStand(t, "graph", sandbox.Options{})
	session := s.session(t)
	for query, c := range map[string]struct {
		variables map[string]any
		code      string
	}{
		"":                                    {nil, "graphql_parse_failed"},
		"subscription { products { x } }":     {nil, "graphql_parse_failed"},
		"query { products { edges }":          {nil, "graphql_parse_failed"},
		"query { } }":                         {nil, "graphql_parse_failed"},
		"query { stars { id } }":              {nil, "graphql_validation_failed"},
		"query { products { pageInfo } }":     {map[string]any{"since": "x"}, "unknown_parameter"},
		"query { products { edges } }":        {map[string]any{"after": "x"}, "invalid"},
		"query { orders { edges { node } } }": {map[string]any{"first": 0}, "out_of_range"},
		"mutation { createOrder { order } }":  {nil, "required"},
		"mutation { createOrder { order { id } } }": {map[string]any{"input": map[string]any{"sourceNumber": "G-1", "lineItems": []any{map[string]any{"sku": "none", "quantity": 1}},
			"customer": map[string]any{"displayName": "Зразкова Олена", "phone": "+380670000101"}, "payment": map[string]any{"gateway": "prepaid"},
			"shipping": map[string]any{"carrier": "nova_poshta", "method": "branch", "city": "Київ", "pointNumber": "12"}}}, "unknown_sku"},
	} {
		a := s.query(t, session, query, c.variables)
		require.Contains(t, a.body, `"data":null`, query)
		require.Contains(t, a.body, `"code":"`+c.code+`"`, query)
		session = a.header.Get("X-Next-Session")
	}
	require.Empty(t, s.ours(t, "/api/orders"))
}
