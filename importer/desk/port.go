package desk

import (
	"slices"
	"strings"
)

// Several reports whether there are suppliers with names, and the desk is of none of them.
func (d *Desk) Several() bool { return d.Name == "" && len(d.Config.Suppliers) > 0 }

// Of is the desk as it stands for the supplier that orders of an id have: all that concerns a
// supplier is done with his. Nobody is connected where the config has him no more.
func (d *Desk) Of(id string) *Desk {
	if id == d.ID && !d.Several() {
		return d
	}
	one := *d
	one.Supplier, one.Name, one.ID = nil, d.NameOf(id), id
	if at := slices.IndexFunc(d.Ports, func(p Port) bool { return p.ID == id }); at >= 0 {
		port := d.Ports[at]
		one.Supplier = port.Supplier
		if port.Allowed != nil {
			one.Config.Allowed = port.Allowed
		}
	}
	one.Problems = d.Problems.Of(one.Name)
	return &one
}

// Each are the desks of all suppliers who are connected.
func (d *Desk) Each() (all []*Desk) {
	for _, p := range d.Ports {
		all = append(all, d.Of(p.ID))
	}
	return all
}

// NameOf is how people name the supplier of an order, "" where there is but one.
func (d *Desk) NameOf(id string) string {
	if at := slices.IndexFunc(d.Config.Suppliers, func(n Named) bool { return n.ID == id }); at >= 0 {
		return d.Config.Suppliers[at].Name
	}
	return id
}

// IDOf is the id of the supplier of a name, "" with true where there is but one and he is not
// named; ok is false where nobody has it.
func (d *Desk) IDOf(name string) (id string, ok bool) {
	if at := slices.IndexFunc(d.Config.Suppliers, func(n Named) bool { return n.Name == name }); at >= 0 {
		return d.Config.Suppliers[at].ID, true
	}
	return "", name == "" && len(d.Config.Suppliers) == 0
}

// IDs are those of all suppliers, "" alone where there is but one.
func (d *Desk) IDs() []string {
	if len(d.Config.Suppliers) == 0 {
		return []string{""}
	}
	var ids []string
	for _, n := range d.Config.Suppliers {
		ids = append(ids, n.ID)
	}
	return ids
}

// Names are those of the suppliers, with commas between.
func (d *Desk) Names() string {
	var names []string
	for _, n := range d.Config.Suppliers {
		names = append(names, n.Name)
	}
	return strings.Join(names, ", ")
}
