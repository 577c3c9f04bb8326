package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCreateOrder(t *testing.T) {
	f := newFixture(t, Options{})
	o := f.order(t, "1001", func(o map[string]any) {
		o["items"] = []any{
			map[string]any{"sku": "A-01", "quantity": 12, "price": 600.5},
			map[string]any{"sku": "A-06", "quantity": 1},
			map[string]any{"sku": "A-04", "quantity": 1},
		}
		o["comment"], o["nonsense"] = "дзвонити", true
	})
	require.Equal(t, "ord_00000001", o["id"])
	require.Equal(t, "100001", o["number"])
	require.Equal(t, "new", o["status"])
	require.Nil(t, o["waybill_number"])
	require.Equal(t, "400.00", member(o, "items", 0, "drop_price"), "the tier that 12 reaches")
	require.Equal(t, "600.50", member(o, "items", 0, "price"))
	require.Nil(t, member(o, "items", 1, "price"))
	require.Equal(t, "Дриль Альфа", member(o, "items", 0, "name"))
	// 12×400 + 60 + 300; 12×600.50 + 60 (no RRP: the drop price) + 600 (the RRP)
	require.Equal(t, map[string]any{"drop_total": "5160.00", "retail_total": "7866.00", "cod_amount": "1400.00", "profit": "2706.00"}, o["totals"])
	require.Equal(t, []any{o}, anys(f.list(t, "/api/orders").Data))
}

func anys(items []map[string]any) []any {
	var list []any
	for _, item := range items {
		list = append(list, item)
	}
	return list
}

func TestReplay(t *testing.T) {
	f := newFixture(t, Options{})
	o := f.order(t, "1", nil)
	spelled := strings.NewReplacer(`"700.00"`, `7e2`, `"1400.00"`, `"1400"`, `"external_id"`, `"comment":null,"external_id"`).Replace(orderBody(t, "1", nil))
	a := f.post(spelled, nil)
	require.Equal(t, http.StatusOK, a.status, "%s", a.body)
	require.Equal(t, "true", a.header.Get("Idempotency-Replayed"))
	var again map[string]any
	a.into(t, &again)
	require.Equal(t, o, again)

	other := f.post(orderBody(t, "1", item("A-01", 3)), nil)
	require.Equal(t, http.StatusConflict, other.status)
	var p problemBody
	other.into(t, &p)
	require.Equal(t, "ord_00000001", p.ExistingOrderID)
	require.Equal(t, Stats{
		Requests: map[string]map[string]int{"createOrder": {"201": 1, "200": 1, "409": 1}},
		Faults:   map[string]int{}, OrdersStored: 1, Replays: 1,
	}, f.server.Stats())
	require.EqualValues(t, 48, f.list(t, "/api/products?per_page=1").Data[0]["quantity"], "a replay takes no stock")
}

func TestIdempotencyKey(t *testing.T) {
	f := newFixture(t, Options{})
	key := http.Header{"Idempotency-Key": {"k1"}}
	require.Equal(t, http.StatusCreated, f.post(orderBody(t, "1", nil), key).status)
	again := f.post(orderBody(t, "1", nil), key)
	require.Equal(t, http.StatusOK, again.status)
	require.Equal(t, "true", again.header.Get("Idempotency-Replayed"))
	other := f.post(orderBody(t, "2", nil), key)
	require.Equal(t, http.StatusUnprocessableEntity, other.status)
	require.Equal(t, []string{"Idempotency-Key:idempotency_key_reused"}, other.codes(t))
	require.Equal(t, http.StatusCreated, f.postAs(otherToken, orderBody(t, "2", nil), key).status, "another client's keys are its own")
	require.Equal(t, http.StatusUnprocessableEntity, f.post(orderBody(t, "3", nil), http.Header{"Idempotency-Key": {""}}).status)
	require.Equal(t, http.StatusOK, f.post(orderBody(t, "1", nil), http.Header{"Idempotency-Key": {"k2"}}).status, "a new key, a known order")
	require.Equal(t, http.StatusUnprocessableEntity, f.post(orderBody(t, "4", nil), http.Header{"Idempotency-Key": {"k2"}}).status)
}

