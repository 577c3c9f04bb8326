package supplier

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// readPage reads a page, its records into the memory of old ones; around is what the
// answer's headers say, and the tables are the lists that are joined.
func (o *listOp[T]) readPage(body string, around envelope, tables []*table, records []T) (answerPage[T], error) {
	return o.run(o.page, body, around, tables, records)
}

// peekPage reads what stands around a page's records, which are only counted.
func (o *listOp[T]) peekPage(body string, around envelope, tables []*table) (answerPage[T], error) {
	return o.run(o.peek, body, around, tables, nil)
}

func (o *listOp[T]) run(r read[answerPage[T]], body string, around envelope, tables []*table, records []T) (answerPage[T], error) {
	page := answerPage[T]{records: records[:0]}
	if body == "" {
		return page, nil
	}
	page.count = -1
	s := newScanner(body)
	s.beside = slices.Clone(tables)
	err := r(s, &page)
	if err == nil {
		err = s.end()
	}
	if err == nil && page.count < 0 {
		err = &shapeError{path: []string{o.list}, want: "a list", got: "none"}
	}
	page.fill(around)
	return page, err
}

// pageError names the page, and for a wrong value the item, in an error about an answer.
func pageError(op, list string, index int, err error) error {
	out := &Error{Kind: KindProtocol, Op: op, Err: err}
	out.Detail = fmt.Sprintf("page %d", index+1)
	if shape, ok := errors.AsType[*shapeError](err); ok {
		out.Detail += itemOf(shape, list)
		out.Err = fmt.Errorf("want %s, got %s", shape.want, shape.got)
		out.Hint = "the supplier's mapping does not fit its answer: mend that field's line; a text that means that there is no value belongs under its absent"
	}
	return out
}

// itemOf turns data[16].drop_price into ", item 17, drop_price".
func itemOf(e *shapeError, listPath string) string {
	where := e.where()
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
