package contract

import "fmt"

// ReadOrder turns a body into an order, or says all that is wrong with it.
func ReadOrder(body []byte) (Order, error) {
	root, err := parseBody(body)
	if err != nil {
		return Order{}, err
	}
	f := &form{}
	o := f.object(root, "", f.order)
	if len(f.errs) > 0 {
		return Order{}, Invalid(f.errs)
	}
	return o, nil
}

func (f *form) order(m members) Order {
	o := Order{
		ExternalID: m.required("external_id", text{most: maxExternalID}),
		Recipient:  m.recipient("recipient"),
		Payment:    m.payment("payment"),
		Comment:    m.optional("comment", text{most: maxComment}),
	}
	o.Waybill = m.optional("waybill_number", waybillRule(o.Recipient.Delivery.Carrier))
	o.Items = m.items("items")
	return o
}

func (m members) items(name string) []Item {
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
	items := make([]Item, len(elements))
	for i, element := range elements {
		items[i] = m.form.item(element, fmt.Sprintf("%s/%s/%d", m.pointer, name, i))
	}
	return items
}

func (f *form) item(value any, pointer string) Item {
	object, ok := value.(map[string]any)
	if !ok {
		f.errs = append(f.errs, AtPointer(pointer, "invalid_type", "an item must be an object"))
		return Item{}
	}
	m := members{f, pointer, object}
	return Item{SKU: m.required("sku", text{most: maxText}), Quantity: m.quantity("quantity"), Price: m.money("price")}
}

func (m members) recipient(name string) Recipient {
	r, ok := m.child(name)
	if !ok {
		return Recipient{}
	}
	return Recipient{
		Name:     r.required("name", text{most: maxText}),
		LastName: r.optional("last_name", text{most: maxText}), FirstName: r.optional("first_name", text{most: maxText}),
		MiddleName: r.optional("middle_name", text{most: maxText}),
		Phone:      r.required("phone", text{like: phoneForm(), example: "+380670000101"}),
		Email:      r.optional("email", text{most: maxText, like: emailForm(), example: "name@shop.example"}),
		Delivery:   r.delivery("delivery"),
	}
}

func (m members) delivery(name string) Delivery {
	d, ok := m.child(name)
	if !ok {
		return Delivery{}
	}
	to := Delivery{
		Carrier: d.required("carrier", text{words: Carriers()}),
		Type:    d.required("type", text{words: deliveryTypes()}),
		City:    d.required("city", text{most: maxText}),
		CityRef: d.optional("city_ref", text{most: maxText}), BranchRef: d.optional("branch_ref", text{most: maxText}),
		Address: d.optional("address", text{most: maxComment}),
	}
	to.BranchNumber = d.optional("branch_number", branchRule(to))
	if to.Type == ByCourier && d.object["address"] == nil {
		d.fail("address", "required", "a courier needs an address")
	}
	return to
}

func (m members) payment(name string) Payment {
	p, ok := m.child(name)
	if !ok {
		return Payment{}
	}
	pay := Payment{Method: p.required("method", text{words: []string{PaymentCOD, PaymentPrepaid, PaymentBalance}}), CODAmount: p.money("cod_amount")}
	given := p.object["cod_amount"] != nil
	switch {
	case pay.Method == PaymentCOD && !given:
		p.fail("cod_amount", "required", "cod_amount is needed with method cod")
	case pay.Method != PaymentCOD && pay.Method != "" && given:
		p.fail("cod_amount", "forbidden", "cod_amount goes with method cod only; leave it out")
	}
	return pay
}
