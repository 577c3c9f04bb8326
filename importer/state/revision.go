package state

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// revision is an order that came again for the same person with some of the same goods:
// sent under another number, what is at the supplier already would come twice.
type revision struct {
	Kind        revisionKind
	Posted, All int64  // items, where it grew
	Goods       string // what differs: "KB-01 1 → 2, KB-02 0 → 1"
}

type revisionKind int

// The kinds of revisions.
const (
	NoRevision   revisionKind = iota
	Grew                      // all that was ordered, and an item more
	Requantified              // other quantities, or fewer items
	Amended                   // the same goods with another place, price, payment or name
)

// revisionOf compares two contents of an order.
func revisionOf(earlier, later []byte) (r revision) {
	var old, current supplier.NewOrder
	if len(later) == 0 || json.Unmarshal(earlier, &old) != nil || json.Unmarshal(later, &current) != nil {
		return r
	}
	if !samePerson(old.Recipient, current.Recipient) {
		return r
	}
	before, after := goods(old.Items), goods(current.Items)
	var differs []string
	common, less := 0, false
	seen := map[string]bool{}
	for _, item := range append(append([]supplier.NewItem{}, old.Items...), current.Items...) {
		was, is := before[item.SKU], after[item.SKU]
		if seen[item.SKU] {
			continue
		}
		seen[item.SKU] = true
		if was > 0 && is > 0 {
			common++
		}
		if was != is {
			differs = append(differs, fmt.Sprintf("%s %d → %d", told.OneLine(item.SKU), was, is))
			less = less || is < was
		}
	}
	switch {
	case common == 0:
		return r
	case len(differs) == 0:
		return revision{Kind: Amended}
	}
	r = revision{Kind: Requantified, Posted: int64(len(before)), All: int64(len(after)), Goods: strings.Join(differs, ", ")}
	if !less && r.All > r.Posted {
		r.Kind = Grew
	}
	return r
}

// samePerson reports whether two recipients are one, by the phone or by the name: one of
// them may be what was corrected.
func samePerson(a, b supplier.Recipient) bool {
	name := strings.Join(strings.Fields(a.Name), " ")
	return samePhone(a.Phone, b.Phone) || name != "" && strings.EqualFold(name, strings.Join(strings.Fields(b.Name), " "))
}

// goods is how many there are of each SKU.
func goods(items []supplier.NewItem) map[string]int64 {
	bySKU := map[string]int64{}
	for _, item := range items {
		bySKU[item.SKU] += item.Quantity
	}
	return bySKU
}

// Revision is what the file changes of an order that is at the supplier, or may be. What the
// supplier has called off, or never had, does not come twice.
func (l FileLink) Revision() revision {
	if l.Order.State == Rejected || CalledOff(l.Order.RemoteStatus) {
		return revision{}
	}
	return revisionOf(l.Order.Content, l.Content)
}

// ClashMessage says how a file's order differs from the one that is held. One of which only the
// goods changed is told as that: sent under another number, it would come twice.
func ClashMessage(held Order, content []byte) wording.Message {
	return clashOf(told.Typed(held.ExternalID), told.OneLine(held.RemoteID), revisionOf(held.Content, content))
}

// clashOf is clash for the revision that it is; number is as a command line takes it.
func clashOf(number, id string, r revision) wording.Message {
	switch {
	case r.Kind == Grew && id != "":
		return wording.NewMessage("order_conflict.grown", number, id, r.Posted, r.All, r.Goods)
	case r.Kind == Grew:
		return wording.NewMessage("order_conflict.grown_posting", number, r.Posted, r.All, r.Goods)
	case r.Kind == Requantified && id != "":
		return wording.NewMessage("order_conflict.quantity", number, id, r.Goods)
	case r.Kind == Requantified:
		return wording.NewMessage("order_conflict.quantity_posting", number, r.Goods)
	case r.Kind == Amended && id != "":
		return wording.NewMessage("order_conflict.corrected", number, id)
	case r.Kind == Amended:
		return wording.NewMessage("order_conflict.corrected_posting", number)
	case id == "":
		return wording.NewMessage("order_conflict.being_posted", number)
	}
	return wording.NewMessage("order_conflict.dropped", number, id)
}

// RevisionAt is what an order changes of the one that the supplier shows under its number.
func (o Order) RevisionAt(at supplier.Order) revision {
	if CalledOff(at.Status) {
		return revision{}
	}
	there := supplier.NewOrder{Recipient: at.Recipient}
	for _, item := range at.Items {
		there.Items = append(there.Items, supplier.NewItem{SKU: item.SKU, Quantity: item.Quantity})
	}
	content, err := json.Marshal(there)
	if err != nil {
		return revision{}
	}
	return revisionOf(content, o.Content)
}

// Revises reports whether an order in conflict is one that the supplier has in another form,
// as was found out when it was compared.
func (o Order) Revises() bool {
	switch o.Message.Key {
	case "order_conflict.grown", "order_conflict.quantity", "order_conflict.corrected":
		return o.State == Conflict
	}
	return false
}
