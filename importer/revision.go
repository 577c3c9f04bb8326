package importer

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// revision is an order that came again for the same person with more or fewer of the same
// goods: sent under another number, what is at the supplier already would come twice.
type revision struct {
	kind        revisionKind
	posted, all int64  // items, where it grew
	goods       string // what differs: "KB-01 1 → 2, KB-02 0 → 1"
}

type revisionKind int

const (
	noRevision   revisionKind = iota
	grew                      // all that was ordered, and an item more
	requantified              // other quantities, or fewer items
)

// revisionOf compares two contents of an order.
func revisionOf(earlier, later []byte) (r revision) {
	var old, current supplier.NewOrder
	if len(later) == 0 || json.Unmarshal(earlier, &old) != nil || json.Unmarshal(later, &current) != nil {
		return r
	}
	if !samePhone(old.Recipient.Phone, current.Recipient.Phone) {
		return r
	}
	before, after := goods(old.Items), goods(current.Items)
	var differs []string
	common, less := 0, false
	told := map[string]bool{}
	for _, item := range append(append([]supplier.NewItem{}, old.Items...), current.Items...) {
		was, is := before[item.SKU], after[item.SKU]
		if told[item.SKU] {
			continue
		}
		told[item.SKU] = true
		if was > 0 && is > 0 {
			common++
		}
		if was != is {
			differs = append(differs, fmt.Sprintf("%s %d → %d", oneLine(item.SKU), was, is))
			less = less || is < was
		}
	}
	if common == 0 || len(differs) == 0 {
		return r
	}
	r = revision{kind: requantified, posted: int64(len(before)), all: int64(len(after)), goods: strings.Join(differs, ", ")}
	if !less && r.all > r.posted {
		r.kind = grew
	}
	return r
}

// goods is how many there are of each SKU.
func goods(items []supplier.NewItem) map[string]int64 {
	bySKU := map[string]int64{}
	for _, item := range items {
		bySKU[item.SKU] += item.Quantity
	}
	return bySKU
}

// revision is what the file changes of the order's goods.
func (l FileLink) revision() revision { return revisionOf(l.Order.Content, l.Content) }

// clash says how a file's order differs from the one that is held. One of which only the
// goods changed is told as that: sent under another number, it would come twice.
func clash(held Order, content []byte) wording.Message {
	number, id := typed(held.ExternalID), oneLine(held.RemoteID)
	r := revisionOf(held.Content, content)
	switch {
	case r.kind == grew && id != "":
		return wording.NewMessage("order_conflict.grown", number, id, r.posted, r.all, r.goods)
	case r.kind == grew:
		return wording.NewMessage("order_conflict.grown_posting", number, r.posted, r.all, r.goods)
	case r.kind == requantified && id != "":
		return wording.NewMessage("order_conflict.quantity", number, id, r.goods)
	case r.kind == requantified:
		return wording.NewMessage("order_conflict.quantity_posting", number, r.goods)
	case id == "":
		return wording.NewMessage("order_conflict.being_posted", number)
	}
	return wording.NewMessage("order_conflict.dropped", number, id)
}
