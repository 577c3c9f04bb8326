package desk

import (
	"slices"
	"strings"
)

// Port is one of the suppliers that are at hand.
type Port struct {
	Name     string       // as people and order files name him; "" where there is but one
	ID       string       // as orders have him: OrderKey.Supplier
	Supplier Supplier     // nil where he is not connected
	Allowed  func() error // whether orders may be posted to him now; nil: always
}

// Several reports whether there are suppliers with names.
func (d *Desk) Several() bool { return d.Name == "" && len(d.Ports) > 0 && d.Ports[0].Name != "" }

// Of is the desk as it stands for the supplier that orders of an id have: all that concerns a
// supplier is done with his. Nobody is connected where the config has him no more.
func (d *Desk) Of(id string) *Desk {
	if id == d.ID && !d.Several() {
		return d
	}
	at := slices.IndexFunc(d.Ports, func(p Port) bool { return p.ID == id })
	if at < 0 {
		return d.with(Port{ID: id})
	}
	return d.with(d.Ports[at])
}

// with is a desk that has one supplier.
func (d *Desk) with(p Port) *Desk {
	one := *d
	one.Supplier, one.Name, one.ID = p.Supplier, p.Name, p.ID
	if p.Allowed != nil {
		one.Config.Allowed = p.Allowed
	}
	one.Problems = d.Problems.Of(p.Name)
	return &one
}

// Each are the desks of all suppliers.
func (d *Desk) Each() (all []*Desk) {
	for _, p := range d.Ports {
		all = append(all, d.Of(p.ID))
	}
	return all
}

// NameOf is how people name the supplier of an order, "" where there is but one.
func (d *Desk) NameOf(id string) string {
	if at := slices.IndexFunc(d.Ports, func(p Port) bool { return p.ID == id }); at >= 0 {
		return d.Ports[at].Name
	}
	return id
}

// IDOf is the id of the supplier of a name; ok is false where nobody has it.
func (d *Desk) IDOf(name string) (id string, ok bool) {
	at := slices.IndexFunc(d.Ports, func(p Port) bool { return p.Name == name && name != "" })
	if at < 0 {
		return "", false
	}
	return d.Ports[at].ID, true
}

// Names are those of the suppliers, with commas between.
func (d *Desk) Names() string {
	var names []string
	for _, p := range d.Ports {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// anyAllowed is nil where orders may be posted to some supplier, else why not to the first.
func anyAllowed(ports []Port) error {
	var first error
	for _, p := range ports {
		if p.Allowed == nil {
			return nil
		}
		err := p.Allowed()
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}
