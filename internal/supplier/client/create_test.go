package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func testOrder() supplier.NewOrder {
	text := func(s string) *string { return &s }
	return supplier.NewOrder{ExternalID: "KC-1001",
		Recipient: supplier.Recipient{Name: "Петренко Іван", LastName: text("Петренко"), Phone: "+380670000101", Email: nil,
			Delivery: supplier.Delivery{Carrier: "nova_poshta", Type: "branch", City: "Київ", BranchNumber: text("12"), Address: text("")}},
		Items:   []supplier.NewItem{{SKU: "KB-01", Quantity: 2, Price: money.Must("450")}, {SKU: `K"2`, Quantity: 1}},
		Payment: supplier.Payment{Method: supplier.PaymentCOD, CODAmount: money.Must("900.5")},
		Comment: text("дзвонити\nпісля 18 <b>\xff")}
}

const testBody = `{"external_id":"KC-1001","items":[{"sku":"KB-01","quantity":2,"price":"450.00"},{"sku":"K\"2","quantity":1}],` +
	`"recipient":{"name":"Петренко Іван","last_name":"Петренко","phone":"+380670000101",` +
	`"delivery":{"carrier":"nova_poshta","type":"branch","city":"Київ","branch_number":"12"}},` +
	`"payment":{"method":"cod","cod_amount":"900.50"},"comment":"дзвонити\nпісля 18 <b>` + "\uFFFD" + `"}`

const testAnswer = `{"id":"o-1","number":"D-000001","external_id":"KC-1001","status":"new","status_history":[{"status":"new","at":"2026-11-01T09:00:00Z"}],
	"waybill_number":null,"waybills":["20450000000001","20450000000002"],
	"items":[{"sku":"KB-01","name":"Чайник","quantity":2,"price":"450.00","drop_price":"300.00"}],
	"recipient":{"name":"Петренко Іван","last_name":"Петренко","first_name":null,"phone":"+380670000101","email":"i@shop.example",
		"delivery":{"carrier":"nova_poshta","type":"branch","city":"Київ","branch_number":"12"}},
	"payment":{"method":"cod","cod_amount":"900.50"},"comment":null,
	"totals":{"drop_total":"600.00","retail_total":"900.00","cod_amount":"900.50","profit":"300.00"},
	"created_at":"2026-11-01T09:00:00Z","updated_at":"2026-11-01T09:00:01Z"}`

func TestEncodeOrder(t *testing.T) {
	c := clientOf(t, "http://127.0.0.1:1")
	body, err := c.EncodeOrder(testOrder())
	require.NoError(t, err)
	require.Equal(t, testBody, string(body))

	for want, change := range map[string]func(*supplier.NewOrder){
		"external_id is missing":                           func(o *supplier.NewOrder) { o.ExternalID = "" },
		"items is missing":                                 func(o *supplier.NewOrder) { o.Items = nil },
		"recipient_phone is missing":                       func(o *supplier.NewOrder) { o.Recipient.Phone = "" },
		"an item needs a sku and a quantity of at least 1": func(o *supplier.NewOrder) { o.Items[1].Quantity = 0 },
	} {
		order := testOrder()
		change(&order)
		_, err := c.EncodeOrder(order)
		require.ErrorContains(t, err, want)
		require.Equal(t, supplier.KindRejected, supplier.KindOf(err))
	}
}

func TestEncodeOrderDropsNothing(t *testing.T) {
	const cod = "    cod_amount: payment.cod_amount\n"
	const price = "        price: price\n"
	for want, change := range map[string][2]string{
		"cod_amount":      {cod + "    waybill_number:", "    waybill_number:"},
		"price of item 1": {price + "    recipient_name: recipient.name # needed", "    recipient_name: recipient.name # needed"},
	} {
		m := mappingWith(t, change[0], change[1])
		c := clientOf(t, "http://127.0.0.1:1", func(o *Options) { o.Mapping = m })
		_, err := c.EncodeOrder(testOrder())
		require.EqualError(t, err, `encode order "KC-1001": `+want+" has no line in the supplier's mapping: add one under create_order: body, or {skip: true} to leave it out knowingly")
	}
}

