package ordertemplate

import "github.com/dropbridge/dropbridge/importer/orderfile/field"

// placeSides says which tiers of a file's headings hold places of their own: the recipient's
// and the payer's always, a general one where it has a city beside another tier's city.
// Parts of two of them make no place.
type placeSides struct {
	Rival [LastTier + 1][LastTier + 1]bool
	Any   bool
}

func findSides(columns map[field.Field][]Column) (s placeSides) {
	var has [LastTier + 1]map[field.Field]bool
	for tier := range has {
		has[tier] = map[field.Field]bool{}
	}
	for _, m := range field.PlaceParts() {
		for _, c := range columns[m] {
			has[c.Tier][m] = true
		}
	}
	for a := range has {
		for b := range has {
			two := a != b && len(has[a]) > 0 && len(has[b]) > 0
			s.Rival[a][b] = two && (a != GeneralTier && b != GeneralTier || has[a][field.City] && has[b][field.City])
			s.Any = s.Any || s.Rival[a][b]
		}
	}
	return s
}
