// Package bookfiles is what the config says of the books that are written by schedule.
package bookfiles

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/config/timing"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Keys are what the config says of one, as they are written.
type Keys struct {
	timing.Timing `yaml:",inline"`

	Book     strictyaml.Scalar `yaml:"book"`     // ledger, orders, shipments or act
	Out      strictyaml.Scalar `yaml:"out"`      // .xlsx or .csv; {month} in it is the month, such as 2026-10
	Period   strictyaml.Scalar `yaml:"period"`   // last_month, which is usual, or this_month
	Template string            `yaml:"template"` // the form of a CSV
	Supplier strictyaml.Scalar `yaml:"supplier"` // of several, the one whose book it is; without it that of all
}

// Book is a kind of book.
type Book string

// The books that are written by schedule, as the commands that write them are called.
const (
	Ledger    Book = "ledger"
	Orders    Book = "orders"
	Shipments Book = "shipments"
	Act       Book = "act"
)

func books() []string {
	return []string{string(Ledger), string(Orders), string(Shipments), string(Act)}
}

// The periods of a book.
const (
	lastMonth = "last_month"
	thisMonth = "this_month"
)

// month is what stands for the month in the name of a file.
const month = "{month}"

// usualEvery is when a book is written where the config does not say: the morning after a month's end.
const usualEvery = "0 6 1 * *"

// File is a book that is written by schedule.
type File struct {
	Name     string // in the config
	Book     Book
	Template string // "" for that of the command
	Supplier string // "" for all, or the only one
	When     schedule.Schedule

	out     string
	running bool // the month is the one that runs
}

// Out is the path of the file for a month such as 2026-10.
func (f File) Out(of string) string { return strings.ReplaceAll(f.out, month, of) }

// Period are the month that the book is of when it is due at a time, and its first and last day, as dates.
func (f File) Period(due time.Time) (of, from, to string) {
	local := due.In(f.When.Zone())
	first := time.Date(local.Year(), local.Month(), 1, 0, 0, 0, 0, time.UTC)
	last := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
	if !f.running {
		first, last = first.AddDate(0, -1, 0), first.AddDate(0, 0, -1)
	}
	return first.Format(wording.MonthLayout), first.Format(time.DateOnly), last.Format(time.DateOnly)
}

// Shop is what the books belong to.
type Shop struct {
	File      string                   // of the config
	Zone      *time.Location           // in which days and months begin and end
	Folder    string                   // of books for which no file is named
	Path      func(name string) string // of what the config names
	Suppliers []string                 // by their names, of several
}

// Of are the books that a config names, by their names. A mistake is a *strictyaml.Error with its place.
func Of(keys map[string]Keys, shop Shop) (list []File, err error) {
	outs := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		k := keys[name]
		f, err := k.read(name, shop)
		if err != nil {
			return nil, err
		}
		if other := outs[f.out]; other != "" {
			return nil, k.Out.Wrong(shop.File, "books.files.%s.out is the file of books.files.%s, too", name, other).With("give each book a file of its own")
		}
		outs[f.out] = name
		list = append(list, f)
	}
	return list, nil
}

func (k Keys) read(name string, shop Shop) (f File, err error) {
	key := "books.files." + name
	f = File{Name: name, Book: Book(k.Book.Text), Template: k.Template, Supplier: k.Supplier.Text}
	f.out = shop.Path(cmp.Or(k.Out.Text, filepath.ToSlash(filepath.Join(shop.Folder, name+"-"+month+".xlsx"))))
	k.Every.Text = cmp.Or(k.Every.Text, usualEvery)
	if f.When, err = k.Schedule(shop.File, key, 0, shop.Zone); err != nil {
		return f, err
	}
	if !slices.Contains(books(), k.Book.Text) {
		return f, k.Book.Wrong(shop.File, "%s.book: %q is not known", key, k.Book.Text).With("one of: " + strings.Join(books(), ", "))
	}
	switch k.Period.Text {
	case "", lastMonth:
	case thisMonth:
		f.running = true
	default:
		return f, k.Period.Wrong(shop.File, "%s.period: %q is not known", key, k.Period.Text).With("one of: " + lastMonth + ", " + thisMonth)
	}
	switch ext := strings.ToLower(filepath.Ext(f.out)); {
	case ext != ".xlsx" && ext != ".csv" && (ext != ".txt" || f.Template == ""):
		return f, k.Out.Wrong(shop.File, "%s.out: its name must end in .xlsx or .csv", key).With("write it like books/" + name + "-" + month + ".xlsx")
	case ext == ".xlsx" && f.Template != "":
		return f, k.Out.Wrong(shop.File, "%s.template is for CSV", key).With("give out a name that ends in .csv, or leave the template out")
	}
	return f, k.checkSupplier(key, shop)
}

// checkSupplier refuses a supplier whom nobody knows, and a book of several that can only be one's.
func (k Keys) checkSupplier(key string, shop Shop) error {
	known := slices.Contains(shop.Suppliers, k.Supplier.Text)
	way := "one of: " + strings.Join(shop.Suppliers, ", ")
	switch {
	case k.Supplier.Set && len(shop.Suppliers) == 0:
		return k.Supplier.Wrong(shop.File, "%s.supplier: the config has one supplier", key).With("leave it out")
	case k.Supplier.Set && !known:
		return k.Supplier.Wrong(shop.File, "%s.supplier: %q is none of the suppliers", key, k.Supplier.Text).With(way)
	case !k.Supplier.Set && len(shop.Suppliers) > 0 && k.Book.Text == string(Act):
		return k.Book.Wrong(shop.File, "%s: an act is made with one supplier, and supplier is missing", key).With(way)
	}
	return nil
}
