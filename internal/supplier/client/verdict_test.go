package client

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/verdict"
)

const (
	withVerdict = `success: {at: success|status, is: ["true", "1", OK]}`
	withCodes   = "codes: {ER008: conflict, 6001: unauthorized, 7: transient, 8: throttled, 9: not_found, 10: rejected}"
)

// TestVerdicts is the table of what an answer means, for a read and for the creation of
// an order.
func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		parts   []string
		status  int
		answer  string
		read    supplier.Kind
		create  supplier.Kind
		message string
	}{
		"a good one":             {[]string{withVerdict}, 200, `{"success":true,"data":[],"id":"o"}`, 0, 0, ""},
		"good as a text":         {[]string{withVerdict}, 200, `{"success":"true","data":[],"id":"o"}`, 0, 0, ""},
		"good as a number":       {[]string{withVerdict}, 200, `{"success":1,"data":[],"id":"o"}`, 0, 0, ""},
		"good by a word":         {[]string{withVerdict}, 200, `{"status":"OK","data":[],"id":"o"}`, 0, 0, ""},
		"no verdict":             {[]string{withVerdict}, 200, `{"data":[],"id":"o"}`, 0, 0, ""},
		"good with a known code": {[]string{withVerdict, withCodes}, 200, `{"success":true,"code":7,"data":[],"id":"o"}`, 0, 0, ""},
		"bad":                    {[]string{withVerdict}, 200, `{"success":false,"data":[],"id":"o"}`, supplier.KindRejected, supplier.KindAmbiguous, `refused without a reason: success is "false"`},
		"bad with a text":        {[]string{withVerdict}, 200, `{"success":"false","message":"no\nway"}`, supplier.KindRejected, supplier.KindAmbiguous, "no way"},
		"bad, an object":         {[]string{withVerdict}, 200, `{"success":{"x":1},"message":"no"}`, supplier.KindRejected, supplier.KindAmbiguous, "no"},
		"bad and rejected":       {[]string{strings.Replace(withVerdict, "}", ", otherwise: rejected}", 1)}, 200, `{"success":false,"message":"no"}`, supplier.KindRejected, supplier.KindRejected, "no"},
		"bad, unknown code":      {[]string{withVerdict, withCodes}, 200, `{"success":false,"code":"X","message":"no"}`, supplier.KindRejected, supplier.KindAmbiguous, "no"},
		"conflict":               {[]string{withVerdict, withCodes}, 200, `{"success":false,"code":"ER008","message":"it is there","order_id":"o-9"}`, supplier.KindConflict, supplier.KindConflict, "it is there"},
		"a code alone":           {[]string{withCodes}, 200, `{"code":"ER008","message":"it is there","order_id":123}`, supplier.KindConflict, supplier.KindConflict, "it is there"},
		"an unknown code alone":  {[]string{withCodes}, 200, `{"code":200,"data":[],"id":"o"}`, 0, 0, ""},
		"unauthorized":           {[]string{withVerdict, withCodes}, 200, `{"success":false,"code":6001,"message":"expired"}`, supplier.KindUnauthorized, supplier.KindUnauthorized, "expired"},
		"transient":              {[]string{withVerdict, withCodes}, 200, `{"success":false,"code":7,"message":"busy"}`, supplier.KindTransient, supplier.KindAmbiguous, "busy"},
		"throttled":              {[]string{withVerdict, withCodes}, 200, `{"success":false,"code":"8","message":"slow"}`, supplier.KindThrottled, supplier.KindThrottled, "slow"},
		"not found":              {[]string{withVerdict, withCodes}, 200, `{"success":false,"code":9,"message":"none"}`, supplier.KindNotFound, supplier.KindRejected, "none"},
		"a code under 4xx":       {[]string{withCodes}, 400, `{"code":"ER008","message":"it is there","order_id":"o-9"}`, supplier.KindConflict, supplier.KindConflict, "it is there"},
		"a code under 500":       {[]string{withCodes}, 500, `{"code":10,"message":"bad phone"}`, supplier.KindRejected, supplier.KindRejected, "bad phone"},
		"an open 500":            {[]string{withCodes}, 500, `{"code":"X","message":"oops"}`, supplier.KindTransient, supplier.KindAmbiguous, "oops"},
		"swapped by the service": {[]string{withCodes}, 400, `{"code":"Bad request","message":400}`, supplier.KindRejected, supplier.KindRejected, "400"},
		"lists for texts":        {[]string{withCodes}, 400, `{"code":["ER008"],"message":{"a":1}}`, supplier.KindRejected, supplier.KindRejected, "bad request"},
		"half a document":        {[]string{withVerdict, withCodes}, 200, `{"success":false,"code":10,`, supplier.KindProtocol, supplier.KindAmbiguous, "byte"},
		"a text":                 {[]string{withVerdict}, 200, `You exceeded the rate limit`, supplier.KindProtocol, supplier.KindAmbiguous, "not JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			handler, _ := recorder(func(*http.Request, string) (int, string) { return c.status, c.answer })
			client, _ := serve(t, handler, withMapping(wireMapping(t, c.parts...)), func(o *Options) { o.Retries = -1 })
			_, read := idsOf(t, client)
			_, create := client.CreateOrder(t.Context(), []byte(`{"number":"K-1"}`), "")
			require.Equal(t, c.read.String(), supplier.KindOf(read).String(), "%v", read)
			require.Equal(t, c.create.String(), supplier.KindOf(create).String(), "%v", create)
			for _, err := range []error{read, create} {
				if c.message != "" {
					require.ErrorContains(t, err, c.message)
				}
			}
			if e, ok := errors.AsType[*supplier.Error](create); ok && e.Kind == supplier.KindConflict {
				require.Equal(t, "ER008", e.Code)
				require.Contains(t, []string{"o-9", "123"}, e.ExistingOrderID)
			}
		})
	}
}

