package sandbox

import (
	"encoding/json"
	"fmt"

	"github.com/govalues/decimal"
)

// newOrder is an order as the client wrote it, read: absent and null are one,
// and money has one spelling. Two orders are the same if their JSON is.
type newOrder struct {
	ExternalID string     `json:"external_id"`
	Items      []newItem  `json:"items"`
	Recipient  recipient  `json:"recipient"`
	Payment    newPayment `json:"payment"`
	Waybill    *string    `json:"waybill_number"`
	Comment    *string    `json:"comment"`
}

type newItem struct {
	SKU      string  `json:"sku"`
	Quantity int64   `json:"quantity"`
	Price    *string `json:"price"`
}

type recipient struct {
	Name       string   `json:"name"`
	LastName   *string  `json:"last_name"`
	FirstName  *string  `json:"first_name"`
	MiddleName *string  `json:"middle_name"`
	Phone      string   `json:"phone"`
	Email      *string  `json:"email"`
	Delivery   delivery `json:"delivery"`
}

type delivery struct {
	Carrier      string  `json:"carrier"`
	Type         string  `json:"type"`
	City         string  `json:"city"`
	CityRef      *string `json:"city_ref"`
	BranchNumber *string `json:"branch_number"`
	BranchRef    *string `json:"branch_ref"`
	Address      *string `json:"address"`
}

type newPayment struct {
	Method    string  `json:"method"`
	CODAmount *string `json:"cod_amount"`
}

// Bounds of an order. Together with plainAmount they keep every sum exact.
const (
	maxExternalID = 64
	maxItems      = 200
	maxQuantity   = 10_000
	maxText       = 255
	maxComment    = 5000
)

// readNewOrder turns a body into an order, or says all that is wrong with it.
func readNewOrder(body []byte) (newOrder, error) {
	root, err := parseBody(body)
	if err != nil {
		return newOrder{}, err
	}
	f := &form{}
	o := f.object(root, "", f.order)
	if len(f.errs) > 0 {
		return newOrder{}, invalid(f.errs)
	}
	return o, nil
}

func (f *form) order(m members) newOrder {
	o := newOrder{
		ExternalID: m.required("external_id", text{most: maxExternalID}),
		Recipient:  m.recipient("recipient"),
		Payment:    m.payment("payment"),
		Comment:    m.optional("comment", text{most: maxComment}),
	}
	o.Waybill = m.optional("waybill_number", waybillRule(o.Recipient.Delivery.Carrier))
	o.Items = m.items("items")
	return o
}

func (m members) items(name string) []newItem {
	value, ok := m.needed(name)
	if !ok {
		return nil
	}
	elements, ok := value.([]any)
	switch {
	case !ok:
		m.fail(name, "invalid_type", "%s must be an array", name)
		return nil
	case len(elements) == 0:
		m.fail(name, "empty", "an order needs at least one item")
		return nil
	case len(elements) > maxItems:
		m.fail(name, "too_many", "an order takes at most %d items", maxItems)
		return nil
	}
	items := make([]newItem, len(elements))
	for i, element := range elements {
		items[i] = m.form.item(element, fmt.Sprintf("%s/%s/%d", m.pointer, name, i))
	}
	return items
}

func (f *form) item(value any, pointer string) newItem {
	object, ok := value.(map[string]any)
	if !ok {
		f.errs = append(f.errs, atPointer(pointer, "invalid_type", "an item must be an object"))
		return newItem{}
	}
	m := members{f, pointer, object}
	return newItem{SKU: m.required("sku", text{most: maxText}), Quantity: m.quantity("quantity"), Price: m.money("price")}
}

func (m members) recipient(name string) recipient {
	r, ok := m.child(name)
	if !ok {
		return recipient{}
	}
	return recipient{
		Name:     r.required("name", text{most: maxText}),
		LastName: r.optional("last_name", text{most: maxText}), FirstName: r.optional("first_name", text{most: maxText}),
		MiddleName: r.optional("middle_name", text{most: maxText}),
		Phone:      r.required("phone", text{like: phoneForm, example: "+380670000101"}),
		Email:      r.optional("email", text{most: maxText, like: emailForm, example: "name@shop.example"}),
		Delivery:   r.delivery("delivery"),
	}
}

func (m members) delivery(name string) delivery {
	d, ok := m.child(name)
	if !ok {
		return delivery{}
	}
	to := delivery{
		Carrier: d.required("carrier", text{words: carriers()}),
		Type:    d.required("type", text{words: deliveryTypes()}),
		City:    d.required("city", text{most: maxText}),
		CityRef: d.optional("city_ref", text{most: maxText}), BranchRef: d.optional("branch_ref", text{most: maxText}),
		Address: d.optional("address", text{most: maxComment}),
	}
	to.BranchNumber = d.optional("branch_number", branchRule(to))
	if to.Type == "courier" && d.object["address"] == nil {
		d.fail("address", "required", "a courier needs an address")
	}
	return to
}

func carriers() []string {
	return []string{"nova_poshta", "ukrposhta", "meest", "rozetka_delivery", "pickup"}
}

func deliveryTypes() []string { return []string{"branch", "locker", "courier"} }

func (m members) payment(name string) newPayment {
	p, ok := m.child(name)
	if !ok {
		return newPayment{}
	}
	pay := newPayment{Method: p.required("method", text{words: []string{"cod", "prepaid", "balance"}}), CODAmount: p.money("cod_amount")}
	given := p.object["cod_amount"] != nil
	switch {
	case pay.Method == "cod" && !given:
		p.fail("cod_amount", "required", "cod_amount is needed with method cod")
	case pay.Method != "cod" && pay.Method != "" && given:
		p.fail("cod_amount", "forbidden", "cod_amount goes with method cod only; leave it out")
	}
	return pay
}

// canonical is the one spelling of an order's content.
func (o newOrder) canonical() ([]byte, error) {
	content, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("write the order's content: %w", err)
	}
	return content, nil
}

// stored reads money that readNewOrder or a sum wrote.
func stored(text string) (decimal.Decimal, error) {
	d, err := decimal.Parse(text)
	if err != nil {
		return d, fmt.Errorf("read a stored amount: %w", err)
	}
	return d, nil
}
