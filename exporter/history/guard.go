package history

import (
	"fmt"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Guard says how much a feed may lose from one publishing to the next. Its zero value,
// and a nil one, has the limits that the keys name as their defaults. A limit itself
// is allowed: a fall of exactly 30 % passes a limit of 30 %.
type Guard struct {
	// OffersFall is by what share the number of offers may fall. Default 30%.
	OffersFall Share `yaml:"offers_fall"`
	// PricesMoved is the share of prices that may leave the band from Low to High times
	// what they were, of the offers that had a price last time and are still there.
	// Default 20%.
	PricesMoved Share `yaml:"prices_moved"`
	// Low and High are the band's limits. Default 0.5 and 2.
	Low  Factor `yaml:"low"`
	High Factor `yaml:"high"`
	// FieldsFall is by how many points of a hundred the share of offers that have a field
	// may fall: from 95 % to 60 % are 35 points. Default 30%.
	FieldsFall Share `yaml:"fields_fall"`
	// Fields are shares of the offers that must have a field, also the first time.
	Fields Required `yaml:"fields"`
	// Off lets every feed pass.
	Off bool `yaml:"off"`
}

// Required is the share of offers that must have each field; an absent share asks for none.
type Required struct {
	Images      Share `yaml:"images"`
	Description Share `yaml:"description"`
	Category    Share `yaml:"category"`
	Brand       Share `yaml:"brand"`
	Barcode     Share `yaml:"barcode"`
	Quantity    Share `yaml:"quantity"`
	Attributes  Share `yaml:"attributes"`
}

// shares are the required shares in the order of the fields' bits.
func (r Required) shares() [fieldCount]Share {
	return [...]Share{r.Images, r.Description, r.Category, r.Brand, r.Barcode, r.Quantity, r.Attributes}
}

// Validate refuses limits that contradict each other.
func (g *Guard) Validate() error {
	if low, high := g.band(); low.millionths > millionth || high.millionths < millionth {
		return fmt.Errorf("low %s and high %s: a price that stays must be between them: low is at most 1, high at least 1", low, high)
	}
	return nil
}

func (g *Guard) band() (low, high Factor) {
	if g == nil {
		g = &Guard{}
	}
	return g.Low.or(millionth / 2), g.High.or(2 * millionth)
}

// Finding is one reason not to publish a feed.
type Finding struct {
	Code    string       `json:"code"`    // offers_fell, prices_moved, fields_missing or fields_fell
	Message wording.Text `json:"message"` // one line with the numbers

	// Supplier is whose list it is about, "" where it is about the feed's own offers.
	Supplier string `json:"supplier,omitempty"`
}

// In is the finding about a feed's offers as one about the list of a supplier.
func (f Finding) In(supplier string) Finding {
	f.Supplier, f.Message = supplier, wording.Text(wording.NewMessage("guard.in_list", supplier, wording.Message(f.Message)))
	return f
}

// NoProducts is that the list of a supplier is empty, as the feed would be.
func NoProducts(supplier string) Finding {
	return Finding{Code: OffersFell, Message: wording.Text(wording.NewMessage("guard.list_empty", supplier)), Supplier: supplier}
}

// The codes of findings.
const (
	OffersFell    = "offers_fell"
	PricesMoved   = "prices_moved"
	FieldsMissing = "fields_missing"
	FieldsFell    = "fields_fell"
)

// found is a finding with the values of its sentence in the catalogue.
func found(code string, values ...any) Finding {
	return Finding{Code: code, Message: wording.Text(wording.NewMessage("guard."+code, values...))}
}

// Judge is every reason not to publish; none where the feed is fit, or the guard off.
// What is compared with last time is judged only where there is a last time.
func (g *Guard) Judge(s Summary) []Finding {
	if g == nil {
		g = &Guard{}
	}
	if g.Off {
		return nil
	}
	list := g.offersFell(s)
	list = append(list, g.pricesMoved(s)...)
	list = append(list, g.fieldsMissing(s)...)
	return append(list, g.fieldsFell(s)...)
}

// Fell is that of a list only so many are left of what there were, nothing where the guard allows
// it or is off.
func (g *Guard) Fell(was, is int64) []Finding {
	if g == nil {
		g = &Guard{}
	}
	if g.Off {
		return nil
	}
	return g.offersFell(Summary{Was: was, Is: is})
}

func (g *Guard) offersFell(s Summary) []Finding {
	limit := g.OffersFall.Or(Percent(30))
	if s.Is >= s.Was || limit.compare(uint64(s.Was-s.Is), uint64(s.Was)) <= 0 {
		return nil
	}
	return []Finding{found(OffersFell,
		int64(s.Was), int64(s.Is), limit.percent(uint64(s.Was-s.Is), uint64(s.Was)), limit.String())}
}

func (g *Guard) pricesMoved(s Summary) []Finding {
	limit := g.PricesMoved.Or(Percent(20))
	if limit.compare(uint64(s.Moved), uint64(s.Priced)) <= 0 {
		return nil
	}
	low, high := g.band()
	return []Finding{found(PricesMoved,
		int64(s.Moved), int64(s.Priced), low.String(), high.String(), limit.percent(uint64(s.Moved), uint64(s.Priced)), limit.String())}
}

func (g *Guard) fieldsMissing(s Summary) (list []Finding) {
	required := g.Fields.shares()
	for i, name := range fieldNames() {
		has, all, least := uint64(s.Fields[name].Is), uint64(s.Is), required[i]
		if all == 0 || !least.known || least.compare(has, all) >= 0 {
			continue
		}
		list = append(list, found(FieldsMissing,
			name, int64(has), int64(all), least.percent(has, all), least.String()))
	}
	return list
}

func (g *Guard) fieldsFell(s Summary) (list []Finding) {
	limit := g.FieldsFall.Or(Percent(30))
	was, is := uint64(s.Was), uint64(s.Is)
	if was == 0 || is == 0 {
		return nil
	}
	for _, name := range fieldNames() {
		had, has := uint64(s.Fields[name].Was), uint64(s.Fields[name].Is)
		// had/was - has/is as one fraction; products of two counts fit 64 bits.
		if had*is <= has*was || limit.compare(had*is-has*was, was*is) <= 0 {
			continue
		}
		list = append(list, found(FieldsFell,
			name, Share{}.percent(had, was), Share{}.percent(has, is), limit.percent(had*is-has*was, was*is), limit.String()))
	}
	return list
}
