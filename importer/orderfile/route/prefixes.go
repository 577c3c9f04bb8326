package route

import (
	"maps"
	"slices"
	"strings"
)

// Routes are those of all sources of a shop.
type Routes []*Route

// Prefixes are the beginnings of SKUs, sorted, that routes take off for a supplier: whoever orders
// names his goods by one of them. Routes that leave SKUs as they are have none.
func (all Routes) Prefixes(supplier string) []string {
	found := map[string]bool{}
	for _, r := range all {
		for prefix, of := range r.Prefixes {
			if r.Strip && of == supplier && prefix != "" {
				found[prefix] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// To is the supplier to whom all routes by prefix send what begins so, "" where they differ or know
// nobody.
func (all Routes) To(beginning string) (supplier string) {
	first := true
	for _, r := range all {
		if len(r.Prefixes) == 0 {
			continue
		}
		longest := ""
		for prefix := range r.Prefixes {
			if strings.HasPrefix(beginning, prefix) && len(prefix) >= len(longest) {
				longest = prefix
			}
		}
		if to := r.Prefixes[longest]; first || to == supplier {
			supplier, first = to, false
			continue
		}
		return ""
	}
	return supplier
}
