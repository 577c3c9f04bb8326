package supplier

import "github.com/dropbridge/dropbridge/internal/strictyaml"

// paging compiles how the list is cut into pages and refuses what cannot work.
func (c *compiler) paging(into *paging, own *pagingFile, at strictyaml.Scalar, answer fieldSpecs) error {
	w := own
	if w == nil {
		w = c.written.Paging
	}
	if w == nil {
		return c.wrong(at, "paging is missing: write paging: {kind: none} where all records come at once")
	}
	if err := c.choice(w.Kind, "kind of paging", pagingNone, pagingPage, pagingCursor); err != nil {
		return err
	}
	*into = paging{kind: w.Kind.Text, page: w.Page.Text, perPage: w.PerPage.Text, cursor: w.Cursor.Text, first: w.First, size: w.Size, max: w.Max}
	switch kind := w.Kind; {
	case into.kind == pagingPage && into.page == "":
		return c.wrong(kind, "paging by page needs page, the query name of the page's number")
	case into.kind == pagingCursor && into.cursor == "":
		return c.wrong(kind, "paging by cursor needs cursor, the query name of the cursor")
	case into.kind == pagingCursor && !answer.has("next_cursor"):
		return c.wrong(kind, "paging by cursor needs next_cursor in answer, where the next cursor stands")
	case into.kind == pagingNone && into.page+into.cursor != "":
		return c.wrong(kind, "paging of kind none has no page and no cursor")
	case into.perPage != "" && (into.size < 1 || into.max < into.size):
		return c.wrong(kind, "paging: want a size of at least 1 and a max that is not below it, got %d and %d", into.size, into.max)
	}
	return nil
}