// TestCodesThatMayPass: a read is made again for them.
func TestCodesThatMayPass(t *testing.T) {
	n := 0
	handler, _ := recorder(func(*http.Request, string) (int, string) {
		if n++; n < 3 {
			return 200, `{"code":7}`
		}
		return 200, `{"data":[` + goods(1, 2) + `]}`
	})
	client, _ := serve(t, handler, withMapping(wireMapping(t, withCodes)))
	ids, err := idsOf(t, client)
	require.NoError(t, err)
	require.Equal(t, "1 2", ids)
	require.Equal(t, 3, n)
}

// TestOddRetryAfter: what services write where seconds are meant is what they mean.
func TestOddRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "soon": 0, "0": 0, "-5": 0, "NaN": 0, "7": 7 * time.Second, "1.5": 1500 * time.Millisecond, " 30 ": 30 * time.Second,
		fmt.Sprint(now.Unix() + 90):                           90 * time.Second, // a Unix time
		fmt.Sprint(now.UnixMilli() + 90_000):                  90 * time.Second, // in milliseconds
		fmt.Sprint(now.Unix() - 90):                           0,
		"315360000":                                           315360000 * time.Second, // ten years: said, and not waited for
		"99999999999999999999":                                farthestWait,
		"Inf":                                                 farthestWait,
		now.Add(time.Minute).Format(http.TimeFormat):          time.Minute,
		now.Add(-time.Minute).Format(http.TimeFormat):         0,
		now.Add(48 * time.Hour).Format(http.TimeFormat):       48 * time.Hour,
		now.AddDate(7000, 0, 0).UTC().Format(http.TimeFormat): farthestWait,
	} {
		require.Equal(t, want, retryAfter(http.Header{"Retry-After": {text}}, now), text)
	}
}

