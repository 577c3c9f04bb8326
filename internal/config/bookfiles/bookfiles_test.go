package bookfiles_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config/bookfiles"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

func read(t *testing.T, text string, suppliers ...string) ([]bookfiles.File, error) {
	t.Helper()
	kyiv, err := time.LoadLocation("Europe/Kyiv")
	require.NoError(t, err)
	var keys map[string]bookfiles.Keys
	require.NoError(t, strictyaml.Decode("shop.yaml", []byte(text), &keys))
	return bookfiles.Of(keys, bookfiles.Shop{File: "shop.yaml", Zone: kyiv, Folder: "books", Path: func(name string) string { return "/shop/" + name }, Suppliers: suppliers})
}

// TestPeriods: the month is that of the shop's clock, at its first and its last moment.
func TestPeriods(t *testing.T) {
	list, err := read(t, "last: {book: ledger}\nthis: {book: orders, period: this_month, out: this.csv, every: 24h}\n")
	require.NoError(t, err)
	last, this := list[0], list[1]
	require.Equal(t, "/shop/books/last-2026-10.xlsx", last.Out("2026-10"))
	require.Equal(t, "/shop/this.csv", this.Out("2026-10"))
	next := last.When.Next(time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC))
	require.Equal(t, "2026-11-01T06:00:00+02:00", next.Format(time.RFC3339), "the morning after the month's end")
	for at, want := range map[string][2][3]string{
		"2026-10-31T21:59:59Z": {{"2026-09", "2026-09-01", "2026-09-30"}, {"2026-10", "2026-10-01", "2026-10-31"}},
		"2026-10-31T22:00:00Z": {{"2026-10", "2026-10-01", "2026-10-31"}, {"2026-11", "2026-11-01", "2026-11-01"}},
		"2027-03-31T12:00:00Z": {{"2027-02", "2027-02-01", "2027-02-28"}, {"2027-03", "2027-03-01", "2027-03-31"}},
		"2027-01-01T12:00:00Z": {{"2026-12", "2026-12-01", "2026-12-31"}, {"2027-01", "2027-01-01", "2027-01-01"}},
	} {
		due, err := time.Parse(time.RFC3339, at)
		require.NoError(t, err)
		for n, f := range []bookfiles.File{last, this} {
			month, from, to := f.Period(due)
			require.Equal(t, want[n], [3]string{month, from, to}, at)
		}
	}
}

func TestWrong(t *testing.T) {
	for text, want := range map[string][2]string{
		"a: {out: a.xlsx}":                                               {`books.files.a.book: "" is not known`, "ledger, orders, shipments, act"},
		"a: {book: income}":                                              {`shop.yaml:1:11: books.files.a.book: "income" is not known`, "ledger, orders"},
		"a: {book: ledger, period: year}":                                {`books.files.a.period: "year" is not known`, "last_month, this_month"},
		"a: {book: ledger, every: never}":                                {`books.files.a.every: "never"`, "fields of cron"},
		"a: {book: ledger, out: a.pdf}":                                  {`books.files.a.out: its name must end in .xlsx or .csv`, "books/a-{month}.xlsx"},
		"a: {book: ledger, out: a.txt}":                                  {`must end in .xlsx or .csv`, ""},
		"a: {book: ledger, template: bas-table}":                         {`books.files.a.template is for CSV`, ".csv"},
		"a: {book: ledger, supplier: alpha}":                             {`the config has one supplier`, "leave it out"},
		"{a: {book: ledger, out: x.csv}, b: {book: orders, out: x.csv}}": {`books.files.b.out is the file of books.files.a, too`, "of its own"},
	} {
		_, err := read(t, text)
		require.ErrorContains(t, err, want[0], text)
		require.Contains(t, failure.Hint(err), want[1], text)
		require.Equal(t, failure.Config, failure.KindOf(err))
	}
	_, err := read(t, "a: {book: act}", "alpha", "beta")
	require.ErrorContains(t, err, "an act is made with one supplier")
	require.Contains(t, failure.Hint(err), "alpha, beta")
	_, err = read(t, "a: {book: act, supplier: gamma}", "alpha", "beta")
	require.ErrorContains(t, err, `"gamma" is none of the suppliers`)
	list, err := read(t, "a: {book: act, supplier: beta}\nb: {book: ledger}", "alpha", "beta")
	require.NoError(t, err)
	require.Equal(t, "beta", list[0].Supplier)
}
