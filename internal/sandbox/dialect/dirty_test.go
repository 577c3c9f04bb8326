package dialect

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
	"github.com/stretchr/testify/require"
)

// patient is a client of the dialect dirty that asks again; it counts what it met.
type patient struct {
	*stand
	met map[string]int
}

func newPatient(t *testing.T, o sandbox.Options) *patient {
	t.Helper()
	return &patient{newStand(t, "dirty", o), map[string]int{}}
}

// call asks up to five times, and wants a good answer then.
func (p *patient) call(t *testing.T, method, path string, body any) map[string]any {
	t.Helper()
	for range 5 {
		a := p.send(t, method, path, http.Header{"X-Token": {standToken}}, body)
		switch {
		case a.status == http.StatusTooManyRequests:
			p.met["429"]++
			require.Equal(t, "You exceeded the rate limit", a.body)
			reset, err := strconv.ParseInt(a.header.Get("X-RateLimit-Reset"), 10, 64)
			require.NoError(t, err)
			require.Equal(t, p.at.Unix()+1, reset)
		case !strings.Contains(a.header.Get("Content-Type"), "json"):
			p.met["text"]++
			require.Equal(t, http.StatusOK, a.status)
			require.Equal(t, http.MethodGet, method, "of an order it would leave open whether it exists")
		case strings.Contains(a.body, `"code":"busy"`):
			p.met["busy"]++
			require.Equal(t, http.StatusOK, a.status)
		default:
			require.Equal(t, http.StatusOK, a.status, a.body)
			answer, _ := plainJSON(t, a.body).(map[string]any)
			return answer
		}
	}
	t.Fatalf("%s %s: five times no answer", method, path)
	return nil
}

// all reads a list once, in pages of 40; total is what the service says.
func (p *patient) all(t *testing.T, path string) (rows []object, total int) {
	t.Helper()
	for number := 1; ; number++ {
		answer := p.call(t, http.MethodGet, fmt.Sprintf("%s?page=%d&limit=40", path, number), nil)
		require.Equal(t, "ok", answer["status"])
		rows = append(rows, shape.Objects(answer["rows"])...)
		var err error
		total, err = strconv.Atoi(shape.Text(answer["count"]))
		require.NoError(t, err)
		if number*40 >= total {
			return rows, total
		}
	}
}

// clean reads a value back as any reader would have to.
func clean(v any) any {
	if shape.Text(v) == "" {
		return nil
	}
	return shape.Text(v)
}

func cleanMoney(t *testing.T, v any) any {
	t.Helper()
	text := shape.Text(v)
	if text == "" {
		return nil
	}
	text = strings.NewReplacer(" ", "", "\u00a0", "", "грн", "", "₴", "", ",", ".").Replace(text)
	require.Regexp(t, `^-?[0-9]+\.[0-9]{2,4}$`, text)
	return text
}

func cleanTime(t *testing.T, v any) any {
	t.Helper()
	for _, layout := range []string{"2006-01-02 15:04:05.000000", "02.01.2006 15:04:05.000000"} {
		if at, err := time.Parse(layout, shape.Text(v)); err == nil {
			return at.Format(time.RFC3339Nano)
		}
	}
	require.Fail(t, "no time", "%v", v)
	return nil
}

