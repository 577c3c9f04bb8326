package route

import (
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// Route is what a source says of suppliers. The zero value refuses every line by name.
type Route struct {
	Names    []string          // of all suppliers, as the config has them
	All      string            // whom every line goes to
	Prefixes map[string]string // by how SKUs begin; the longest counts
	Strip    bool              // the supplier's own SKU is what stands behind the prefix
	Column   string            // the heading of the column that names him
	Words    map[string]string // what its cells say, beside the names themselves
	Else     string            // whom a blank cell means; "": it is refused
	Key      string            // of the config, for messages
}

// Line is a line of an order as far as it tells whose it is.
type Line struct {
	SKU  string
	Cell string // of the column
	Has  bool   // whether the file has that column
}

// Of is the supplier of a line, and the SKU by which he knows the goods; or why nobody can tell.
func (r *Route) Of(line Line) (supplier, sku string, f *problem.Fault) {
	switch {
	case r.All != "":
		return r.All, line.SKU, nil
	case r.Column != "":
		supplier, f = r.byColumn(line)
		return supplier, line.SKU, f
	case len(r.Prefixes) > 0:
		return r.byPrefix(line.SKU)
	}
	return "", "", problem.Faultf(problem.SupplierUnknown, r.Key, r.first())
}

func (r *Route) byPrefix(sku string) (supplier, own string, f *problem.Fault) {
	longest := -1
	for prefix, name := range r.Prefixes {
		if strings.HasPrefix(sku, prefix) && len(prefix) > longest {
			longest, supplier = len(prefix), name
		}
	}
	switch {
	case longest < 0 && r.Strip: // the whole SKU as a prefix would leave nothing of it
		return "", "", problem.Faultf(problem.SupplierUnknown+".stripped", celltext.Show(sku), r.beginnings(), r.Key, r.first())
	case longest < 0:
		return "", "", problem.Faultf(problem.SupplierUnknown+".prefix", celltext.Show(sku), r.Key, celltext.Paste(sku), r.first())
	case r.Strip && len(sku) == longest:
		return "", "", problem.Faultf(problem.SKUMissing+".behind_prefix", celltext.Show(sku))
	case r.Strip:
		return supplier, sku[longest:], nil
	}
	return supplier, sku, nil
}

// beginnings are the prefixes as they are shown, in their order.
func (r *Route) beginnings() string {
	var out []string
	for _, prefix := range slices.Sorted(maps.Keys(r.Prefixes)) {
		out = append(out, celltext.Paste(prefix))
	}
	return strings.Join(out, ", ")
}

func (r *Route) byColumn(line Line) (supplier string, f *problem.Fault) {
	word := folded(line.Cell)
	if word == "" {
		switch {
		case r.Else != "":
			return r.Else, nil
		case !line.Has:
			return "", problem.Faultf(problem.SupplierUnknown+".no_column", celltext.Show(r.Column), r.Key, r.first())
		}
		return "", problem.Faultf(problem.SupplierUnknown+".blank", celltext.Show(r.Column), r.Key, r.first())
	}
	for said, name := range r.Words {
		if folded(said) == word {
			return name, nil
		}
	}
	if slices.Contains(r.Names, word) {
		return word, nil
	}
	return "", problem.Faultf(problem.SupplierUnknown+".word", celltext.Show(line.Cell), r.Key, celltext.Paste(celltext.Clean(line.Cell)), r.first())
}

// folded is a cell as it is compared.
func folded(text string) string { return strings.ToLower(celltext.Clean(text)) }

// first is a name to show in examples.
func (r *Route) first() string {
	if len(r.Names) == 0 {
		return "NAME"
	}
	return r.Names[0]
}
