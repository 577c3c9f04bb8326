package supplier

import (
	"reflect"
	"slices"
)

// CopyTo puts a copy of the product into to. They share no lists afterwards: to keeps
// the memory of its own, so that a page's products can be filled again and again.
func (p *Product) CopyTo(to *Product) {
	tiers, images, attributes, path := to.Tiers, emptied(to.Images), emptied(to.Attributes), emptied(to.Category.Path)
	*to = *p
	to.Tiers = append(tiers[:0], p.Tiers...)
	to.Images = append(images, p.Images...)
	to.Attributes = append(attributes, p.Attributes...)
	to.Category.Path = append(path, p.Category.Path...)
}

// Reset empties the product. Its lists keep their memory for the next one in the same place.
func (p *Product) Reset() {
	*p = Product{Tiers: p.Tiers[:0], Images: emptied(p.Images), Attributes: emptied(p.Attributes),
		Category: Category{Path: emptied(p.Category.Path)}}
}

// Same reports whether the service said the same of both: prices written in another
// way, such as 450 and 450.00, are a difference; no list and an empty one are none.
func (p *Product) Same(other *Product) bool {
	a, b := *p, *other
	if !slices.Equal(a.Tiers, b.Tiers) || !slices.Equal(a.Images, b.Images) || !slices.Equal(a.Attributes, b.Attributes) ||
		!slices.Equal(a.Category.Path, b.Category.Path) || !a.CreatedAt.Equal(b.CreatedAt) || !a.UpdatedAt.Equal(b.UpdatedAt) {
		return false
	}
	for _, x := range []*Product{&a, &b} {
		x.Tiers, x.Images, x.Attributes, x.Category.Path = nil, nil, nil, nil
		x.CreatedAt, x.UpdatedAt = p.CreatedAt, p.UpdatedAt // equal, though perhaps of another zone
	}
	return reflect.DeepEqual(a, b)
}

// emptied is a list to be filled again. Its old texts are parts of old pages: one that
// stayed behind in the spare room would keep a whole page in memory.
func emptied[E any](list []E) []E {
	clear(list[:cap(list)])
	return list[:0]
}
