package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
)

// generator makes requests out of the document: what it says, what is just
// inside and just outside its bounds, and what is plainly wrong.
type generator struct {
	rng   *rand.Rand
	doc   *openapi3.T
	wrong int // of a hundred values, how many are bent
}

func (g *generator) chance(percent int) bool { return g.rng.IntN(100) < percent }

func pick[T any](g *generator, list []T) T { return list[g.rng.IntN(len(list))] }

// value makes a value of a schema, bent now and then.
func (g *generator) value(name string, ref *openapi3.SchemaRef) any {
	s := ref.Value
	if g.chance(g.wrong) {
		return pick(g, []any{nil, "", true, 3, -1, 1.5, "ні", []any{}, map[string]any{}, strings.Repeat("я", 70),
			json.Number("1e3"), json.Number(tooFine), "+38067", "0", "450.123456"})
	}
	switch {
	case len(s.OneOf) > 0:
		return g.value(name, pick(g, s.OneOf))
	case len(s.AllOf) > 0:
		return g.value(name, s.AllOf[0])
	case len(s.Enum) > 0:
		return pick(g, s.Enum)
	case s.Type.Is("object"):
		object := map[string]any{}
		for _, member := range names(s.Properties) {
			if !slices.Contains(s.Required, member) && !g.chance(40) || g.chance(g.wrong) {
				continue
			}
			object[member] = g.value(member, s.Properties[member])
		}
		return object
	case s.Type.Is("array"):
		list := make([]any, 1+g.rng.IntN(3))
		for i := range list {
			list[i] = g.value(name, s.Items)
		}
		return list
	case s.Type.Is("integer"):
		return pick(g, []any{int(*s.Min), int(*s.Min) + 1, int(*s.Max), int(*s.Max) + 1, int(*s.Min) - 1})
	case s.Type.Is("number"):
		return pick(g, []any{0, 1, 450.5, json.Number("999999999.9999"), -0.01})
	default:
		return g.text(name, s)
	}
}

func names(m openapi3.Schemas) []string {
	var list []string
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// text makes a string that fits its pattern and bounds.
func (g *generator) text(name string, s *openapi3.Schema) string {
	switch {
	case name == "sku":
		return pick(g, []string{"A-01", "A-06", "A-08", "A-06", "A-08", "A-06", "A-09", "A-10", "nope"})
	case name == "phone":
		return "+380670000101"
	case name == "email":
		return "buyer@shop.example"
	case name == "waybill_number" && !g.chance(20):
		return pick(g, []string{"20450000000101", "0500000000101", "MST-0000000101"})
	case name == "branch_number" && !g.chance(20):
		return pick(g, []string{"12", "01001"})
	case name == "external_id":
		return fmt.Sprintf("%d", g.rng.IntN(30))
	case strings.Contains(s.Pattern, "[0-9]{1,4}"): // an amount
		return pick(g, []string{"0", "1", "450.10", "999999999.9999", "0.0001"})
	case strings.Contains(s.Pattern, "[0-9]{4}-"): // a time
		return pick(g, []string{"2026-10-05", "2026-10-05T09:00:00Z", "2026-10-05T12:00:00+03:00", "2026-02-30"})
	case s.MaxLength != nil:
		return strings.Repeat("ї", 1+g.rng.IntN(int(*s.MaxLength)+1)) // one too long now and then
	default:
		return pick(g, []string{"дриль", "drills", "Альфа", "x y", "%", "'; DROP TABLE product; --"})
	}
}

// query makes the query of an operation.
func (g *generator) query(op *openapi3.Operation) url.Values {
	values := url.Values{}
	for _, p := range op.Parameters {
		if p.Value.In != "query" || !g.chance(25) {
			continue
		}
		switch v := g.value(p.Value.Name, p.Value.Schema).(type) {
		case []any:
			for _, one := range v {
				values.Add(p.Value.Name, fmt.Sprint(one))
			}
		case map[string]any:
			values.Add(p.Value.Name+"[Колір]", "чорний")
		default:
			values.Add(p.Value.Name, fmt.Sprint(v))
		}
	}
	if g.chance(g.wrong) {
		values.Add(pick(g, []string{"limit", "attr", "PAGE", ""}), "1")
	}
	return values
}

// semantic are the refusals of what the document's schemas cannot say.
var semantic = []string{"unknown_sku", "insufficient_stock", "currency_unsupported", "forbidden", "external_id_conflict"}

// dependent are the refusals of what the document says in words, as it depends on another
// value.
var dependent = []string{"/payment/cod_amount:required", "/recipient/delivery/address:required",
	"/recipient/delivery/branch_number:invalid_format", "/waybill_number:invalid_format"}

// tooFine is a number with more digits behind the point than an amount may have: a schema can
// say so of a text alone, and the document says it of a number in words.
const tooFine = "0.00001"

// tryBody posts a body made from the document and holds the answer against what
// the document says of the body.
func tryBody(t *testing.T, f *fixture, g *generator) {
	schema := g.doc.Components.Schemas["NewOrder"]
	value := g.value("body", schema)
	body, err := json.Marshal(value)
	require.NoError(t, err)
	var plain any
	require.NoError(t, json.Unmarshal(body, &plain))
	verdict := schema.Value.VisitJSON(plain)
	a := f.post(string(body), nil)
	require.Less(t, a.status, 500, "%s", body)
	if verdict != nil {
		require.Equal(t, http.StatusUnprocessableEntity, a.status, "the document refuses %s: %v", body, verdict)
		return
	}
	if a.status < 300 {
		return
	}
	for _, code := range a.codes(t) {
		_, kind, _ := strings.Cut(code, ":")
		known := slices.Contains(semantic, kind) || slices.Contains(dependent, code) ||
			kind == "invalid_format" && bytes.Contains(body, []byte(tooFine))
		require.True(t, known, "the document allows %s, yet %s", body, code)
	}
}

func tryQuery(t *testing.T, f *fixture, g *generator, path string, op *openapi3.Operation) {
	a := f.get(path + "?" + g.query(op).Encode())
	require.Contains(t, []int{http.StatusOK, http.StatusUnprocessableEntity}, a.status)
}

func try(t *testing.T, f *fixture, seed uint64) {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 1)), doc: loadContract(t).doc}
	if g.chance(70) {
		g.wrong = 3
	}
	op := pick(g, operationTable())
	if op.method == http.MethodPost {
		tryBody(t, f, g)
		return
	}
	tryQuery(t, f, g, op.path, g.doc.Paths.Value(op.path).Get)
}