// cleanGoods puts a product of the contract together, its numbers as texts.
func cleanGoods(t *testing.T, o object) map[string]any {
	t.Helper()
	p := map[string]any{"category": nil, "currency": o["cur"], "sku": o["art"], "availability": o["state"], "created_at": cleanTime(t, o["added"]), "updated_at": cleanTime(t, o["changed"]),
		"drop_price": cleanMoney(t, o["drop"]), "rrp": cleanMoney(t, o["rrc"])}
	for ours, theirs := range map[string]string{"id": "id", "group_id": "model", "name": "title", "description": "text", "brand": "vendor",
		"country_of_origin": "country", "barcode": "ean", "min_order_quantity": "min", "quantity": "qty", "weight_g": "weight", "length_mm": "l",
		"width_mm": "w", "height_mm": "h", "url": "href"} {
		p[ours] = clean(o[theirs])
	}
	p["names"] = map[string]any{"uk": clean(o["title_uk"]), "ru": clean(o["title_ru"]), "en": clean(o["title_en"])}
	p["descriptions"] = map[string]any{"uk": clean(o["text_uk"]), "ru": clean(o["text_ru"]), "en": clean(o["text_en"])}
	if clean(o["cat_id"]) != nil {
		p["category"] = map[string]any{"id": clean(o["cat_id"]), "name": clean(o["cat"]), "path": strings.Split(shape.Text(o["cat_path"]), " > ")}
	}
	tiers, attributes := []any{}, []any{}
	for _, tier := range shape.Objects(o["opt"]) {
		tiers = append(tiers, map[string]any{"min_quantity": clean(tier["from"]), "price": cleanMoney(t, tier["price"])})
	}
	for _, a := range shape.Objects(o["params"]) {
		attributes = append(attributes, map[string]any{"name": a["n"], "value": clean(a["v"]), "unit": clean(a["u"])})
	}
	p["wholesale_tiers"], p["attributes"], p["images"] = tiers, attributes, o["photos"]
	return p
}

// loose makes texts of numbers.
func loose(v any) any {
	switch v := v.(type) {
	case json.Number:
		return v.String()
	case []any:
		for i := range v {
			v[i] = loose(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = loose(v[name])
		}
	}
	return v
}

func TestDirtyCarriesTheCatalogue(t *testing.T) {
	for name, c := range map[string]*catalog.Catalog{
		"samples":   sampleCatalog(t),
		"generated": catalog.Generate(160, 5, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)),
	} {
		t.Run(name, func(t *testing.T) {
			p := newPatient(t, sandbox.Options{Catalog: c})
			want := p.ours(t, "/api/products")
			rows, total := p.all(t, "/ws/goods")
			require.Equal(t, len(want), total)
			if len(want) > 80 {
				require.Len(t, distinct(rows), total-1, "one is repeated and one is missing: the list has moved")
				rows, _ = p.all(t, "/ws/goods")
			}
			require.Len(t, distinct(rows), total)
			require.Len(t, rows, total)
			for i, row := range rows {
				read, _ := loose(plainJSON(t, jsonText(t, cleanGoods(t, row)))).(map[string]any)
				contract, _ := loose(normal(want[i])).(map[string]any)
				same(t, contract, normal(read))
			}
		})
	}
}

func jsonText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

func distinct(rows []object) map[string]bool {
	ids := map[string]bool{}
	for _, row := range rows {
		ids[shape.Text(row["id"])] = true
	}
	return ids
}

func TestDirtyIsDirty(t *testing.T) {
	p := newPatient(t, sandbox.Options{Catalog: catalog.Generate(200, 5, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))})
	seen := map[string]int{}
	note := func(ok bool, what string) {
		if ok {
			seen[what]++
		}
	}
	for round := 0; round < 6 && p.met["429"]*p.met["text"]*p.met["busy"] == 0; round++ {
		rows, _ := p.all(t, "/ws/goods")
		for _, row := range rows {
			money := shape.Text(row["drop"])
			note(strings.Contains(money, "\u00a0"), "a blank that does not break")
			note(strings.Contains(money, " "), "a blank")
			note(strings.Contains(money, "грн"), "a currency")
			_, isText := row["id"].(string)
			note(isText, "an id as text")
			note(!isText, "an id as number")
			_, isText = row["qty"].(string)
			note(isText && row["qty"] != "", "a quantity as text")
			brand, there := row["vendor"]
			note(!there, "not there")
			note(there && brand == nil, "null")
			note(brand == "", "empty")
			note(strings.Contains(shape.Text(row["changed"])[:3], "."), "a date with points")
		}
	}
	for _, what := range []string{"a blank that does not break", "a blank", "a currency", "an id as text", "an id as number", "a quantity as text",
		"not there", "null", "empty", "a date with points"} {
		require.NotZero(t, seen[what], what)
	}
	for _, what := range []string{"429", "text", "busy"} {
		require.NotZero(t, p.met[what], what)
	}
}

func TestDirtyDependsOnTheSeedOnly(t *testing.T) {
	read := func() string {
		p := newPatient(t, sandbox.Options{Catalog: sampleCatalog(t)})
		text := ""
		for range 12 {
			text += p.send(t, http.MethodGet, "/ws/goods", http.Header{"X-Token": {standToken}}, nil).body
		}
		return text
	}
	require.Equal(t, read(), read())
}