func TestCreateOrder(t *testing.T) {
	replayed := ""
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		require.Equal(t, "POST /api/orders", r.Method+" "+r.URL.String())
		require.Equal(t, "application/json", r.Header.Get("Content-Type"))
		require.Equal(t, "key-1", r.Header.Get("Idempotency-Key"))
		require.Equal(t, testBody, string(body))
		w.Header().Set("Idempotency-Replayed", replayed)
		answerJSON(w, 201, testAnswer)
	})
	for _, replayed = range []string{"", "true"} {
		created, err := c.CreateOrder(t.Context(), []byte(testBody), "key-1")
		require.NoError(t, err)
		require.Equal(t, replayed != "", created.Replayed)
		o := created.Order
		require.Equal(t, "o-1", o.ID)
		require.Equal(t, "20450000000001", o.WaybillNumber)
		require.Equal(t, []string{"20450000000001", "20450000000002"}, o.Waybills)
		require.Equal(t, []supplier.OrderItem{{SKU: "KB-01", Name: "Чайник", Quantity: 2, Price: money.Must("450.00"), DropPrice: money.Must("300.00")}}, o.Items)
		require.Equal(t, "Петренко", *o.Recipient.LastName)
		require.Nil(t, o.Recipient.FirstName)
		require.Equal(t, "12", *o.Recipient.Delivery.BranchNumber)
		require.Equal(t, "900.50", o.Payment.CODAmount.String())
		require.Equal(t, "300.00", o.Totals.Profit.String())
		require.Equal(t, []supplier.StatusChange{{Status: "new", At: time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)}}, o.StatusHistory)
	}
}

// TestCreateOrderOutcomes is the table of what an answer means for an order.
func TestCreateOrderOutcomes(t *testing.T) {
	body := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, status, text) }
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		kind   supplier.Kind
		text   string
	}{
		"429":                  {status(429), supplier.KindThrottled, "status 429: too many requests"},
		"429 Retry-After":      {status(429, "Retry-After", "5"), supplier.KindThrottled, "status 429: too many requests"},
		"503 Retry-After":      {status(503, "Retry-After", "5"), supplier.KindThrottled, "status 503: service unavailable"},
		"503":                  {status(503), supplier.KindAmbiguous, "status 503: service unavailable"},
		"500":                  {status(500), supplier.KindAmbiguous, "status 500: internal server error"},
		"502":                  {status(502), supplier.KindAmbiguous, "status 502: bad gateway"},
		"504":                  {status(504), supplier.KindAmbiguous, "status 504: gateway timeout"},
		"408":                  {status(408), supplier.KindAmbiguous, "status 408: request timeout"},
		"401":                  {status(401), supplier.KindUnauthorized, "status 401: unauthorized"},
		"403":                  {status(403), supplier.KindUnauthorized, "status 403: forbidden"},
		"400":                  {status(400), supplier.KindRejected, "status 400: bad request"},
		"404":                  {status(404), supplier.KindRejected, "status 404: not found"},
		"413":                  {status(413), supplier.KindRejected, "status 413: request entity too large"},
		"422":                  {body(422, `{"title":"Unprocessable"}`), supplier.KindRejected, "status 422: Unprocessable"},
		"422 of another shape": {body(422, `{"title":["x"],"errors":7}`), supplier.KindRejected, "status 422: unprocessable entity"},
		"redirect":             {status(302, "Location", "/elsewhere"), supplier.KindAmbiguous, "status 302: found"},
		"redirect 307":         {status(307, "Location", "/elsewhere"), supplier.KindAmbiguous, "status 307: temporary redirect"},
		"redirect 308":         {status(308, "Location", "/elsewhere"), supplier.KindAmbiguous, "status 308: permanent redirect"},
		"304":                  {status(304), supplier.KindAmbiguous, "status 304: not modified"},
		"204":                  {status(204), supplier.KindAmbiguous, "status 204: answered with nothing, not JSON: is the address right?"},
		"a page":               {body(200, `<html>`), supplier.KindAmbiguous, "status 200: answered with application/json, not JSON: is the address right?"},
		"half an order":        {body(201, testAnswer[:100]), supplier.KindAmbiguous, "status 201: the answer is not the order: a string without an end at byte 100"},
		"a list":               {body(200, `[]`), supplier.KindAmbiguous, "status 200: the answer is not the order: want an object, got a list"},
		"no id":                {body(201, `{"external_id":"KC-1001"}`), supplier.KindAmbiguous, "status 201: the answer is not the order: want an id, got none"},
		"another's order":      {body(201, `{"id":"o","external_id":"X"}`), supplier.KindAmbiguous, `status 201: the answer is not the order: it has the external id "X" instead of "KC-1001"`},
		"cut after storing":    {cut, supplier.KindAmbiguous, "EOF"},
		"cut in the answer":    {truncated, supplier.KindAmbiguous, "reading the answer: unexpected EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			handler, posts := script(c.answer)
			client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				handler(w, r)
			})
			_, err := client.CreateOrder(t.Context(), []byte(testBody), "")
			require.Equal(t, c.kind.String(), supplier.KindOf(err).String(), "%v", err)
			require.EqualError(t, err, "create order: "+c.text)
			require.EqualValues(t, 1, posts.Load())
			e, _ := errors.AsType[*supplier.Error](err)
			require.Equal(t, name == "429 Retry-After" || name == "503 Retry-After", e.RetryAfter == 5*time.Second)
		})
	}
}

