package problem

import (
	"fmt"
	"strconv"
)

// List is a list of a source in the config, which says what its files mean.
type List string

// The lists by which a problem is settled.
const (
	States   List = "states"
	Payments List = "payments"
	Carriers List = "carriers"
	Ignore   List = "ignore"
)

// teachings say of sentences which list settles their problem, and which of their values is
// the word for it, as it is pasted into a config; -1 is the last one.
var teachings = map[string]struct {
	list List
	at   int
}{
	StateUnknown:              {States, 1},
	StateUnknown + ".unread":  {States, 1},
	PaymentUnknown:            {Payments, 1},
	PaymentUnknown + ".state": {Payments, 1},
	DeliveryUnknown:           {Carriers, 1},
	ColumnUnread:              {Ignore, -1},
	ColumnUnread + ".minor":   {Ignore, -1},
	ColumnUnread + ".state":   {Ignore, -1},
}

// Teaching is the list of the source in which a word settles the problem, the word itself,
// which is a heading for Ignore, and some cells under such a heading; ok is false where the
// config cannot settle it.
func (p Problem) Teaching() (list List, word, cells string, ok bool) {
	t, known := teachings[p.said.Key]
	if !known {
		return "", "", "", false
	}
	at := t.at
	if at < 0 {
		at += len(p.said.Values)
	}
	if at < 0 || at >= len(p.said.Values) {
		return "", "", "", false
	}
	word, err := strconv.Unquote(fmt.Sprint(p.said.Values[at]))
	if err != nil || word == "" {
		return "", "", "", false
	}
	if t.list == Ignore && len(p.said.Values) > 2 {
		cells = fmt.Sprint(p.said.Values[2])
	}
	return t.list, word, cells, true
}