func TestTroubleEndsAfterTwo(t *testing.T) {
	tr := trouble{soil: soil{3}}
	longest, row := 0, 0
	for range 5000 {
		if tr.meet("GET /ws/goods", readIlls) == well {
			row = 0
			continue
		}
		row++
		longest = max(longest, row)
	}
	require.Equal(t, 2, longest)
}

func TestDirtyOrders(t *testing.T) {
	p := newPatient(t, sandbox.Options{Catalog: sampleCatalog(t)})
	order := func(number, sku string) map[string]any {
		return map[string]any{"number": number, "fio": "Шевчук Юрій", "tel": "+380670000101", "post": "nova_poshta", "post_type": "branch", "city": "Львів",
			"branch": "4", "pay": "cod", "cod": "1500.10", "goods": []any{map[string]any{"art": sku, "qty": 1, "price": json.Number("1500.10")}}}
	}
	ids := map[string]string{}
	for i := range 40 { // enough to meet trouble on the way
		number := fmt.Sprint("D-", i)
		answer := p.call(t, http.MethodPost, "/ws/order", order(number, "KB-01"))
		require.Equal(t, "ok", answer["status"], "%v", answer)
		made := shape.Member(answer, "order")
		require.Equal(t, number, made["number"])
		require.Equal(t, "1500.10", cleanMoney(t, made["sum"]))
		ids[number] = shape.Text(made["id"])
	}
	require.NotZero(t, p.met["429"]+p.met["busy"])
	again := p.call(t, http.MethodPost, "/ws/order", order("D-7", "KB-01"))
	require.Equal(t, ids["D-7"], shape.Text(shape.Member(again, "order")["id"]))
	other := p.call(t, http.MethodPost, "/ws/order", order("D-7", "KB-02"))
	require.Equal(t, "error", other["status"])
	require.Equal(t, "duplicate", shape.ValueAt(other, "error.code"))
	require.Equal(t, ids["D-7"], shape.ValueAt(other, "error.order"))
	unknown := p.call(t, http.MethodPost, "/ws/order", order("D-x", "nothing"))
	require.Equal(t, "unknown_sku", shape.ValueAt(unknown, "error.code"))
	require.Equal(t, "goods[0].art", shape.Objects(shape.ValueAt(unknown, "error.fields"))[0]["field"])
	require.Len(t, p.ours(t, "/api/orders"), 40)
	found := p.call(t, http.MethodGet, "/ws/orders?number=D-3&number=D-5", nil)
	require.Len(t, shape.Objects(found["rows"]), 2)

	refused := p.send(t, http.MethodGet, "/ws/goods", nil, nil)
	require.Equal(t, http.StatusOK, refused.status)
	require.Contains(t, refused.body, `"code":"token"`)
}

func TestDirtyBooks(t *testing.T) {
	p := newPatient(t, sandbox.Options{Catalog: sampleCatalog(t), History: 60})
	p.all(t, "/ws/money") // the first reading moves
	moves, total := p.all(t, "/ws/money")
	entries := p.ours(t, "/api/finance/ledger")
	require.Equal(t, len(entries), total)
	for i, entry := range entries {
		require.Equal(t, entry["amount"], cleanMoney(t, moves[i]["sum"]))
	}
	sums := shape.Member(p.call(t, http.MethodGet, "/ws/money?page=1&limit=1", nil), "sums")
	cleanMoney(t, sums["is"])
	parcels, total := p.all(t, "/ws/parcels")
	require.Greater(t, len(parcels), total, "one is repeated")
	parcels, _ = p.all(t, "/ws/parcels")
	require.Len(t, parcels, total)
	require.Equal(t, len(p.ours(t, "/api/shipments")), total)
}

func TestSoiledMoney(t *testing.T) {
	for seed := range int64(40) {
		s := soil{seed}
		for _, text := range []string{"0.00", "5.10", "999.99", "1234.50", "-1234567.05", "123456.00"} {
			require.Equal(t, text, cleanMoney(t, s.money(text, "key")))
		}
	}
}
