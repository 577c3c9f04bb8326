package problem

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// List is a list of a source in the config, which says what its files mean.
type List string

// The lists by which a problem is settled.
const (
	States   List = "states"
	Payments List = "payments"
	Carriers List = "carriers"
	Columns  List = "columns" // or Ignore, where a heading was not read
	Ignore   List = "ignore"
)

// teachings say of sentences which list settles their problem, and which of their values is
// the word for it, as it is pasted into a config; -1 is the last one.
var teachings = map[string]struct {
	list List
	at   int
}{
	StateUnknown:               {States, 1},
	StateUnknown + ".unread":   {States, 1},
	PaymentUnknown:             {Payments, 1},
	PaymentUnknown + ".state":  {Payments, 1},
	DeliveryUnknown:            {Carriers, 1},
	ColumnUnread:               {Ignore, -1},
	ColumnUnread + ".minor":    {Ignore, -1},
	ColumnUnread + ".state":    {Ignore, -1},
	ColumnUnread + ".brackets": {Ignore, -1},
	ColumnUnread + ".gift":     {Ignore, -1},
	PaymentUnknown + ".unread": {Ignore, -1},
}

// Teaching is the list of the source in which a word settles the problem, and the word itself,
// which is a heading for Ignore; ok is false where the config cannot settle it.
func (p Problem) Teaching() (list List, word string, ok bool) {
	t, known := teachings[p.said.Key]
	if !known {
		return "", "", false
	}
	at := t.at
	if at < 0 {
		at += len(p.said.Values)
	}
	if at < 0 || at >= len(p.said.Values) {
		return "", "", false
	}
	word, err := strconv.Unquote(fmt.Sprint(p.said.Values[at]))
	if err != nil || word == "" {
		return "", "", false
	}
	return t.list, word, true
}

// speaking begins the keys of what the cells of a column speak of; a field comes behind.
const speaking = "speaks_of."

// Likely is the field that the cells of a column that was not read speak of, "" where they
// speak of none.
func (p Problem) Likely() field.Field {
	if p.Key() == PaymentUnknown+".unread" {
		return field.PaymentMethod
	}
	for _, value := range p.said.Values {
		if m, is := value.(wording.Message); is && strings.HasPrefix(m.Key, speaking) {
			return field.Field(strings.TrimPrefix(m.Key, speaking))
		}
	}
	return ""
}
