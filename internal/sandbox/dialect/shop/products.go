package shop

import (
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// place is where the product of an id stands, false where there is none.
func (s *shelf) place(x *service.Exchange, id string) (int, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.places == nil {
		places := map[string]int{}
		err := x.Each(service.ProductsPath, nil, func(p object) { places[shape.Text(p["id"])] = len(places) })
		if err != nil {
			return 0, false, err
		}
		s.places = places
	}
	at, known := s.places[id]
	return at, known, nil
}

// product reads the product of an id, nil where there is none.
func (s *shelf) product(x *service.Exchange, id string) (object, error) {
	at, known, err := s.place(x, id)
	if err != nil || !known {
		return nil, err
	}
	return s.at(x, at)
}

// at reads the product at a place of the list, nil behind its end.
func (*shelf) at(x *service.Exchange, place int) (object, error) {
	p, err := x.Page(service.ProductsPath, nil, place+1, 1)
	if err != nil || len(p.Rows) == 0 {
		return nil, err
	}
	return p.Rows[0], nil
}

// products answers the records of products: one for those of a group, whose variations are
// a list of their own.
func (d *dialect) products(x *service.Exchange) error {
	filters, number, size, err := query(x, names{"modified_after": "updated_since"}, "sku")
	if err != nil {
		return err
	}
	if sku := x.Request.URL.Query().Get("sku"); sku != "" {
		found, err := d.ofSKU(x, sku)
		if err != nil {
			return err
		}
		return page(x, found, len(found), size)
	}
	p, err := d.groups.Page(x, service.ProductsPath, filters, number, size)
	if err != nil {
		return err
	}
	records := make([]object, len(p.Records))
	for i, one := range p.Records {
		records[i] = record(one)
	}
	return page(x, records, p.Total, size)
}

// ofSKU are the records with a SKU, of their own or of a variation: one, or none.
func (d *dialect) ofSKU(x *service.Exchange, sku string) ([]object, error) {
	for number := 1; ; number++ {
		p, err := d.groups.Page(x, service.ProductsPath, url.Values{}, number, most)
		if err != nil {
			return nil, err
		}
		for _, one := range p.Records {
			if slices.ContainsFunc(one, func(p object) bool { return p["sku"] == sku }) {
				return []object{record(one)}, nil
			}
		}
		if number*most >= p.Total {
			return []object{}, nil
		}
	}
}

// variations answers those of the product of an id, which is that of the first of them.
func (d *dialect) variations(x *service.Exchange) error {
	_, _, size, err := query(x, nil)
	if err != nil {
		return err
	}
	at, known, err := d.shelf.place(x, x.Request.PathValue("id"))
	if err != nil {
		return err
	}
	if !known {
		return service.NotFound("there is no product %q", x.Request.PathValue("id"))
	}
	all, last := []object{}, ""
	for ; ; at++ {
		p, err := d.shelf.at(x, at)
		if err != nil {
			return err
		}
		group := ""
		if p != nil {
			group = d.groups.Key(p)
		}
		if group == "" || last != "" && group != last {
			return page(x, all, len(all), size)
		}
		all, last = append(all, variation().Show(p)), group
	}
}

// pictures answers those of some products, which are named with commas between them. The
// pictures of variations stand in these.
func (d *dialect) pictures(x *service.Exchange) error {
	if _, _, _, err := query(x, nil, "product_ids", "size"); err != nil {
		return err
	}
	asked := x.Request.URL.Query()
	if asked.Get("size") != "full" {
		return service.WrongParameter("size", "invalid", "size must be full: there are no other pictures")
	}
	all := []object{}
	for id := range strings.SplitSeq(asked.Get("product_ids"), ",") {
		p, err := d.shelf.product(x, id)
		if err != nil {
			return err
		}
		if d.groups.Key(p) != "" {
			continue
		}
		for _, address := range shape.Texts(p["images"]) {
			all = append(all, object{"product_id": p["id"], "src": address})
		}
	}
	return page(x, all, len(all), max(len(all), 1))
}