func TestCreateOrderRefusalIsExplained(t *testing.T) {
	code, text := 422, `{"type":"about:blank","title":"Unprocessable","detail":"the order was refused","request_id":"r-7",
		"errors":[{"pointer":"/items/0/sku","code":"unknown_sku","detail":"no such SKU"},{"parameter":"page","code":"bad","detail":null}]}`
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, code, text) })
	_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
	e, _ := errors.AsType[*supplier.Error](err)
	require.Equal(t, &supplier.Error{Kind: supplier.KindRejected, Op: "create order", Status: 422, Code: "unknown_sku", Detail: "the order was refused", RequestID: "r-7", At: "supplier",
		Fields: []supplier.FieldError{{Pointer: "/items/0/sku", Code: "unknown_sku", Detail: "no such SKU"}, {Pointer: "page", Code: "bad", Detail: ""}}}, e)

	code, text = 409, `{"detail":"it exists","existing_order_id":"o-9"}`
	_, err = c.CreateOrder(t.Context(), []byte(testBody), "")
	e, _ = errors.AsType[*supplier.Error](err)
	require.Equal(t, supplier.KindConflict, e.Kind)
	require.Equal(t, "o-9", e.ExistingOrderID)
}

func TestCreateOrderCertainlyNotSent(t *testing.T) {
	refused, server := serve(t, fine)
	server.Close()
	secure := httptest.NewUnstartedServer(http.HandlerFunc(fine))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0) // of the handshakes that we break off
	secure.StartTLS()
	defer secure.Close()
	plain := httptest.NewServer(http.HandlerFunc(fine))
	defer plain.Close()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	dns := func(o *Options) {
		o.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.DNSError{Err: "no such host", Name: "api.supplier.example", IsNotFound: true}
		}}
	}
	for name, c := range map[string]struct {
		ctx    context.Context
		client *Client
		key    string
		text   string
	}{
		"dial refused": {t.Context(), refused, "", "cannot reach"},
		"certificate":  {t.Context(), clientOf(t, secure.URL), "", "certificate"},
		"no TLS":       {t.Context(), clientOf(t, "https"+plain.URL[len("http"):]), "", "cannot reach"},
		"no DNS":       {t.Context(), clientOf(t, "https://api.supplier.example", dns), "", "no such host"},
		"cancelled":    {cancelled, clientOf(t, plain.URL), "", "context canceled"},
		"bad key":      {t.Context(), clientOf(t, plain.URL), "a\nb", `idempotency key "a b"`},
	} {
		_, err := c.client.CreateOrder(c.ctx, []byte(testBody), c.key)
		require.Equal(t, "not sent", supplier.KindOf(err).String(), "%s: %v", name, err)
		require.ErrorContains(t, err, c.text, name)
	}
	_, err := clientOf(t, secure.URL).CreateOrder(t.Context(), []byte(testBody), "")
	e, _ := errors.AsType[*supplier.Error](err)
	require.Contains(t, e.Hint(), "certificate is not trusted")
}

