package form

import (
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// Decide settles what the columns of lists are that make one catalogue together: the first
// has the products, the others more of them by SKU. What decides money and cannot be told is
// a fault with the line that settles it.
func Decide(forms []*Form) error {
	stocked := anyHas(forms, Quantity) || anyHas(forms, Availability) || anyHas(forms, Warehouse)
	for i, f := range forms {
		f.settleStatus(stocked)
		f.chooseIdentity()
		if f.has(Quantity) != nil { // it is the whole
			f.settle(Warehouse, Ignore, 0.7)
		}
		if err := f.checkIdentity(i == 0); err != nil {
			return err
		}
		if err := f.checkVariants(); err != nil {
			return err
		}
		if err := f.checkPrices(); err != nil {
			return err
		}
	}
	for _, f := range forms {
		if err := f.decidePrice(forms); err != nil {
			return err
		}
	}
	for _, f := range forms {
		f.settleWholesale(forms)
	}
	return checkMoney(forms)
}

// settleStatus takes the status of products for their availability where nothing else says what is
// in stock, and some of its words do.
func (f *Form) settleStatus(stocked bool) {
	c := f.has(Status)
	if !stocked && c != nil && slices.ContainsFunc(c.Examples, func(text string) bool { said, _ := f.stockOf(text, false); return said.state != "" }) {
		c.Role, c.Surety = Availability, 0.7
	}
	f.settle(Status, Ignore, 1)
}

// chooseIdentity takes for each role of which a product has one value the column that goes
// before the others, and leaves those unread.
func (f *Form) chooseIdentity() {
	for _, role := range Roles() {
		if role.many() || role.money() || role == Quantity || role == Availability { // what one column leaves blank another may tell
			continue
		}
		best := f.has(role)
		for _, c := range f.Columns {
			if c.Role != role || best == nil || c == best || c.variant != best.variant { // a product has no variants, another one has
				continue
			}
			if alternative(f.hints.Fields[role], c.Path) < 0 {
				c.Role, c.Surety = NoRole, 0
			}
			if role == SKU || role == Category {
				best.Surety = min(best.Surety, 0.7)
			}
		}
	}
}

// checkIdentity asks for what every list needs: a SKU, and where the products are, names.
func (f *Form) checkIdentity(first bool) error {
	switch {
	case f.has(SKU) == nil && f.has(ID) == nil:
		return listfile.Faultf(listfile.FormUnknown, "sku", f.hints.Name, f.headings(), f.hints.Key)
	case first && f.has(Name) == nil && f.has(NameUK) == nil && f.has(NameRU) == nil && f.has(NameEN) == nil:
		if unknown := f.headings(); unknown != "" {
			return listfile.Faultf(listfile.FormUnknown, "name", f.hints.Name, unknown, f.hints.Key)
		}
		return listfile.Faultf(listfile.FormUnknown, "nameless", f.hints.Name, f.hints.Key)
	}
	return nil
}

// checkVariants asks for the SKUs of variants where none has one.
func (f *Form) checkVariants() error {
	if f.bare == 0 || f.bare < f.variants || f.hints.Mark != "" {
		return nil
	}
	return listfile.Faultf(listfile.FormUnknown, "variants", f.hints.Name, f.hints.Key)
}

// Unfound are the columns that the config says and the list does not have, with their fields.
func (f *Form) Unfound() (out []string) {
	if f.hints.Made != nil {
		return nil
	}
	for _, role := range Roles() {
		said := f.hints.Fields[role]
		if said != "" && !slices.ContainsFunc(f.Columns, func(c *Column) bool { return alternative(said, c.Path) >= 0 }) {
			out = append(out, string(role)+": "+said)
		}
	}
	return out
}

// Below are the records whose RRP is below the drop price, of how many that have both; none
// where they are less than half, as single ones are seen in feeds.
func (f *Form) Below() (less, compared int64) {
	c := f.pairs[[2]Role{RRP, DropPrice}]
	if c.less*2 <= c.compared {
		return 0, c.compared
	}
	return c.less, c.compared
}

// headings names the first columns of which nothing is known, or else the first ones.
func (f *Form) headings() string {
	var out []string
	for _, c := range f.Columns {
		if c.Role == NoRole && c.Filled > 0 && len(out) < 8 {
			out = append(out, c.Path)
		}
	}
	return strings.Join(out, ", ")
}

// checkPrices refuses prices of which nobody knows whose they are, and a price that stands
// in two columns.
func (f *Form) checkPrices() error {
	for _, c := range f.Columns {
		if c.Filled == 0 {
			continue
		}
		if c.Role == Discount && c.hasAmount() {
			return listfile.Faultf(listfile.PriceMeaningUnknown, "discount", f.hints.Name, c.Path, strings.Join(c.Examples, ", "), f.hints.Key)
		}
		if c.Role == OtherPrice {
			kind := "column"
			if lexiconOf().minor(c.Path) {
				kind = "minor"
			}
			return listfile.Faultf(listfile.PriceMeaningUnknown, kind, f.hints.Name, c.Path, strings.Join(c.Examples, ", "), f.hints.Key)
		}
		for _, other := range f.Columns {
			if other != c && other.Role == c.Role && other.variant == c.variant && other.Filled > 0 && (c.Role == DropPrice || c.Role == RRP || c.Role == Price) && alternative(f.hints.Fields[c.Role], c.Path) < 0 {
				return f.twice(c, other, c.Role)
			}
		}
	}
	return nil
}

// twice is the fault of two columns that are the same price.
func (f *Form) twice(c, other *Column, role Role) *listfile.Fault {
	if role == Price { // which is no field of a product
		return listfile.Faultf(listfile.PriceMeaningUnknown, "both", f.hints.Name, c.Path, other.Path, f.hints.Key)
	}
	return listfile.Faultf(listfile.PriceMeaningUnknown, "twice", f.hints.Name, c.Path, other.Path, string(role), f.hints.Key)
}

// hasAmount reports whether one of the examples is more than nothing.
func (c *Column) hasAmount() bool {
	return slices.ContainsFunc(c.Examples, func(text string) bool { return strings.ContainsAny(text, "123456789") })
}

// decidePrice settles whose the neutral price of a list is: as was said, or by the prices
// beside it, unless their rows speak against it.
func (f *Form) decidePrice(all []*Form) error {
	c := f.has(Price)
	if c == nil {
		return nil
	}
	drop, retail := anyHas(all, DropPrice), anyHas(all, RRP)
	if !drop {
		drop = anyHas(all, Wholesale)
	}
	role, sure := NoRole, 0.9
	switch {
	case f.hints.Price != NoRole:
		role, sure = f.hints.Price, 1
	case drop && retail: // both are told: it is one more, and not needed
		role = Ignore
	case drop && !f.contradicts(Price, DropPrice) && !f.contradicts(Price, Wholesale) && only(all, Price, f):
		role = RRP
	case retail && !drop && !f.contradicts(RRP, Price) && only(all, Price, f):
		role = DropPrice
	}
	if role == NoRole {
		return listfile.Faultf(listfile.PriceMeaningUnknown, "", f.hints.Name, c.Path, strings.Join(c.Examples, ", "), f.hints.Key)
	}
	if other := f.has(role); role != Ignore && other != nil && other.variant == c.variant {
		return f.twice(c, other, role)
	}
	f.settle(Price, role, sure)
	return nil
}

// settle makes all columns of a role those of another one.
func (f *Form) settle(role, into Role, sure float64) {
	for _, c := range f.Columns {
		if c.Role == role {
			c.Role, c.Surety = into, sure
		}
	}
}

// anyHas reports whether one of the lists has a role.
func anyHas(all []*Form, role Role) bool {
	for _, f := range all {
		if f.has(role) != nil {
			return true
		}
	}
	return false
}

// only reports whether no other list has a role.
func only(all []*Form, role Role, but *Form) bool {
	for _, f := range all {
		if f != but && f.has(role) != nil {
			return false
		}
	}
	return true
}

// settleWholesale makes the wholesale price what we pay where no other price says that, and
// leaves it unread beside one: for how many pieces it holds nobody said.
func (f *Form) settleWholesale(all []*Form) {
	if anyHas(all, DropPrice) {
		f.settle(Wholesale, Ignore, 0.7)
		return
	}
	if c := f.has(Wholesale); c != nil {
		f.settle(Wholesale, DropPrice, 0.8)
	}
}

// checkMoney asks for prices where lists have none, and refuses those whose currencies a
// product cannot have side by side.
func checkMoney(forms []*Form) error {
	first := forms[0]
	if !anyHas(forms, DropPrice) && !anyHas(forms, RRP) {
		return listfile.Faultf(listfile.FormUnknown, "price", first.hints.Name, first.headings(), first.hints.Key)
	}
	for _, f := range forms {
		if err := f.checkCurrencies(); err != nil {
			return err
		}
	}
	return nil
}

// checkCurrencies refuses prices whose headings name different currencies; one that names none
// is in the list's, unless the records say it.
func (f *Form) checkCurrencies() error {
	if f.has(Currency) != nil {
		return nil
	}
	var first *Column
	for _, c := range f.Columns {
		if !c.read() || c.Filled == 0 {
			continue
		}
		if first != nil && f.currencyOf(first) != f.currencyOf(c) {
			return listfile.Faultf(listfile.PriceMeaningUnknown, "currencies", f.hints.Name, first.Path, c.Path, f.hints.Key)
		}
		first = c
	}
	return nil
}

func (f *Form) currencyOf(c *Column) string {
	if c.currency != "" {
		return c.currency
	}
	return f.usual
}

// read reports whether a column is a price that products get.
func (c *Column) read() bool { return c.Role == DropPrice || c.Role == RRP || c.Role == TierPrice }
