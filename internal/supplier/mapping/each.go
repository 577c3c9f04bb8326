package mapping

import (
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// EachRecord is a list that is asked for the records of a page: one by one, by a key in the
// path, or many at once, by a query name for their keys.
type EachRecord struct {
	key   []jsonread.Path // in a record of the page
	when  []jsonread.Path // only for records with something there; nil: for all
	Batch int             // how many keys go into one request
	Many  bool            // whether the name of the keys takes them as a list, and not joined by commas
}

// KeysFilter is the filter of such a list by the keys of records.
const KeysFilter = "keys"

// How many keys go into one request.
const (
	usualBatch = 50
	mostBatch  = 1000
)

// eachRecord compiles a list of each record.
func (c *compiler) eachRecord(out *Lookup, w written.NamedLookup) (err error) {
	key := "lookups: " + out.name
	single := strings.Contains(w.Request.Text, keyMark)
	switch {
	case w.Request.Text == "":
		return c.Wrong(w.Each, "%s: each belongs to a request, which is made for each record", key)
	case single == w.Keys.Set:
		return c.Wrong(w.Request, "%s: each needs either %s in the path, where a record's key goes, or keys, the query name that takes several keys", key, keyMark)
	case single && (w.Batch != 0 || w.Key.Set):
		return c.Wrong(w.Request, "%s: a request for one record has no batch, and its rows need no key", key)
	case !single && w.Key.Text == "":
		return c.Wrong(w.Keys, "%s: key is missing: where a row has the key of its record", key)
	case w.Batch < 0 || w.Batch > mostBatch:
		return c.Wrong(w.Keys, "%s: batch is how many keys go into one request: want 1 to %d, got %d", key, mostBatch, w.Batch)
	case w.Parent.Set:
		return c.Wrong(w.Parent, "%s: parent belongs to a list of all records: a tree has more than one record's rows", key)
	}
	each := &EachRecord{Batch: w.Batch, Many: strings.HasSuffix(w.Keys.Text, "[]")}
	switch {
	case single:
		each.Batch = 1
	case each.Batch == 0:
		each.Batch = usualBatch
	}
	if each.key, err = access.AnswerPaths(w.Each.Text); err != nil {
		return c.Wrong(w.Each, "%s: each: %v", key, err)
	}
	if w.When.Text != "" {
		if each.when, err = access.AnswerPaths(w.When.Text); err != nil {
			return c.Wrong(w.When, "%s: when: %v", key, err)
		}
	}
	if w.Key.Set {
		if out.key, err = jsonread.ParsePaths(w.Key.Text); err != nil {
			return c.Wrong(w.Key, "%v", err)
		}
	}
	out.Each = each
	return c.lookupList(out, w)
}

// Single reports whether a request is made for each key alone.
func (e *EachRecord) Single() bool { return e.Batch == 1 }

// Keys are the keys of a page's records, each once, in their order. Records are what the
// service sent, before jq and variants.
func (e *EachRecord) Keys(records []jsonread.Path, body string) (keys []string, err error) {
	list, err := jsonread.First(records, body)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	failed := jsonread.EachValue(list, func(record, _ string) bool {
		var key string
		if key, err = e.keyOf(record); err == nil && key != "" && !seen[key] {
			seen[key], keys = true, append(keys, key)
		}
		return err == nil
	})
	if err == nil {
		err = failed
	}
	return keys, err
}

// keyOf is a record's key, "" where no list is asked for it.
func (e *EachRecord) keyOf(record string) (string, error) {
	if e.when != nil {
		there, err := jsonread.First(e.when, record)
		if err != nil || there == "" || there == "false" || there == "0" || jsonread.IsHollow(there) {
			return "", err
		}
	}
	return jsonread.FirstText(e.key, record)
}

// IDPath is the path of the list of one record.
func (o *ListOp[T]) IDPath(escaped string) string {
	return strings.ReplaceAll(o.Path, keyMark, escaped)
}
