package orderbody

import (
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// nameSplit is the order in which the words of a full name stand; empty: it is not split.
type nameSplit []string

// Body makes the body that creates an order.
type Body struct {
	root     bodyObject[supplier.NewOrder]
	unplaced []bodyField[supplier.NewOrder] // what the mapping has no line for
	item     []bodyField[supplier.NewItem]  // of these, an item's
	single   bool                           // the order is one item
	fullName bool                           // the name is sent as a whole
	parts    bool                           // the last and the first name are sent
	split    nameSplit
	program  *orderProgram // in place of all the places
	skips    []string      // what a program leaves out knowingly
	fold     folding
}

// ByProgram reports whether a jq program makes the body.
func (o *Body) ByProgram() bool { return o.program != nil }

// folding compiles what a body's lines leave to others.
func (o *Body) foldings(specs written.Fields) {
	free := func(name string) bool {
		spec := specs.Find(name)
		return specs.Has(name) && !spec.Place.Skip && !spec.Place.Has("map") && !spec.Place.Has("as")
	}
	o.fold = folding{city: free("city"), branch: free("branch_number"), address: free("address"),
		region: !specs.Has("region"), district: !specs.Has("district"), code: !specs.Has("postal_code")}
}
