package supplier

import (
	"context"
	"iter"
)

// ProductPages is one reading of a list of products. Workers fetch and decode whole pages
// side by side; one of them at a time admits the pages in their order. It is an interface
// for whoever reads products; a client of a REST service gives one.
type ProductPages interface {
	// Fetch gets the next page, io.EOF after the last one. After an error every call
	// gives that error.
	Fetch(ctx context.Context) (*RawPage, error)
	// Decode reads a page into the memory of an earlier one.
	Decode(raw *RawPage, into *ProductPage) error
	// Admit drops the products whose id an earlier page held.
	Admit(page *ProductPage) error
	// Result is what became of the list; it is final when Fetch has given io.EOF and
	// every page was admitted.
	Result() ListResult
}

// LedgerPages is one reading of the ledger.
type LedgerPages interface {
	// Entries reads the entries in the supplier's order, repeats dropped, once.
	Entries(ctx context.Context) iter.Seq2[LedgerEntry, error]
	// Meta is what the supplier says of the whole period, known after Entries.
	Meta() LedgerMeta
	// Result is what became of the reading so far.
	Result() ListResult
	// Repeated is the first thousand of the entries that came again and were dropped.
	Repeated() []LedgerEntry
}
