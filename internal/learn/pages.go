package learn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// few is how many records a list is asked for when its pages are tried, so that the page
// behind them has records that the first answer had too.
const few = 2

// pageNames are the query names by which services are asked for pages, the usual ones first.
type pageNames struct{ sizes, pages, offsets []string }

// tryPages tries the usual query names of pages on lists of which no document speaks: a page
// of few records is the beginning of the list, and the next one goes on where it ends. What
// one list knows is tried on the others.
func (l *live) tryPages(ctx context.Context) error {
	names := pageNames{l.words.Words(lexicon.UsualSizes), l.words.Words(lexicon.UsualPages), l.words.Words(lexicon.UsualOffsets)}
	found := guess.Classify(l.service, l.words)
	for _, r := range guess.ListRoles {
		list := found.Lists[r.Role]
		if list == nil || !undocumented(list.Op) || len(list.Rows) <= few {
			continue
		}
		if p := guess.PagingOf(list.Op, list, l.words); p.Kind != "none" && !p.Guessed {
			continue
		}
		t := pageTrial{l, list, nil}
		if err := t.try(ctx, &names); err != nil {
			return err
		}
	}
	return nil
}

// undocumented reports whether a list was read from the service, and nothing but its answer
// is known.
func undocumented(o *service.Operation) bool {
	return o.Real && o.Method == http.MethodGet && o.Source == "the service"
}

// pageTrial tries the names on one list.
type pageTrial struct {
	*live
	list *service.Listing
	size *service.Parameter // that was found, nil where no name did
}

// try keeps the names that worked, so that the next list is asked by them alone.
func (t *pageTrial) try(ctx context.Context, names *pageNames) error {
	for _, name := range names.sizes {
		if rows := t.rows(ctx, map[string]int{name: few}); len(rows) == few && t.same(rows[0], 0) {
			t.size, names.sizes = &service.Parameter{Name: name, In: "query", Shape: &service.Shape{}}, []string{name}
			break
		}
	}
	if t.size == nil {
		return ctx.Err()
	}
	for _, name := range names.pages {
		if first, ok := t.page(ctx, name); ok {
			names.pages, names.offsets = []string{name}, nil
			t.take(name, first)
			return ctx.Err()
		}
	}
	for _, name := range names.offsets {
		if rows := t.rows(ctx, map[string]int{t.size.Name: few, name: few}); len(rows) > 0 && t.same(rows[0], few) {
			names.pages, names.offsets = nil, []string{name}
			t.take(name, "")
			break
		}
	}
	return ctx.Err()
}

// page tries the number of a page: page 2 is the second one, or the third where they are
// counted from 0.
func (t *pageTrial) page(ctx context.Context, name string) (first string, ok bool) {
	rows := t.rows(ctx, map[string]int{t.size.Name: few, name: 2})
	switch {
	case len(rows) == 0:
		return "", false
	case t.same(rows[0], few):
		return "1", true
	}
	return "0", t.same(rows[0], 2*few)
}

// take gives the list the query names that were found.
func (t *pageTrial) take(name, first string) {
	o := t.list.Op
	o.Paged = true
	o.Params = append(o.Params, *t.size, service.Parameter{Name: name, In: "query", Shape: &service.Shape{Fallback: first}})
}

// same reports whether a record is the one that the list had at a place.
func (t *pageTrial) same(record any, at int) bool {
	if at >= len(t.list.Rows) {
		return false
	}
	a, errA := json.Marshal(record)
	b, errB := json.Marshal(t.list.Rows[at])
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// rows asks the list with some query values. A refusal gives none: the service does not know
// the name.
func (t *pageTrial) rows(ctx context.Context, values map[string]int) []any {
	u := t.reader.Base.JoinPath(t.list.Op.Asked())
	query := u.Query()
	for name, value := range values {
		query.Set(name, fmt.Sprint(value))
	}
	u.RawQuery = query.Encode()
	answer, _, err := t.reader.Ask(ctx, u)
	if err != nil {
		return nil
	}
	return service.RowsAt(answer, t.list.Root)
}
