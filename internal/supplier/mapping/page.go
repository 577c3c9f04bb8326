package mapping

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// ReadPage reads a page, its records into the memory of old ones; around is what the
// answer's headers say, and the tables are the lists that are joined.
func (o *ListOp[T]) ReadPage(body string, around supplier.Envelope, tables []*Table, records []T) (Page[T], error) {
	return o.run(o.page, body, around, tables, nil, records)
}

// ReadPageIn is ReadPage with memory for what is unescaped; nil: memory of its own.
func (o *ListOp[T]) ReadPageIn(texts *jsonread.Arena, body string, around supplier.Envelope, tables []*Table, records []T) (Page[T], error) {
	return o.run(o.page, body, around, tables, texts, records)
}

// PeekPage reads what stands around a page's records, which are only counted.
func (o *ListOp[T]) PeekPage(body string, around supplier.Envelope, tables []*Table) (Page[T], error) {
	return o.run(o.peek, body, around, tables, nil, nil)
}

// PeekNext is PeekPage of a page by what stands behind its records alone, which are not even
// counted. It is false where that does not name the cursor of the next page for certain. The
// key that stands in an answer twice has to say the same, so that ReadPage can find no other
// cursor in it.
func (o *ListOp[T]) PeekNext(body string, around supplier.Envelope) (supplier.Envelope, bool) {
	if o.ending == "" {
		return supplier.Envelope{}, false
	}
	short, ok := jsonread.Ending(body, o.ending)
	if !ok {
		return supplier.Envelope{}, false
	}
	page, err := o.runOnce(o.peek, short, around, nil, nil, nil)
	return page.Envelope, err == nil && page.Cursor != "" && page.More.Known == o.tells
}

// run reads a page. Text that is no JSON for a NaN alone, as programs write it, is read once
// more with that for a text, which is refused where a number is wanted.
func (o *ListOp[T]) run(r jsonread.Reader[Page[T]], body string, around supplier.Envelope, tables []*Table, texts *jsonread.Arena, records []T) (Page[T], error) {
	page, err := o.runOnce(r, body, around, tables, texts, records)
	if _, shaped := errors.AsType[*jsonread.ShapeError](err); err == nil || shaped {
		return page, err
	}
	if quoted, changed := jsonread.QuoteNaN(body); changed {
		return o.runOnce(r, quoted, around, tables, texts, records)
	}
	return page, err
}

func (o *ListOp[T]) runOnce(r jsonread.Reader[Page[T]], body string, around supplier.Envelope, tables []*Table, texts *jsonread.Arena, records []T) (Page[T], error) {
	page := Page[T]{Records: records[:0]}
	if body == "" {
		return page, nil
	}
	page.Count = -1
	s := jsonread.NewScannerIn(body, texts)
	s.Beside = slices.Clone(tables)
	err := r(s, &page)
	if err == nil {
		err = s.End()
	}
	if err == nil && page.Count < 0 {
		err = &jsonread.ShapeError{Path: []string{o.List}, Want: "a list", Got: "none"}
	}
	page.Fill(around)
	return page, err
}

// PageError names the page, and for a wrong value the item, in an error about an answer.
func PageError(op, list string, index int, err error) error {
	out := &supplier.Error{Kind: supplier.KindProtocol, Op: op, Err: err}
	out.Detail = fmt.Sprintf("page %d", index+1)
	if shape, ok := errors.AsType[*jsonread.ShapeError](err); ok {
		out.Detail += itemOf(shape, list)
		out.Err = fmt.Errorf("want %s, got %s", shape.Want, shape.Got)
		if out.Mend = shape.Mend; out.Mend == "" {
			out.Mend = "the supplier's mapping does not fit its answer: mend that field's line; a text that means that there is no value belongs under its absent"
		}
	}
	return out
}

// itemOf turns data[16].drop_price into ", item 17, drop_price".
func itemOf(e *jsonread.ShapeError, listPath string) string {
	where := e.Where()
	if rest, ok := strings.CutPrefix(where, strings.TrimPrefix(listPath, ".")+"["); ok {
		if index, field, ok := strings.Cut(rest, "]"); ok {
			if n, err := strconv.Atoi(index); err == nil {
				where = strings.TrimSuffix(fmt.Sprintf("item %d, %s", n+1, strings.TrimPrefix(field, ".")), ", ")
			}
		}
	}
	if where == "" {
		return ""
	}
	return ", " + where
}
