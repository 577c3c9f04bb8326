package supplier

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// paging compiles how the list is cut into pages and refuses what cannot work.
func (c *compiler) paging(into *paging, own *pagingFile, at strictyaml.Scalar, answer fieldSpecs) error {
	w := own
	if w == nil {
		w = c.written.Paging
	}
	if w == nil {
		return c.wrong(at, "paging is missing: write paging: {kind: none} where all records come at once")
	}
	if err := c.choice(w.Kind, "kind of paging", pagingNone, pagingPage, pagingOffset, pagingCursor, pagingLastID, pagingLink); err != nil {
		return err
	}
	*into = paging{kind: w.Kind.Text, page: w.Page.Text, perPage: w.PerPage.Text, offset: w.Offset.Text, cursor: w.Cursor.Text,
		lastID: w.LastID.Text, first: w.First, size: w.Size, max: max(w.Max, 0), inclusive: w.Inclusive, end: w.End.Text}
	if w.Max == 0 {
		into.max = w.Size
	}
	if err := c.pagingNames(w, answer); err != nil {
		return err
	}
	if into.perPage != "" && (into.size < 1 || into.max < into.size) {
		return c.wrong(w.Kind, "paging: want a size of at least 1 and a max that is not below it, got %d and %d", into.size, into.max)
	}
	return c.pagingEnd(into, w, answer)
}

// pagingNames checks that a kind of paging has the names that it needs, and no others.
func (c *compiler) pagingNames(w *pagingFile, answer fieldSpecs) error {
	kind := w.Kind.Text
	type name struct {
		kind, key, what string
		value           strictyaml.Scalar
	}
	names := []name{
		{pagingPage, "page", "the query name of the page's number", w.Page},
		{pagingOffset, "offset", "the query name of the number of records before the page", w.Offset},
		{pagingCursor, "cursor", "the query name of the cursor", w.Cursor},
		{pagingLastID, "last_id", "the query name of the last record's id", w.LastID},
	}
	for _, need := range names {
		if kind == need.kind && need.value.Text == "" {
			return c.wrong(w.Kind, "paging by %s needs %s, %s", kind, need.key, need.what)
		}
	}
	for _, other := range names {
		if kind != other.kind && other.value.Text != "" {
			return c.wrong(other.value, "paging of kind %s has no %s", kind, other.key)
		}
	}
	switch {
	case kind == pagingCursor && !answer.has("next_cursor"):
		return c.wrong(w.Kind, "paging by cursor needs next_cursor in answer, where the next cursor stands")
	case kind == pagingLink && !answer.has("next_link"):
		return c.wrong(w.Kind, "paging by link needs next_link in answer, where the next page's address stands")
	case w.First != 0 && kind != pagingPage:
		return c.wrong(w.Kind, "paging of kind %s has no first: only pages are numbered", kind)
	case w.First < 0:
		return c.wrong(w.Kind, "paging: first is the number of the first page, 0 or 1, got %d", w.First)
	case w.From.Text != "" && kind != pagingLastID:
		return c.wrong(w.From, "paging of kind %s has no from: it belongs to last_id", kind)
	case w.Inclusive && kind != pagingLastID:
		return c.wrong(w.Kind, "paging of kind %s has no inclusive: it belongs to last_id", kind)
	case w.PerPage.Text == "" && (w.Size != 0 || w.Max != 0):
		return c.wrong(w.Kind, "paging: size and max need per_page, the query name of the page's size")
	}
	return nil
}

// pagingEnd checks what ends a list of unknown length.
func (c *compiler) pagingEnd(into *paging, w *pagingFile, answer fieldSpecs) error {
	if !w.End.Set || w.End.Text == "" {
		into.end = endEmpty
		return nil
	}
	if err := c.choice(w.End, "end of a list", endEmpty, endShort, endNotFound); err != nil {
		return err
	}
	switch {
	case into.kind == pagingNone:
		return c.wrong(w.End, "paging of kind none has no end: all records come at once")
	case into.end == endShort && into.perPage == "" && !answer.has("size"):
		return c.wrong(w.End, "end: short needs per_page and size, or answer.size: what a page is short of")
	case into.end == endNotFound && into.kind != pagingPage && into.kind != pagingOffset:
		return c.wrong(w.End, "end: not_found belongs to kind page and offset, got %s", into.kind)
	}
	return nil
}
