package drift

import (
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
)

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
		t.of[f].settleAmounts()
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
func through(code *jq.Program, record string, records *[]string) (more bool, err error) {
	err = code.Each(record, func(made string) (bool, error) {
		*records = append(*records, made)
		return len(*records) < sampleRows, nil
	})
	return len(*records) < sampleRows, err
}
