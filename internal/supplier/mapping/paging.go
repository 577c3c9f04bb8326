package mapping

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// paging compiles how the list is cut into pages and refuses what cannot work.
func (c *compiler) paging(into *Paging, own *written.Paging, at strictyaml.Scalar, answer written.Fields) error {
	w := own
	if w == nil {
		w = c.written.Paging
	}
	if w == nil {
		return c.Wrong(at, "paging is missing: write paging: {kind: none} where all records come at once")
	}
	if err := c.Choice(w.Kind, "kind of paging", PagingNone, PagingPage, PagingOffset, PagingCursor, PagingLastID, PagingLink); err != nil {
		return err
	}
	*into = Paging{Kind: w.Kind.Text, Page: w.Page.Text, PerPage: w.PerPage.Text, Offset: w.Offset.Text, Cursor: w.Cursor.Text,
		LastID: w.LastID.Text, First: w.First, Size: w.Size, Max: max(w.Max, 0), Inclusive: w.Inclusive, End: w.End.Text}
	if w.Max == 0 {
		into.Max = w.Size
	}
	if err := c.pagingNames(w, answer); err != nil {
		return err
	}
	if into.PerPage != "" && (into.Size < 1 || into.Max < into.Size) {
		return c.Wrong(w.Kind, "paging: want a size of at least 1 and a max that is not below it, got %d and %d", into.Size, into.Max)
	}
	return c.pagingEnd(into, w, answer)
}

// pagingNames checks that a kind of paging has the names that it needs, and no others.
func (c *compiler) pagingNames(w *written.Paging, answer written.Fields) error {
	kind := w.Kind.Text
	type name struct {
		kind, key, what string
		value           strictyaml.Scalar
	}
	names := []name{
		{PagingPage, "page", "the query name of the page's number", w.Page},
		{PagingOffset, "offset", "the query name of the number of records before the page", w.Offset},
		{PagingCursor, "cursor", "the query name of the cursor", w.Cursor},
		{PagingLastID, "last_id", "the query name of the last record's id", w.LastID},
	}
	for _, need := range names {
		if kind == need.kind && need.value.Text == "" {
			return c.Wrong(w.Kind, "paging by %s needs %s, %s", kind, need.key, need.what)
		}
	}
	for _, other := range names {
		if kind != other.kind && other.value.Text != "" {
			return c.Wrong(other.value, "paging of kind %s has no %s", kind, other.key)
		}
	}
	switch {
	case kind == PagingCursor && !answer.Has("next_cursor"):
		return c.Wrong(w.Kind, "paging by cursor needs next_cursor in answer, where the next cursor stands")
	case kind == PagingLink && !answer.Has("next_link"):
		return c.Wrong(w.Kind, "paging by link needs next_link in answer, where the next page's address stands")
	case w.First != 0 && kind != PagingPage:
		return c.Wrong(w.Kind, "paging of kind %s has no first: only pages are numbered", kind)
	case w.First < 0:
		return c.Wrong(w.Kind, "paging: first is the number of the first page, 0 or 1, got %d", w.First)
	case w.From.Text != "" && kind != PagingLastID:
		return c.Wrong(w.From, "paging of kind %s has no from: it belongs to last_id", kind)
	case w.Inclusive && kind != PagingLastID:
		return c.Wrong(w.Kind, "paging of kind %s has no inclusive: it belongs to last_id", kind)
	case w.PerPage.Text == "" && (w.Size != 0 || w.Max != 0):
		return c.Wrong(w.Kind, "paging: size and max need per_page, the query name of the page's size")
	}
	return nil
}

// pagingEnd checks what ends a list of unknown length.
func (c *compiler) pagingEnd(into *Paging, w *written.Paging, answer written.Fields) error {
	if !w.End.Set || w.End.Text == "" {
		into.End = endEmpty
		return nil
	}
	if err := c.Choice(w.End, "end of a list", endEmpty, EndShort, EndNotFound); err != nil {
		return err
	}
	switch {
	case into.Kind == PagingNone:
		return c.Wrong(w.End, "paging of kind none has no end: all records come at once")
	case into.End == EndShort && into.PerPage == "" && !answer.Has("size"):
		return c.Wrong(w.End, "end: short needs per_page and size, or answer.size: what a page is short of")
	case into.End == EndNotFound && into.Kind != PagingPage && into.Kind != PagingOffset:
		return c.Wrong(w.End, "end: not_found belongs to kind page and offset, got %s", into.Kind)
	}
	return nil
}
