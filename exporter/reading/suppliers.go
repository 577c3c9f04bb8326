package reading

import (
	"slices"
	"sync"
)

// Several is the products of several suppliers, as feeds of one or of more of them are built.
type Several struct {
	Suppliers []Supplier

	reading sync.Map // a *sync.Mutex by a supplier's name
}

// reserve waits until nobody else reads a supplier's list. Several builds may go on at once.
func (s *Several) reserve(name string) (free func()) {
	of, _ := s.reading.LoadOrStore(name, &sync.Mutex{})
	one := of.(*sync.Mutex)
	one.Lock()
	return one.Unlock
}

// Supplier is one of several, with where his last whole list is kept.
type Supplier struct {
	Name     string
	Products *Products
	List     string
}

// supplier is the one of a name; the config has checked that there is one.
func (s *Several) supplier(name string) *Supplier {
	return &s.Suppliers[max(0, slices.IndexFunc(s.Suppliers, func(one Supplier) bool { return one.Name == name }))]
}
