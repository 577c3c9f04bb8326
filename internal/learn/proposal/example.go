package proposal

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// exampleOrder holds the values of an order of nobody.
var exampleOrder = map[string]any{
	"external_id": "EXAMPLE-1", "recipient_name": "Прізвище Імʼя По батькові", "recipient_last_name": "Прізвище",
	"recipient_first_name": "Імʼя", "recipient_middle_name": "По батькові", "recipient_phone": "+380000000000",
	"recipient_email": "example@shop.example", "carrier": "nova_poshta", "delivery_type": "branch", "city": "Київ",
	"city_ref": "00000000-0000-0000-0000-000000000001", "branch_number": "1", "branch_ref": "00000000-0000-0000-0000-000000000002",
	"address": "вул. Прикладна, 1", "region": "Київська обл.", "district": "Обухівський р-н", "postal_code": "01001", "payment_method": "cod", "cod_amount": json.Number("450.10"), "comment": "приклад",
	"items.sku": "EXAMPLE-SKU", "items.quantity": json.Number("1"), "items.price": json.Number("450.10"),
}

// sentBody is the body of the first example order that the proposal does send, nil where it
// does not compile or sends none; refused is why.
func sentBody(proposal string) (body map[string]any, refused string) {
	compiled, err := mapping.Compile("proposal", []byte(proposal))
	if err != nil {
		return nil, ""
	}
	runs, _ := compiled.DryRun() // the runs say more than the error
	for _, run := range runs {
		if run.Refused != "" {
			refused = pick(refused == "", run.Refused, refused)
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(run.Body))
		decoder.UseNumber() // money keeps its notation
		if decoder.Decode(&body) == nil {
			return body, ""
		}
	}
	return nil, refused
}

// exampleBody is the body that the proposal would send for an example order, nil where
// no body is proposed. It is made from the proposed lines alone.
func (b *builder) exampleBody(create *service.Operation) map[string]any {
	if create == nil {
		return nil
	}
	body := map[string]any{}
	for _, o := range b.report {
		if o.Operation != string(guess.CreateOrder) || len(o.Fields) == 0 {
			continue
		}
		item, itemsAt := map[string]any{}, b.itemsPlace(create)
		for _, f := range o.Fields {
			value, ok := exampleOrder[f.Field]
			if !ok {
				continue
			}
			if strings.HasPrefix(f.Field, "items.") {
				putAt(item, pathOf(f.Path), exampleValue(f.Path, value))
			} else {
				putAt(body, pathOf(f.Path), exampleValue(f.Path, value))
			}
		}
		if len(item) > 0 && itemsAt != "" {
			putAt(body, itemsAt, []any{item})
		}
		return body
	}
	return nil
}

func (b *builder) itemsPlace(o *service.Operation) string {
	if o.Request == nil {
		return ""
	}
	if c := guess.TakeItems(guess.Candidates(o.Request, nil), b.words); c != nil {
		return c.Place.String()
	}
	return ""
}

var (
	atOf    = pattern.Lazy(`^\{at: ("(?:[^"\\]|\\.)*"|[^,}]+)`)
	mapPart = pattern.Lazy(`(nova_poshta|branch|cod): ("(?:[^"\\]|\\.)*"|[^,}]+)`)
)

// pathOf is the path of a proposed line.
func pathOf(value string) string {
	if m := atOf().FindStringSubmatch(value); m != nil {
		value = m[1]
	}
	var text string
	if json.Unmarshal([]byte(value), &text) == nil {
		return text
	}
	return value
}

// exampleValue does what the line's converters will do.
func exampleValue(line string, value any) any {
	text := service.Literal(value)
	switch {
	case strings.Contains(line, `without: "+"`):
		return strings.TrimPrefix(text, "+")
	case strings.Contains(line, "minor: 2"):
		return json.Number(strings.Replace(text, ".", "", 1))
	case strings.Contains(line, "map: {"):
		for _, pair := range mapPart().FindAllStringSubmatch(line, -1) {
			if pair[1] != text {
				continue
			}
			var mapped any
			decoder := json.NewDecoder(strings.NewReader(pair[2]))
			decoder.UseNumber()
			if decoder.Decode(&mapped) == nil {
				return mapped
			}
		}
	case strings.Contains(line, "as: number"), strings.HasPrefix(text, "1") && len(text) == 1 && !strings.Contains(line, "as: text") && isNumber(value):
		return json.Number(text)
	}
	return text
}

func isNumber(v any) bool {
	_, ok := v.(json.Number)
	return ok
}

// putAt sets a value at a path of members and [0].
func putAt(into map[string]any, path string, value any) {
	steps := splitPath(path)
	for i, name := range steps {
		if i == len(steps)-1 {
			into[name] = value
			return
		}
		next, ok := into[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			into[name] = next
		}
		into = next
	}
}

var pathStep = pattern.Lazy(`"([^"]*)"|([^."]+)`)

func splitPath(path string) []string {
	var steps []string
	for _, m := range pathStep().FindAllStringSubmatch(path, 100) {
		steps = append(steps, m[1]+m[2])
	}
	return steps
}