func TestOrdersRefused(t *testing.T) {
	f := newFixture(t, Options{})
	in := func(path string, value any) func(map[string]any) {
		return func(o map[string]any) {
			steps := strings.Split(path, ".")
			m := o
			for _, step := range steps[:len(steps)-1] {
				if step == "items" {
					m = o["items"].([]any)[0].(map[string]any)
					continue
				}
				m = m[step].(map[string]any)
			}
			if m[steps[len(steps)-1]] = value; value == "absent" {
				delete(m, steps[len(steps)-1])
			}
		}
	}
	for _, tt := range []struct {
		path  string
		value any
		want  string
	}{
		{"external_id", "absent", "/external_id:required"},
		{"external_id", nil, "/external_id:required"},
		{"external_id", "", "/external_id:empty"},
		{"external_id", 17, "/external_id:invalid_type"},
		{"external_id", strings.Repeat("ї", 65), "/external_id:too_long"},
		{"items", []any{}, "/items:empty"},
		{"items", "A-01", "/items:invalid_type"},
		{"items", []any{"A-01"}, "/items/0:invalid_type"},
		{"items.sku", "absent", "/items/0/sku:required"},
		{"items.sku", "nope", "/items/0/sku:unknown_sku"},
		{"items.sku", "A-07", "/items/0/sku:unknown_sku"},
		{"items.sku", "A-10", "/items/0/sku:currency_unsupported"},
		{"items.sku", "A-09", "/items/0/quantity:insufficient_stock"},
		{"items.quantity", 51, "/items/0/quantity:insufficient_stock"},
		{"items.quantity", 0, "/items/0/quantity:out_of_range"},
		{"items.quantity", -1, "/items/0/quantity:out_of_range"},
		{"items.quantity", 1.5, "/items/0/quantity:invalid_type"},
		{"items.quantity", "2", "/items/0/quantity:invalid_type"},
		{"items.price", "1,50", "/items/0/price:invalid_format"},
		{"items.price", -5, "/items/0/price:invalid_format"},
		{"items.price", true, "/items/0/price:invalid_type"},
		{"items.price", "", "/items/0/price:empty"},
		{"recipient", "absent", "/recipient:required"},
		{"recipient", "Іван", "/recipient:invalid_type"},
		{"recipient.name", "", "/recipient/name:empty"},
		{"recipient.last_name", "", "/recipient/last_name:empty"},
		{"recipient.phone", "0670000101", "/recipient/phone:invalid_format"},
		{"recipient.email", "nobody", "/recipient/email:invalid_format"},
		{"recipient.delivery", "absent", "/recipient/delivery:required"},
		{"recipient.delivery.carrier", "dhl", "/recipient/delivery/carrier:not_one_of"},
		{"recipient.delivery.type", "drone", "/recipient/delivery/type:not_one_of"},
		{"recipient.delivery.city", nil, "/recipient/delivery/city:required"},
		{"payment", "absent", "/payment:required"},
		{"payment.method", "gold", "/payment/method:not_one_of"},
		{"payment.method", "prepaid", "/payment/cod_amount:forbidden"},
		{"payment.cod_amount", "absent", "/payment/cod_amount:required"},
		{"payment.cod_amount", "", "/payment/cod_amount:empty"},
		{"waybill_number", "", "/waybill_number:empty"},
		{"comment", "", "/comment:empty"},
	} {
		t.Run(fmt.Sprintf("%s %v", tt.path, tt.value), func(t *testing.T) {
			a := f.post(orderBody(t, "1", in(tt.path, tt.value)), nil)
			require.Equal(t, http.StatusUnprocessableEntity, a.status, "%s", a.body)
			require.Equal(t, []string{tt.want}, a.codes(t))
		})
	}
	many := f.post(`{"items":[{"sku":"A-01"}],"payment":{"method":"cod"}}`, nil)
	require.Equal(t, []string{"/external_id:required", "/items/0/quantity:required", "/payment/cod_amount:required", "/recipient:required"}, many.codes(t))
	require.Equal(t, 0, f.server.Stats().OrdersStored)
	require.EqualValues(t, 50, f.list(t, "/api/products?per_page=1").Data[0]["quantity"], "a refused order takes no stock")
}

