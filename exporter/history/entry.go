package history

import (
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Entry is one offer of a feed, with the values that the feed itself shows.
type Entry struct {
	ID, SKU, Name string       // ID is the offer's id in the feed; it tells offers apart
	Price         money.Amount // of one piece, in the feed's currency; may be absent
	Available     bool
	Quantity      supplier.Opt[int64] // pieces in stock
	Has           Fields              // what else the offer has; HasQuantity follows from Quantity
}

// Fields is a set of what an offer has.
type Fields uint8

// What an offer may have. The guard's configuration calls them images, description,
// category, brand, barcode, quantity and attributes.
const (
	HasImages Fields = 1 << iota
	HasDescription
	HasCategory
	HasBrand
	HasBarcode
	HasQuantity
	HasAttributes

	allFields = 1<<iota - 1
)

// fieldCount is how many fields there are.
const fieldCount = 7

// fieldNames are the names of the fields, in the order of their bits.
func fieldNames() [fieldCount]string {
	return [...]string{"images", "description", "category", "brand", "barcode", "quantity", "attributes"}
}

// fieldCounts is how many offers have each field, in the order of the bits.
type fieldCounts [fieldCount]int64

func (c *fieldCounts) add(has Fields) {
	for i := range c {
		c[i] += int64(has >> i & 1)
	}
}

const (
	// textKept is how many bytes of an id, SKU or name are remembered. Real ones are far
	// shorter; the bound keeps a broken catalogue from filling memory.
	textKept = 1024
	// quantityKept is the largest quantity, either way, that is remembered as it is:
	// what every reader of JSON takes exactly.
	quantityKept = 1<<53 - 1
)

// state is what is compared of an offer.
type state struct {
	price     amount
	quantity  int64 // 0 unless counted
	counted   bool
	available bool
}

// offer is an entry as it is remembered.
type offer struct {
	state
	id, sku, name string
	has           Fields
}

func remembered(e Entry) offer {
	o := offer{id: clip(e.ID), sku: clip(e.SKU), name: clip(e.Name), has: e.Has & allFields &^ HasQuantity}
	o.price, o.available = amountOf(e.Price), e.Available
	if e.Quantity.Known {
		o.counted, o.has = true, o.has|HasQuantity
		o.quantity = max(-quantityKept, min(e.Quantity.Value, quantityKept))
	}
	return o
}

// clip cuts a text at a whole character.
func clip(text string) string {
	if len(text) <= textKept {
		return text
	}
	end := textKept
	for end > textKept-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