func TestWhenToComeBack(t *testing.T) {
	begin := newFakeTime().at
	for name, c := range map[string]struct {
		mapping, header string
		want            time.Duration
	}{
		"seconds":    {"{header: X-Reset}", "90", 90 * time.Second},
		"a fraction": {"{header: X-Reset, as: seconds}", "1.5", 1500 * time.Millisecond},
		"epoch":      {"{header: X-Reset, as: epoch}", fmt.Sprint(begin.Unix() + 7), 7 * time.Second},
		"gone":       {"{header: X-Reset, as: epoch}", fmt.Sprint(begin.Unix() - 7), 0},
		"far":        {"{header: X-Reset, as: epoch}", fmt.Sprint(begin.UnixMilli()), verdict.MaxWait},
		"time":       {"{header: X-Reset, as: time}", begin.Add(time.Minute).Format(time.RFC3339), time.Minute},
		"nonsense":   {"{header: X-Reset}", "soon", 0},
		"no number":  {"{header: X-Reset}", "NaN", 0},
		"infinite":   {"{header: X-Reset}", "Inf", verdict.MaxWait},
		"absent":     {"{header: X-Reset}", "", 0},
	} {
		m := wireMapping(t, "retry_after: "+c.mapping)
		for _, code := range []int{429, 422} {
			client, _ := serve(t, status(code, "X-Reset", c.header), withMapping(m), func(o *Options) { o.Retries = -1 })
			_, err := client.CreateOrder(t.Context(), []byte(`{}`), "")
			e, _ := errors.AsType[*supplier.Error](err)
			if code == 429 {
				require.Equal(t, c.want, e.RetryAfter, name)
			} else {
				require.Zero(t, e.RetryAfter, "the header of an answer that is not throttled says nothing")
			}
		}
	}
}

func TestLimitsOfTheMapping(t *testing.T) {
	for _, c := range []struct {
		own   []supplier.Limit
		waits []time.Duration
	}{{nil, []time.Duration{time.Minute}}, {[]supplier.Limit{{Requests: 5, Window: time.Second}}, nil}} {
		clock := newFakeTime()
		handler, _ := recorder(func(*http.Request, string) (int, string) { return 200, `{"data":[]}` })
		client, _ := serve(t, handler, withMapping(wireMapping(t, "limits: [1/m, 100/h]")), withClock(clock), func(o *Options) { o.Limits = c.own })
		for range 2 {
			_, err := idsOf(t, client)
			require.NoError(t, err)
		}
		require.Equal(t, c.waits, clock.waits)
	}
}

// TestFindingOrders: one by one, by the filter, or in the list of all orders.
func TestFindingOrders(t *testing.T) {
	one := func(id string) string { return fmt.Sprintf(`{"id":"o-%[1]s","number":"%[1]s","status":"new"}`, id) }
	const list = "orders: {request: GET /orders, query: {created_from: from}, fields: {id: id, external_id: number, status: status}}"
	for name, c := range map[string]struct {
		parts []string
		want  []string
	}{
		"one by one": {[]string{"find_order: {request: \"GET /orders/@{external_id}\", order: .}"},
			[]string{"GET /orders/@%2E%2E", "GET /orders/@A", "GET /orders/@B%2F1%20%3F", "GET /orders/@none", "GET /orders/@soft"}},
		"by the filter": {[]string{"orders: {request: GET /orders, query: {external_id: n}, batch: 9, fields: {id: id, external_id: number, status: status}}"},
			[]string{"GET /orders?n=..&n=A&n=B%2F1+%3F&n=none&n=soft"}},
		"in the list":       {nil, []string{"GET /orders"}},
		"in a part of list": {[]string{list}, []string{"GET /orders?from=2026-11-01T09%3A00%3A00Z"}},
	} {
		t.Run(name, func(t *testing.T) {
			handler, all := recorder(func(r *http.Request, _ string) (int, string) {
				switch id, single := strings.CutPrefix(r.URL.Path, "/orders/@"); {
				case id == "none":
					return 404, ""
				case id == "soft":
					return 200, `{"code":9}`
				case single:
					return 200, one(id)
				}
				answer := one("A") + "," + one("B/1 ?") + "," + one("..")
				if r.URL.Query()["n"] == nil {
					answer += "," + one("other")
				}
				return 200, `{"data":[` + answer + `]}`
			})
			client, _ := serve(t, handler, withMapping(wireMapping(t, append(c.parts, withCodes)...)))
			found := map[string]string{}
			for o, err := range client.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{"B/1 ?", "A", "none", "A", "soft", ".."}, CreatedFrom: newFakeTime().at}) {
				require.NoError(t, err)
				found[o.ExternalID] = o.ID
			}
			require.Equal(t, map[string]string{"A": "o-A", "B/1 ?": "o-B/1 ?", "..": "o-.."}, found)
			var requests []string
			for _, a := range *all {
				requests = append(requests, a.request)
			}
			require.Equal(t, c.want, requests)
		})
	}
}