func TestRequestsFromTheDocument(t *testing.T) {
	f := newFixture(t, Options{})
	for seed := range uint64(long.Or(400, 20_000)) {
		try(t, f, seed)
	}
	requests := f.server.Stats().Requests
	for _, op := range operationTable() {
		require.Greater(t, requests[op.id]["422"], 10, op.id)
		require.Positive(t, requests[op.id]["200"]+requests[op.id]["201"], op.id)
	}
}

func FuzzRequestsFromTheDocument(f *testing.F) {
	x := newFixture(f, Options{})
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { try(t, x, seed) })
}

func FuzzOrderBody(f *testing.F) {
	x := newFixture(f, Options{})
	f.Add([]byte(orderBody(f, "1", nil)))
	f.Add([]byte(`{"items":[{"quantity":1e400,"price":1e-400}]}`))
	f.Add([]byte(`{"external_id":"\ud800\u0000"}`))
	f.Add([]byte(strings.Repeat("[", 100_000)))
	f.Fuzz(func(t *testing.T, body []byte) {
		a := x.post(string(body), nil)
		require.Less(t, a.status, 500)
		require.True(t, json.Valid(a.body))
	})
}

func FuzzQuery(f *testing.F) {
	x := newFixture(f, Options{})
	cursor := *x.list(f, "/api/products?per_page=2").Meta.NextCursor
	f.Add("per_page=2&cursor=" + cursor)
	f.Add("attr[%D0%9A]=x&attr[]=&page=1&sort=-rrp")
	f.Add("from=2026-10-01&to=9999-12-31T23:59:59.999999999Z&updated_since=0000-01-01")
	f.Fuzz(func(t *testing.T, raw string) {
		for _, op := range operationTable() {
			if op.method != http.MethodGet {
				continue
			}
			r, err := http.NewRequest(http.MethodGet, op.path, bytes.NewReader(nil))
			require.NoError(t, err)
			r.URL.RawQuery = raw
			a := x.sendRequest(r)
			require.Less(t, a.status, 500, "%s?%s", op.path, raw)
			require.True(t, json.Valid(a.body))
		}
	})
}
