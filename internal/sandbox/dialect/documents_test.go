package dialect

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// signed sends a document, signed as it should be but for what change does to its head.
func (s *stand) signed(path, body string, change func(http.Header)) told {
	const user, at = "shop", "1795860000123"
	mac := hmac.New(sha512.New, []byte(standToken))
	mac.Write([]byte("POST\n" + path + "\nkey=" + user + "\n" + body + "\n" + user + "\n" + at))
	header := http.Header{"X-Time": {at}, "X-Signature": {"HMAC " + base64.StdEncoding.EncodeToString(mac.Sum(nil))}}
	if change != nil {
		change(header)
	}
	return s.sendBody(http.MethodPost, path+"?key="+user, header, strings.NewReader(body))
}

func TestDocumentsWantASignature(t *testing.T) {
	s := newStand(t, "documents", sandbox.Options{})
	require.Equal(t, http.StatusOK, s.signed("/exchange/goods", "<Request/>", nil).status)
	for name, change := range map[string]func(http.Header){
		"none":          func(h http.Header) { h.Del("X-Signature") },
		"no time":       func(h http.Header) { h.Del("X-Time") },
		"another time":  func(h http.Header) { h.Set("X-Time", "1795860000124") },
		"without HMAC":  func(h http.Header) { h.Set("X-Signature", strings.TrimPrefix(h.Get("X-Signature"), "HMAC ")) },
		"only a bearer": func(h http.Header) { h.Del("X-Signature"); h.Set("Authorization", "Bearer "+standToken) },
	} {
		a := s.signed("/exchange/goods", "<Request/>", change)
		require.Equal(t, http.StatusUnauthorized, a.status, name)
		require.Contains(t, a.body, `<Fault Code="unauthorized">`)
	}
	s.dialect, _ = Wrap("documents", s.inner, Options{})
	require.Contains(t, s.signed("/exchange/goods", "<Request/>", nil).body, "start it with --token")
}

func TestDocumentsRefuse(t *testing.T) {
	s := newStand(t, "documents", sandbox.Options{})
	for body, want := range map[string]string{
		"<Request>":                              "malformed_xml",
		"{}":                                     "malformed_xml",
		"<Request/><Request/>":                   "malformed_xml",
		"<Order/>":                               "it is a Order",
		"<Request><Since>1</Since></Request>":    "unknown_parameter",
		"<Request><Page>0</Page></Request>":      "out_of_range",
		"<Request><After>none</After></Request>": "unknown_number",
	} {
		path := "/exchange/goods"
		if strings.Contains(body, "After") {
			path = "/exchange/orders"
		}
		a := s.signed(path, body, nil)
		require.GreaterOrEqual(t, a.status, 400, body)
		require.Contains(t, a.body, want)
	}
}

// TestDocumentsTakeDrafts: an order is a draft until it is handed in, which happens once.
func TestDocumentsTakeDrafts(t *testing.T) {
	s := newStand(t, "documents", sandbox.Options{})
	const order = `<Order Number="D-1"><Items><Item Article="KB-01" Quantity="2"><Price>450.10</Price></Item><Item Article="KB-02" Quantity="1"/></Items>` +
		`<Recipient><Name>Зразкова &amp; Олена</Name><Phone>+380670000101</Phone></Recipient><Delivery><Carrier>NovaPoshta</Carrier><Kind>Branch</Kind><City>Київ</City>` +
		`<Branch>12</Branch></Delivery><Payment><Kind>Before</Kind></Payment></Order>`
	key := func(h http.Header) { h.Set("X-Request-Key", "k-1") }
	a := s.signed("/orders", order, key)
	require.Equal(t, http.StatusCreated, a.status, a.body)
	require.Equal(t, "application/xml; charset=utf-8", a.header.Get("Content-Type"))
	require.Contains(t, a.body, `<Order Number="D-1">`)
	require.Contains(t, a.body, `<State>Draft</State>`)
	require.Contains(t, a.body, `<Name>Зразкова &#38; Олена</Name>`)
	require.Contains(t, a.body, `<Item Article="KB-02" Quantity="1">`)
	require.Equal(t, "true", s.signed("/orders", order, key).header.Get("X-Replayed"), "the same document again is the same draft")
	list := s.signed("/exchange/orders", "<Request><Numbers><Number>D-1</Number><Number>D-2</Number></Numbers></Request>", nil)
	require.Equal(t, 1, strings.Count(list.body, `<State>Draft</State>`), list.body)

	require.Contains(t, s.signed("/orders/ord_00000001/submitted", "<Submit/>", nil).body, "required")
	require.Equal(t, http.StatusNotFound, s.signed("/orders/none/submitted", "<Submit><Source>a</Source></Submit>", nil).status)
	a = s.signed("/orders/ord_00000001/submitted", "<Submit><Source>a</Source></Submit>", nil)
	require.Equal(t, http.StatusOK, a.status, a.body)
	require.Contains(t, a.body, `<State>New</State>`)
	a = s.signed("/orders/ord_00000001/submitted", "<Submit><Source>a</Source></Submit>", nil)
	require.Equal(t, http.StatusConflict, a.status, a.body)
	require.Contains(t, s.signed("/orders", order, key).body, `<State>New</State>`, "what is handed in is no draft again")
	require.Len(t, s.ours(t, "/api/orders"), 1)
}
