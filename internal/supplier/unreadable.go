package supplier

import (
	"fmt"
)

// Unreadable is a product of a list that could not be read, as one of its values is not
// what the mapping says: it is left out, and named.
type Unreadable struct {
	ID       string // of the product, "" where it cannot be read or stands for several
	Name     string // what people know it by: its SKU or its id, "" where neither can be read
	Item     int    // of the page's records, from 1
	Position int64  // in the list, from 1; set by Admit, 0 before
	Before   int    // the index of the product that follows it among those of the page
	Problem  string // one line: the field, what was wanted, and the value, quoted and shortened
	Mend     string // the fix
}

// Label names the product in reports: by its SKU, its id, or its place.
func (u *Unreadable) Label() string {
	switch {
	case u.Name != "":
		return u.Name
	case u.Position > 0:
		return fmt.Sprintf("product %d of the list", u.Position)
	}
	return fmt.Sprintf("item %d", u.Item)
}

// String names the product and what is wrong with it.
func (u *Unreadable) String() string { return u.Label() + ": " + u.Problem }

// RepeatedKey is a key that stands in a product twice, with the same value.
type RepeatedKey struct {
	Product string // its SKU or id
	Key     string
}

// Lacking is a value that a product does not have, as the list that tells it of others has no
// row for the product.
type Lacking struct {
	Product string // its SKU
	Field   string // drop_price, rrp or availability
	List    string // that lacks it, as people call it
}

// Remark is what is to be known of a list as a whole though it is read, such as products that
// only a further list has.
type Remark struct {
	List string // as people call it
	Text string // one line, with what to do; or a wording.Message as Keep writes it
}
