package dialect

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
)

// FuzzBodies: whatever is sent as XML, as a query or as JSON in a form, it is answered or
// refused as the fault of who sent it.
func FuzzBodies(f *testing.F) {
	for _, seed := range []string{"", "<Request><Page>1</Page><Numbers><Number>1</Number><Number/></Numbers></Request>", `<Request a="1">x<!-- --><b/>y</Request>`, "<Request>&x;</Request>",
		`{"query":"query ($a: Int) { products(first: $a) { edges { node { id } } } }","variables":{"first":1}}`, `{"query":"{ a { b } c }"}`, `{"variables":[]}`, `{"page":1e9,"limit":-1}`, "{{{", "\xff"} {
		f.Add(seed)
	}
	stands := map[string]*stand{}
	for _, name := range []string{"documents", "graph", "forms"} {
		stands[name] = newStand(f, name, sandbox.Options{Catalog: &catalog.Catalog{}})
	}
	token := formsToken(f, stands["forms"])
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	var turn sync.Mutex // a session's token is good once
	session := stands["graph"].session(f)
	f.Fuzz(func(t *testing.T, body string) {
		a := stands["documents"].signed("/exchange/goods", body, nil)
		require.Less(t, a.status, 500, a.body)
		fields := url.Values{"token": {token}, "method": {"getProducts"}, "parameters": {body}}
		a = stands["forms"].sendBody(http.MethodPost, "/connector", form, strings.NewReader(fields.Encode()))
		require.Less(t, a.status, 500, a.body)
		turn.Lock()
		defer turn.Unlock()
		a = stands["graph"].sendBody(http.MethodPost, "/graphql", http.Header{"X-Session": {session}}, strings.NewReader(body))
		require.Less(t, a.status, 500, a.body)
		session = a.header.Get("X-Next-Session")
		require.NotEmpty(t, session)
	})
}