// TestAFoundOrderThatIsNone: what is not clearly "no such order" is an error, as an order
// that is not found may be made again.
func TestAFoundOrderThatIsNone(t *testing.T) {
	m := wireMapping(t, "find_order: {request: \"GET /orders/@{external_id}\", order: data}")
	for _, c := range []struct {
		status int
		answer string
		kind   supplier.Kind
	}{
		{200, `{"data":null}`, supplier.KindProtocol}, {200, `{}`, supplier.KindProtocol}, {200, `{"data":{"number":"A"}}`, supplier.KindProtocol},
		{200, `{"data":{"id":"1","number":"B"}}`, supplier.KindProtocol}, {200, `{"data":[]}`, supplier.KindProtocol}, {500, ``, supplier.KindTransient}, {422, ``, supplier.KindRejected},
	} {
		handler, _ := recorder(func(*http.Request, string) (int, string) { return c.status, c.answer })
		client, _ := serve(t, handler, withMapping(m), func(o *Options) { o.Retries = -1 })
		n := 0
		for _, err := range client.Orders(t.Context(), supplier.OrderQuery{ExternalIDs: []string{"A", "B"}}) {
			require.Equal(t, c.kind.String(), supplier.KindOf(err).String(), c.answer)
			n++
		}
		require.Equal(t, 1, n)
	}
}

func TestOperationsThatTheServiceDoesNotHave(t *testing.T) {
	handler, all := recorder(func(*http.Request, string) (int, string) { return 200, `{"data":[]}` })
	client, _ := serve(t, handler, withMapping(wireMapping(t)))
	_, err := client.Search(t.Context(), supplier.SearchQuery{})
	require.EqualError(t, err, "search products: the supplier's mapping has no search")
	require.Equal(t, supplier.KindRejected, supplier.KindOf(err))
	for _, err := range client.Shipments(t.Context(), supplier.ShipmentQuery{UpdatedSince: newFakeTime().at}) {
		require.EqualError(t, err, "list shipments: the supplier's mapping has no shipments")
		require.ErrorIs(t, err, supplier.ErrUnmapped)
	}
	for _, err := range client.Ledger(supplier.LedgerQuery{}).Entries(t.Context()) {
		require.EqualError(t, err, "list ledger entries: the supplier's mapping has no ledger")
	}
	require.Empty(t, *all)
	var probed []string
	for _, result := range client.Probe(t.Context()) {
		require.NoError(t, result.Err)
		probed = append(probed, result.Operation)
	}
	require.Equal(t, []string{"list products", "list orders"}, probed)
}

// FuzzVerdict: no body makes an order that may exist look refused unless the mapping says so.
func FuzzVerdict(f *testing.F) {
	m := wireMapping(f, withVerdict, withCodes)
	for _, seed := range []string{`{"success":false,"code":"ER008"}`, `{"success":"false","message":1}`, `[`, `{"status":{},"code":[]}`, `{"success":true}`} {
		f.Add(seed, 200)
		f.Add(seed, 500)
	}
	f.Fuzz(func(t *testing.T, body string, status int) {
		h := &httpCaller{mapping: m, keys: &keyring{now: credentials{token: supplier.NewSecret(testToken)}}, now: newFakeTime().now}
		r := &request{op: "create order", creating: true}
		var out *supplier.Error
		if status/100 == 2 {
			out = h.judge(r, &answer{status: status, header: http.Header{}, body: body})
		} else {
			out = h.refusal(r, &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))})
		}
		if out == nil {
			return
		}
		require.NotContains(t, out.Error(), "\n")
		require.NotContains(t, out.Error(), testToken)
		if status/100 == 2 || status > 499 {
			if _, known := m.Codes[out.Code]; !known && out.Kind != supplier.KindAmbiguous {
				t.Fatalf("%s under %d with the code %q", out.Kind, status, out.Code)
			}
		}
	})
}