func TestCreateOrderRefusesWhatItCannotSend(t *testing.T) {
	_, err := clientOf(t, "http://127.0.0.1:1").CreateOrder(t.Context(), nil, "")
	require.EqualError(t, err, "create order: the body is empty")
	m := mappingWith(t, "  key_header: Idempotency-Key\n", "")
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		require.Empty(t, r.Header.Get("Idempotency-Key"), "the service knows no keys")
		answerJSON(w, 201, `{"id":"o-1","status":"new"}`)
	}, func(o *Options) { o.Mapping = m })
	made, err := c.CreateOrder(t.Context(), []byte(testBody), "k")
	require.NoError(t, err)
	require.Equal(t, "o-1", made.Order.ID)
	_, err = New(Options{BaseURL: "https://a.example", Token: supplier.NewSecret("t"), Mapping: m, Idempotency: supplier.Idempotency{Kind: supplier.IdempotencyKey}})
	require.ErrorContains(t, err, "names no key_header")
}

func TestCreateOrderTimeoutIsAmbiguous(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	c, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-release
	}, func(o *Options) { o.Timeout = time.Second }) // long enough to connect on a machine that is busy
	_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
	close(release)
	require.Equal(t, supplier.KindAmbiguous, supplier.KindOf(err))
	require.ErrorContains(t, err, "create order: no answer within 1s")
}

// TestATransportThatDoesNotTell: nothing that is not known may be taken for not sent.
func TestATransportThatDoesNotTell(t *testing.T) {
	c := clientOf(t, "https://api.supplier.example", func(o *Options) {
		o.Transport = roundTrip(func(*http.Request) (*http.Response, error) { return nil, errors.New("something") })
	})
	_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
	require.Equal(t, supplier.KindAmbiguous, supplier.KindOf(err))
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestNoOrderIsSentTwice: net/http sends a request again by itself when a connection
// that was used before turns out dead, for an idempotency key even a POST. The server
// here stores each order it reads and then drops the connection.
func TestNoOrderIsSentTwice(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var gets, posts atomic.Int32
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serveAndDrop(conn, &gets, &posts)
		}
	}()
	c := clientOf(t, "http://"+listener.Addr().String())
	for _, key := range []string{"", "key-1"} {
		gets.Store(0)
		posts.Store(0)
		_, err = c.Search(t.Context(), supplier.SearchQuery{}) // leaves a connection to be used again
		require.NoError(t, err)
		_, err = c.CreateOrder(t.Context(), []byte(testBody), key)
		require.Equal(t, supplier.KindAmbiguous, supplier.KindOf(err), "%v", err)
		require.EqualValues(t, 1, gets.Load())
		require.EqualValues(t, 1, posts.Load())
	}
	require.NoError(t, listener.Close())
	<-done
}

// serveAndDrop answers reads and drops the connection after an order.
func serveAndDrop(conn net.Conn, gets, posts *atomic.Int32) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodPost {
			posts.Add(1)
			return
		}
		gets.Add(1)
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"data\":[]}")
	}
}

func TestCreateOrderObeysTheLimits(t *testing.T) {
	clock := newFakeTime()
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 201, testAnswer) },
		withClock(clock), func(o *Options) { o.Limits = []supplier.Limit{{Requests: 1, Window: time.Minute}} })
	for range 3 {
		_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
		require.NoError(t, err)
	}
	require.Equal(t, []time.Duration{time.Minute, time.Minute}, clock.waits)
}

// TestNoTimeIsNoAnswerWithoutAPromise: who promises nothing about orders that come twice may
// have stored one before it said 503.
func TestNoTimeIsNoAnswerWithoutAPromise(t *testing.T) {
	for kind, want := range map[string]supplier.Kind{supplier.IdempotencyNone: supplier.KindAmbiguous, supplier.IdempotencyExternalID: supplier.KindThrottled} {
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		}, func(o *Options) { o.Idempotency = supplier.Idempotency{Kind: kind} })
		_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
		require.Equal(t, want, supplier.KindOf(err), kind)
	}
}

func TestWhatServicesWriteForNoIDIsNone(t *testing.T) {
	m := mappingWith(t, "times: rfc3339", "types: loose\ntimes: rfc3339")
	for _, id := range []string{`0`, `"0"`, `false`, `true`, `null`, `""`} {
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 201, `{"id":`+id+`,"status":"new"}`) }, func(o *Options) { o.Mapping = m })
		_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
		require.Equal(t, supplier.KindAmbiguous, supplier.KindOf(err), id)
	}
}
