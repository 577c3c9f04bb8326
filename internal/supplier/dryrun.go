package supplier

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/internal/money"
)

// DryRun is the request that would be sent for an example of an order.
type DryRun struct {
	Title   string          `json:"title"` // what kind of order it is
	Method  string          `json:"method"`
	Path    string          `json:"path"`
	Headers []string        `json:"headers"` // the names of those that matter
	Token   string          `json:"token"`   // where the token goes
	Body    json.RawMessage `json:"body,omitempty"`
	LeftOut []string        `json:"left_out,omitempty"` // values that the mapping refuses, with the reasons
	Refused string          `json:"refused,omitempty"`  // why no order of that kind is sent
}

// errNoExamples says that a mapping refuses all kinds of orders.
var errNoExamples = errors.New("the mapping refuses every order: see what stands at the requests, and mend create_order")

// DryRun makes the requests of three example orders, as they would be sent.
func (m *Mapping) DryRun() ([]DryRun, error) {
	if m.create.body == nil {
		return nil, errNoCreation
	}
	var out []DryRun
	made := false
	for _, e := range exampleOrders() {
		run := m.dryRun(e)
		made = made || run.Refused == ""
		out = append(out, run)
	}
	if !made {
		return out, errNoExamples
	}
	return out, nil
}

// short is the error for a list of many.
func (e *valueError) short() string {
	switch e.what {
	case noLine:
		return e.field + ": no line in the mapping"
	case ignoredByJQ:
		return e.field + ": not in the body that jq makes"
	}
	return e.Error()
}

// example is an order that shows what a mapping makes of one.
type example struct {
	title string
	order NewOrder
	// others are words that may stand in for a value which the mapping does not know.
	others map[string][]string
}

// dryRun encodes an example. A value that the mapping refuses is taken out, or another
// takes its place, as far as the order stays one of its kind.
func (m *Mapping) dryRun(e example) DryRun {
	out := DryRun{Title: e.title, Method: "POST", Path: m.create.path, Headers: m.create.headers, Token: m.create.token}
	for {
		body, err := m.encodeOrder(e.order)
		if err == nil {
			out.Body = body
			return out
		}
		wrong, ok := errors.AsType[*valueError](err)
		if !ok || !e.adapt(wrong) {
			out.Refused = err.Error()
			return out
		}
		out.LeftOut = append(out.LeftOut, wrong.short())
	}
}

// adapt changes the order so that it no longer has the refused value. Each call takes
// something away, so that it ends.
func (e *example) adapt(wrong *valueError) bool {
	r := &e.order.Recipient
	switch {
	case wrong.field == "":
		return false
	case wrong.field == "items" && len(e.order.Items) > 1:
		e.order.Items = e.order.Items[:1]
		return true
	case wrong.item > 0:
		return e.clearItems(wrong.field)
	case wrong.field == "carrier":
		return e.other("carrier", func(word string) { r.Delivery.Carrier = word })
	case wrong.field == "cod_amount" && wrong.what == ignoredByJQ:
		return e.clear(wrong.field)
	case wrong.field == "payment_method", wrong.field == "cod_amount":
		return e.other("payment_method", func(word string) { e.order.Payment = Payment{Method: word} })
	case (wrong.field == "recipient_last_name" || wrong.field == "recipient_first_name") && textOf(r.LastName) == "" && wrong.what != ignoredByJQ:
		r.LastName, r.FirstName = new("Зразкова"), new("Олена")
		return true
	}
	return e.clear(wrong.field)
}

// other puts the next word in place of one that the mapping does not know.
func (e *example) other(name string, put func(word string)) bool {
	words := e.others[name]
	if len(words) == 0 {
		return false
	}
	put(words[0])
	e.others[name] = words[1:]
	return true
}

func (e *example) clear(name string) bool {
	fields := newOrderFields()
	i := slices.IndexFunc(fields, func(f bodyField[NewOrder]) bool { return f.name == name })
	if i < 0 || fields[i].clear == nil || fields[i].text(&e.order) == "" || name == "recipient_name" {
		return false
	}
	fields[i].clear(&e.order)
	return true
}

func (e *example) clearItems(name string) bool {
	fields := newItemFields()
	i := slices.IndexFunc(fields, func(f bodyField[NewItem]) bool { return f.name == name })
	if i < 0 || fields[i].clear == nil {
		return false
	}
	changed := false
	for n := range e.order.Items {
		changed = changed || fields[i].text(&e.order.Items[n]) != ""
		fields[i].clear(&e.order.Items[n])
	}
	return changed
}

// exampleOrders are the kinds of orders that are shown.
func exampleOrders() []example {
	items := func() []NewItem {
		return []NewItem{{SKU: "EXAMPLE-1", Quantity: 2, Price: money.Must("450.10")}, {SKU: "EXAMPLE-2", Quantity: 1, Price: money.Must("1320.00")}}
	}
	to := func(kind string, change func(*Recipient)) Recipient {
		r := Recipient{Name: "Зразкова Олена Іванівна", Phone: "+380000000001", Delivery: Delivery{Carrier: carriers[0], Type: kind, City: "Київ"}}
		change(&r)
		return r
	}
	others := func() map[string][]string { return map[string][]string{"carrier": carriers[1:]} }
	cod := Payment{Method: PaymentCOD, CODAmount: money.Must("2220.20")}
	branch := example{"cash on delivery, to a carrier's branch", NewOrder{ExternalID: "EXAMPLE-1001", Items: items(), Payment: cod,
		Recipient: to("branch", func(r *Recipient) { r.Delivery.BranchNumber = new("12") })}, others()}
	courier := example{"prepaid, by courier to an address", NewOrder{ExternalID: "EXAMPLE-1002", Items: items(), Payment: Payment{Method: PaymentPrepaid},
		Recipient: to("courier", func(r *Recipient) { r.Delivery.Address = new("вул. Зразкова, 1, кв. 2") })}, others()}
	whole := example{"with every value that an order can have", NewOrder{ExternalID: "EXAMPLE-1003", Items: items(), Payment: cod,
		WaybillNumber: new("20450000000001"), Comment: new("Приклад: \"подзвонити\"\nперед доставкою"),
		Recipient: to("branch", func(r *Recipient) {
			r.LastName, r.FirstName, r.MiddleName, r.Email = new("Зразкова"), new("Олена"), new("Іванівна"), new("olena@shop.example")
			d := &r.Delivery
			d.CityRef, d.BranchNumber, d.BranchRef, d.Address = new("city-1"), new("12"), new("branch-12"), new("вул. Зразкова, 1")
		})}, others()}
	whole.others["payment_method"] = []string{PaymentPrepaid, PaymentBalance}
	return []example{branch, courier, whole}
}

// shownHeaders are the names of the headers of an order's request, and where the token goes.
func (c *compiler) shownHeaders() (headers []string, token string) {
	w := c.written
	headers = []string{"Content-Type"}
	switch {
	case w.Auth.Header.Text != "":
		headers, token = append(headers, w.Auth.Header.Text), "header "+w.Auth.Header.Text
	case w.Auth.Query.Text != "":
		token = "query " + w.Auth.Query.Text
	case w.Auth.Body.Text != "":
		token = "body " + w.Auth.Body.Text
	}
	for _, one := range w.Headers {
		headers = append(headers, fmt.Sprintf("%s: %s", one.key.Text, one.value.Text))
	}
	if w.Idempotency.Kind.Text == IdempotencyKey {
		headers = append(headers, w.Idempotency.KeyHeader.Text)
	}
	return headers, token
}
