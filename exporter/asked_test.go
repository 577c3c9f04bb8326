package exporter

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// asked is a built-in template that answers what a test which holds for all of them has to
// know: so a new template is one file, and no list of names in a test.
type asked struct {
	*template.Template
	delimiter rune // of a text table
	fields    []askedField
	needed    [][]string     // the sources of each value without which an offer is left out
	most      map[string]int // how many items of a list the target takes
	sheets    []string       // of a workbook
	doctype   string         // of a document
	removed   []string       // the expressions by which pieces are taken out of texts
	treated   bool           // texts are made fit for the target
	itsFiles  bool           // pictures are named as files of the shop
}

// askedField is a column, an element or an attribute, and what it may show.
type askedField struct {
	name    string
	sources []string // paths and expressions
}

// asking keeps what was asked, by the template's name.
var asking sync.Map

// ask compiles a built-in template and reads its file.
func ask(t *testing.T, name string) *asked {
	t.Helper()
	if kept, ok := asking.Load(name); ok {
		return kept.(*asked)
	}
	a := readAsked(t, name)
	asking.Store(name, a)
	return a
}

func readAsked(t *testing.T, name string) *asked {
	t.Helper()
	data, _, err := templates.Open("").Read(templates.Feed, name)
	require.NoError(t, err)
	var file struct {
		Needs   []struct{ Value any }
		Lists   map[string]struct{ Max int }
		Sheets  []struct{ Sheet string }
		Doctype string
		CSV     struct{ Delimiter string }
	}
	require.NoError(t, yaml.Unmarshal(data, &file))
	a := &asked{Template: builtin(t, name), most: map[string]int{}, delimiter: ',', doctype: file.Doctype}
	for _, need := range file.Needs {
		a.needed = append(a.needed, texts(need.Value))
	}
	for list, limit := range file.Lists {
		a.most[list] = limit.Max
	}
	for _, sheet := range file.Sheets {
		a.sheets = append(a.sheets, sheet.Sheet)
	}
	if len(a.sheets) == 0 {
		a.sheets = []string{"Products"}
	}
	switch {
	case a.Format == "tsv" || file.CSV.Delimiter == "tab":
		a.delimiter = '\t'
	case file.CSV.Delimiter != "":
		a.delimiter = rune(file.CSV.Delimiter[0])
	}
	if a.Format == "yml" {
		a.doctype = `yml_catalog SYSTEM "shops.dtd"`
	}
	var all map[string]any
	require.NoError(t, yaml.Unmarshal(data, &all))
	delete(all, "needs")
	delete(all, "unique")
	a.walk("", all)
	require.NotEmpty(t, a.fields, name)
	return a
}

// walk collects the fields below a node of the file; within is the field that it stands in.
func (a *asked) walk(within string, node any) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			a.walk(within, item)
		}
	case map[string]any:
		for _, key := range []string{"heading", "element", "name"} {
			if name, ok := node[key].(string); ok {
				within = name[strings.LastIndex(name, ":")+1:] // of g:price as readers see it
			}
		}
		if sources := texts(node["value"]); len(sources) > 0 {
			a.fields = append(a.fields, askedField{within, sources})
			a.itsFiles = a.itsFiles || filedPicture.MatchString(strings.Join(sources, " "))
		}
		a.removed = append(a.removed, texts(node["remove"])...)
		_, treated := node["text"]
		a.treated = a.treated || treated
		for _, child := range node {
			a.walk(within, child)
		}
	}
}

// filedPicture is a picture of a product or a group, named as a file of the shop.
var filedPicture = regexp.MustCompile(`file_path\((group\.)?images`)

// texts are the texts of a scalar or of a list of them.
func texts(node any) (out []string) {
	switch node := node.(type) {
	case nil, map[string]any:
	case []any:
		for _, item := range node {
			out = append(out, texts(item)...)
		}
	default:
		out = append(out, fmt.Sprint(node))
	}
	return out
}

// reader reads a text table as the template writes it, with a reader that is not ours.
func (a *asked) reader(data []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.Comma, r.LazyQuotes = a.delimiter, a.Format == "tsv"
	return r
}

// showing are the names of the fields that show a path of the product.
func (a *asked) showing(path string) (out []string) {
	for _, f := range a.fields {
		if slices.Contains(f.sources, path) {
			out = append(out, f.name)
		}
	}
	return out
}

// needs reports whether an offer is left out where nothing is known under these paths.
func (a *asked) needs(paths ...string) bool {
	return slices.ContainsFunc(paths, a.Requires) || slices.ContainsFunc(a.needed, func(sources []string) bool {
		return !slices.ContainsFunc(sources, func(source string) bool {
			return !slices.ContainsFunc(paths, func(path string) bool { return strings.HasPrefix(source, path) })
		})
	})
}

// asIs reports whether the template is a table that shows each text as the supplier has it.
func (a *asked) asIs() bool { return a.IsTable() && !a.treated }

// removes reports whether the template takes a text out of others, since its target cannot hold it.
func (a *asked) removes(text string) bool {
	return slices.ContainsFunc(a.removed, func(e string) bool { return regexp.MustCompile(e).MatchString(text) })
}

// pictures is how many addresses of n pictures are shown.
func (a *asked) pictures(n int) int {
	switch reach := a.Reach("images"); {
	case a.itsFiles:
		return 0
	case a.most["images"] > 0:
		return min(n, a.most["images"])
	case reach > 0:
		return min(n, reach)
	}
	return n
}

// askedPrices are the names of the fields of the price, the struck-out price and the price
// of a sale, "" where the template has none.
type askedPrices struct{ price, old, sale string }

// prices tries the template with a price that stands nowhere else, and with an old price.
func (a *asked) prices(t *testing.T) (out askedPrices) {
	t.Helper()
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) { p.RRP = money.Must("6123.45") })}
	f := plainFeed(t, a.Name)
	data, _ := export(t, products, f)
	alone := shownBy(t, a.Name, data)
	f.Price.OldPrice = pricing.OldPrice{Markup: pricing.Markup{Percent: "10"}}
	data, _ = export(t, products, f)
	both := shownBy(t, a.Name, data)
	out.price = fieldWith(alone, "6123.45", "")
	require.NotEmpty(t, out.price, "the template shows a price")
	out.old, out.sale = fieldWith(both, "6735.80", out.price), fieldWith(both, "6123.45", out.price)
	return out
}

// fieldWith is the first field that shows an amount, with or without its currency, and is
// not the one named; "" where there is none.
func fieldWith(all []shownText, amount, not string) string {
	i := slices.IndexFunc(all, func(s shownText) bool {
		return s.field != not && strings.TrimSuffix(s.text, " UAH") == amount
	})
	if i < 0 {
		return ""
	}
	return all[i].field
}
