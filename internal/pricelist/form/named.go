package form

import "strings"

// namedFirst is how many products are named of those with one and the same trouble.
const namedFirst = 10

// Named are products with one and the same trouble: the SKUs of the first of them, and how many
// there are.
type Named struct {
	First []string
	Count int
}

// Add takes in a product.
func (n *Named) Add(sku string) {
	if n.Count++; len(n.First) < namedFirst {
		n.First = append(n.First, strings.Clone(sku))
	}
}
