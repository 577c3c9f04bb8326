package drift

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// sampleRows is how many records of a page are looked at; sampleElements how many of a
// list in one of them.
const (
	sampleRows     = 50
	sampleElements = 200
)

// Pages are what samples are taken from; a client of the service is one.
type Pages interface {
	// Mapping says where the values of the answers stand.
	Mapping() *mapping.Program
	// FirstPage is the first page of an operation that reads, by its name in the mapping,
	// with so many rows where the service lets one ask for them.
	FirstPage(ctx context.Context, operation string, rows int) (string, error)
}

// Sample reads one small page of each operation that the mapping has and tells what the
// answers look like. Operations named in without, by what is being done, such as "list
// products", are left out. An operation that cannot be read is an error beside the
// profiles of the others.
func Sample(ctx context.Context, pages Pages, without ...string) ([]Profile, error) {
	var profiles []Profile
	var failed []error
	m := pages.Mapping()
	watcher := newWatcher(m.Written)
	for _, op := range m.Reads() {
		if slices.Contains(without, op.Op) {
			continue
		}
		profile, err := watcher.sample(ctx, op, pages)
		if err != nil {
			failed = append(failed, err)
			if kind := supplier.KindOf(err); kind == supplier.KindUnauthorized || kind == supplier.KindNotSent || kind == supplier.KindThrottled || ctx.Err() != nil {
				break // the others would only say the same
			}
			continue
		}
		profile.Operation = op.Key
		profiles = append(profiles, profile)
	}
	return profiles, errors.Join(failed...)
}

// sample reads the first page of a list.
func (c *watcher) sample(ctx context.Context, op mapping.Operation, pages Pages) (Profile, error) {
	watched, err := c.watchOp(op.Key)
	if err != nil {
		return Profile{}, err
	}
	page, err := pages.FirstPage(ctx, op.Key, sampleRows)
	if err != nil {
		return Profile{}, err
	}
	profile, err := watched.profile(page)
	if err != nil {
		return Profile{}, mapping.PageError(op.Op, op.List, 0, err)
	}
	return profile, nil
}

// profile tells what a page looks like.
func (w *watchedOp) profile(page string) (Profile, error) {
	if strings.Trim(page, " \n\r\t") == "" { // a list that ends by "no such page"
		return Profile{}, nil
	}
	s := jsonread.NewScanner(page)
	if err := errors.Join(s.Skip(), s.End()); err != nil { // walking takes sound JSON for granted
		return Profile{}, err
	}
	records, found, err := w.records(page)
	if err != nil {
		return Profile{}, err
	}
	if !found {
		return Profile{}, &jsonread.ShapeError{Path: []string{w.listText}, Want: "a list", Got: "none"}
	}
	out := Profile{Rows: len(records)}
	t := newTally(w)
	for _, record := range records {
		out.noteNames(record, "", 1)
		if err := t.record(w, record); err != nil {
			return Profile{}, err
		}
	}
	for _, f := range w.around {
		if err := t.field(f, []string{page}, len(records)); err != nil {
			return Profile{}, err
		}
	}
	for _, f := range t.order {
		out.Fields = append(out.Fields, *t.of[f])
	}
	return out, nil
}

// records are the first records of a page; found is false where it has no list.
func (w *watchedOp) records(page string) (records []string, found bool, err error) {
	add := func(record string) (more bool, err error) {
		if w.recordJQ != nil {
			return through(w.recordJQ, record, &records)
		}
		records = append(records, record)
		return len(records) < sampleRows, nil
	}
	if w.listJQ != nil {
		return records, true, w.listJQ.Each(page, add)
	}
	for _, p := range w.list {
		var inner error
		more := true
		err := jsonread.Walk(page, p.Steps, func(value, _ string) bool {
			if jsonread.IsAbsent(value) || jsonread.FirstByte(value) != '[' && !jsonread.Many(p.Steps) {
				return true
			}
			found = true
			failed := eachElement(value, false, func(record, _ string) bool {
				more, inner = add(record)
				return more && inner == nil
			})
			inner = errors.Join(inner, failed)
			return more && inner == nil
		})
		if err = errors.Join(err, inner); err != nil || found {
			return records, found, err
		}
	}
	return nil, false, nil
}

// through adds the records that jq makes of one.
func through(jq *mapping.JQ, record string, records *[]string) (more bool, err error) {
	err = jq.Each(record, func(made string) (bool, error) {
		*records = append(*records, made)
		return len(*records) < sampleRows, nil
	})
	return len(*records) < sampleRows, err
}

// eachElement visits the records of a list, or an object that is one record itself.
func eachElement(list string, keyed bool, do jsonread.Visit) error {
	if c := jsonread.FirstByte(list); c != '[' && (c != '{' || !keyed) {
		do(list, "")
		return nil
	}
	return jsonread.EachValue(list, func(value, name string) bool { return value == "null" || do(value, name) })
}
