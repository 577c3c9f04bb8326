package exporter

import (
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/offerid"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// What lies beside a feed, named by its file with an ending more.
const (
	ChangesEnding = ".changes.csv" // what is new, gone, repriced, restocked since the publishing before
	ReportEnding  = ".report.csv"  // what was left out, repaired and warned of
	RefusedEnding = ".refused.csv" // the changes for which the guard refused the newest build
)

// reportHeading is the first row of a report.
const reportHeading = "kind,sku,code,message\r\n"

// Files are all files that a feed at out writes, hidden ones included, each in one spelling.
func Files(out string, gzip bool) []string {
	out = filepath.Clean(out)
	files := []string{out, out + ChangesEnding, out + ReportEnding, out + RefusedEnding,
		history.Path(out), category.MemoryPath(out), offerid.Path(out), privateMark(out), publishingMark(out)}
	if gzip {
		files = append(files, out+".gz")
	}
	return files
}

// Shared are the files of the feed at out that another machine needs to publish and to go on
// building it, in the order in which they are handed on: what marks it as private and what
// the next build must know, then the feed, then what people read beside it.
func Shared(out string, gzip bool) []string {
	out = filepath.Clean(out)
	files := []string{privateMark(out), offerid.Path(out), category.MemoryPath(out), history.Path(out), out}
	if gzip {
		files = append(files, out+".gz")
	}
	return append(files, out+ChangesEnding, out+ReportEnding, out+RefusedEnding)
}

// RefusedChanges are the changes that weigh most of those for which the guard refused the
// newest build of the feed at out, at most that many; fs.ErrNotExist where it refused none.
func RefusedChanges(out string, most int) ([]history.ListedChange, error) {
	list, err := os.Open(out + RefusedEnding)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	return history.WorstChanges(list, most)
}

// privateMark is the hidden file that says of a feed on the disk that it may show what
// the client pays. It goes by how the file was built and not by what the config says now.
func privateMark(out string) string { return hiddenBeside(out, "private") }

// hiddenBeside is a hidden file beside the feed at out.
func hiddenBeside(out, ending string) string {
	dir, name := filepath.Split(out)
	return dir + "." + name + "." + ending
}

// MayShowDropPrices reports whether the feed at out was built for partners, or nobody
// knows how. Such a file is for nobody else, whatever the feed is to be from now on.
func MayShowDropPrices(out string) bool {
	return exists(out) && (exists(privateMark(out)) || !exists(history.Path(out)))
}

// FitForPartners reports whether the file at out is what a key of its feed may open. That of
// a public feed must show no drop price, and that of a private one must be a feed of ours.
func FitForPartners(out string, private bool) bool {
	if private {
		return exists(privateMark(out)) || exists(history.Path(out))
	}
	return !MayShowDropPrices(out)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// access is who may read the feed and what lies beside it: what is for partners shows
// prices to the owner and group alone.
func (f *Feed) access() durable.Access {
	if f.Private {
		return durable.OwnerAndGroup()
	}
	return durable.Access{}
}

// write writes a file beside the feed.
func (f *Feed) write(path string, write func(io.Writer) error) error {
	ignored := func(error) {} // as for the feed itself
	return durable.WriteFileFor(path, f.access(), ignored, write)
}

// markPrivate is called before a private feed takes its place.
func markPrivate(out string) error {
	return durable.WriteFile(privateMark(out), func(io.Writer) error { return nil })
}

// unmarkPrivate is called when a public feed, and what lies beside it, is in its place.
func unmarkPrivate(out string) error {
	return durable.Remove(privateMark(out))
}

// beside is what is written beside a feed, and the memory of what it held.
type beside struct {
	ready      func() error // waits until it is open; what else it has is there from then on
	feed       *Feed
	out        string
	comparison *history.Comparison
	changes    *durable.File
	warning    wording.Message  // why nothing is compared, though there is a feed
	finding    *history.Finding // the same, where that has to be accepted
}

// openBeside reads what the feed held while the first pages are fetched.
func openBeside(f *Feed) *beside {
	b := &beside{feed: f, out: f.Out}
	var err error
	wait := runBeside(func() { err = b.open(f) })
	b.ready = sync.OnceValue(func() error {
		wait()
		return err
	})
	return b
}

func (b *beside) open(f *Feed) error {
	past, err := history.Open(f.Out)
	unreadable, damaged := errors.AsType[*history.UnreadableError](err)
	if err != nil && !damaged {
		return err
	}
	switch {
	case !exists(f.Out):
		past.Forget() // somebody removed the feed: there is no good one that could stay
	case !f.Private && exists(privateMark(f.Out)):
		past.Forget() // its prices were not for everybody: to compare would show them
	case damaged && !f.Guard.Off:
		b.finding = &history.Finding{Code: string(remark.MemoryUnreadable), Message: wording.Text(wording.NewMessage("guard.memory_unreadable", unreadable.Message()))}
	case damaged:
		b.warning = unreadable.Message()
	case !past.Known():
		b.warning = wording.NewMessage("remark.memory_unreadable.unknown", f.Out)
	}
	if b.changes, err = durable.Create(f.Out + ChangesEnding); err != nil {
		past.Close()
		return err
	}
	_ = b.changes.Grant(f.access())
	b.comparison = past.Compare(b.changes, &f.Guard)
	return nil
}

// remember compares an offer with what it was, in the order of the feed.
func (f *feed) remember(o *offer) error {
	p := o.Product
	var has history.Fields
	for _, field := range []struct {
		there bool
		bit   history.Fields
	}{
		{len(o.Images) > 0, history.HasImages}, {p.Description != "" || p.Descriptions.UK != "", history.HasDescription},
		{p.Category.ID != "" || p.Category.Name != "" || len(p.Category.Path) > 0, history.HasCategory},
		{p.Brand != "", history.HasBrand}, {o.Barcode() != "", history.HasBarcode}, {len(o.Attributes) > 0, history.HasAttributes},
	} {
		if field.there {
			has |= field.bit
		}
	}
	return f.beside.comparison.Add(history.Entry{ID: p.ID, SKU: p.SKU, Name: p.Name, Price: o.Prices.Price,
		Available: o.Available, Quantity: o.counted(), Has: has})
}

// commit puts the changes and the memory in their places, after the feed itself.
func (b *beside) commit() error {
	err := errors.Join(b.changes.Commit(), b.comparison.Commit())
	if b.feed.Private && err == nil { // the memory holds the prices too
		_ = os.Chmod(history.Path(b.out), b.feed.access().Mode)
	}
	if gone := os.Remove(b.out + RefusedEnding); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// refuse keeps the changes for a person to look at; the last ones and the memory stay.
func (b *beside) refuse() error {
	if _, err := b.changes.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return b.feed.write(b.out+RefusedEnding, func(w io.Writer) error {
		_, err := io.Copy(w, b.changes)
		return err
	})
}

func (b *beside) abort() {
	if b != nil && b.ready() == nil {
		b.comparison.Abort()
		b.changes.Abort()
	}
}

// writeReport writes what a person may want to mend as a CSV of kind, sku, code and
// message. A cell that a spreadsheet would calculate is kept from that by a quote.
func writeReport(f *Feed, r *reportBuilder) error {
	return f.write(f.Out+ReportEnding, func(to io.Writer) error {
		w := csv.NewWriter(to)
		w.UseCRLF = true
		row := func(kind, sku string, code remark.Code, message string) { // the writer keeps the first error
			_ = w.Write([]string{kind, spreadsheet.Defuse(sku), string(code), spreadsheet.Defuse(message)})
		}
		_ = w.Write(strings.Split(strings.TrimSpace(reportHeading), ","))
		for _, f := range r.Guard {
			row("guard", "", remark.Code(f.Code), f.Message.String())
		}
		for _, s := range r.Skipped {
			row("left_out", s.SKU, s.Code, s.Message.String())
		}
		for _, s := range r.Outdone {
			row("outdone", s.SKU, s.Code, s.Message.String())
		}
		for _, warning := range r.Warnings {
			row("warning", warning.SKU, warning.Code, warning.Message.String())
		}
		for _, code := range slices.Sorted(maps.Keys(r.Repaired)) {
			row("repaired", "", code, strconv.FormatInt(r.Repaired[code], 10)+" times")
		}
		w.Flush()
		return w.Error()
	})
}