func TestBodiesRefused(t *testing.T) {
	f := newFixture(t, Options{})
	body := orderBody(t, "1", nil)
	for _, tt := range []struct {
		name, body string
		header     http.Header
		want       int
	}{
		{"cut", body[:len(body)-1], nil, http.StatusBadRequest},
		{"empty", "", nil, http.StatusBadRequest},
		{"two values", body + body, nil, http.StatusBadRequest},
		{"not UTF-8", strings.Replace(body, "A-01", "A\xff01", 1), nil, http.StatusBadRequest},
		{"an array", "[" + body + "]", nil, http.StatusUnprocessableEntity},
		{"null", "null", nil, http.StatusUnprocessableEntity},
		{"a form", body, http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, http.StatusUnsupportedMediaType},
		{"no type", body, http.Header{"Content-Type": nil}, http.StatusUnsupportedMediaType},
		{"compressed", body, http.Header{"Content-Encoding": {"gzip"}}, http.StatusUnsupportedMediaType},
		{"too large", body + strings.Repeat(" ", maxBody), nil, http.StatusRequestEntityTooLarge},
		{"with a charset", body, http.Header{"Content-Type": {"application/json; charset=utf-8"}}, http.StatusCreated},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, f.post(tt.body, tt.header).status)
		})
	}
}

func TestStockGoesDownToNothing(t *testing.T) {
	f := newFixture(t, Options{})
	f.order(t, "1", func(o map[string]any) {
		o["items"] = []any{map[string]any{"sku": "A-02", "quantity": 3}, map[string]any{"sku": "A-02", "quantity": 2}}
	})
	p := f.list(t, "/api/products").Data[1]
	require.EqualValues(t, 0, p["quantity"])
	require.Equal(t, "out_of_stock", p["availability"])
	require.Equal(t, http.StatusUnprocessableEntity, f.post(orderBody(t, "2", item("A-02", 1)), nil).status)
	f.order(t, "3", item("A-06", 100)) // hidden stock
	f.order(t, "4", item("A-08", 100)) // made to order
}

func TestAcceptAnySKU(t *testing.T) {
	f := newFixture(t, Options{AcceptAnySKU: true})
	o := f.order(t, "1", func(o map[string]any) {
		o["items"] = []any{
			map[string]any{"sku": "x1", "quantity": 2, "price": "99.99"},
			map[string]any{"sku": "x2", "quantity": 1},
			map[string]any{"sku": "A-03", "quantity": 100},
			map[string]any{"sku": "A-10", "quantity": 1, "price": "50"},
		}
	})
	var drops []any
	for i := range 4 {
		drops = append(drops, member(o, "items", i, "drop_price"))
	}
	require.Equal(t, []any{"69.99", "100.00", "200.00", "35.00"}, drops)
	require.EqualValues(t, 1, f.list(t, "/api/products").Data[2]["quantity"], "no stock is asked for or taken")
}

func TestClientsAreApart(t *testing.T) {
	f := newFixture(t, Options{})
	f.order(t, "1", nil)
	require.Equal(t, http.StatusCreated, f.postAs(otherToken, orderBody(t, "1", item("A-01", 1)), nil).status, "no conflict with another client's order")
	f.clock.pass(12 * 24 * time.Hour)
	for _, path := range []string{"/api/orders", "/api/shipments", "/api/finance/ledger"} {
		mine, theirs := f.listAs(t, testToken, path), f.listAs(t, otherToken, path)
		require.NotEmpty(t, mine.Data, path)
		require.NotEmpty(t, theirs.Data, path)
		for _, id := range column(mine.Data, "id") {
			require.NotContains(t, column(theirs.Data, "id"), id, path)
		}
	}
}

func TestManyPostsOfOneOrder(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		f := newFixture(t, Options{DataDir: dir})
		body := orderBody(t, "1", nil)
		statuses := make([]int, 50)
		var wg sync.WaitGroup
		for i := range statuses {
			wg.Go(func() { statuses[i] = f.post(body, nil).status })
		}
		wg.Wait()
		slices.Sort(statuses)
		require.Equal(t, slices.Repeat([]int{http.StatusOK}, 49), statuses[:49])
		require.Equal(t, http.StatusCreated, statuses[49])
		require.Equal(t, 1, f.server.Stats().OrdersStored)
	}
}
