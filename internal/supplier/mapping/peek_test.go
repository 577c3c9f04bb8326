package mapping

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// TestPeekNext: the cursor is found behind the records, or all of the page is looked at.
func TestPeekNext(t *testing.T) {
	foreign := func(answer string) *Program {
		p, err := foreignMapping(t, "answer: "+answer, "  paging: {kind: cursor, cursor: after}\n  fields:\n"+suppliertest.FiveFields)
		require.NoError(t, err)
		return p
	}
	for _, test := range []struct {
		name, answer, body string
		around             supplier.Envelope
		want               string // "" where that is not known for certain
	}{
		{"behind the records", `{list: data, next_cursor: next}`, `{"data":[{"no":"product"}],"next":"c"}`, supplier.Envelope{}, "c"},
		{"and whether more follows", `{list: data, next_cursor: next, more: more}`, `{"data":[1],"next":"c","more":true}`, supplier.Envelope{}, "c"},
		{"that before them", `{list: data, next_cursor: next, more: more}`, `{"more":false,"data":[1],"next":"c"}`, supplier.Envelope{}, ""},
		{"that before another list", `{list: data, next_cursor: next, more: more}`, `{"data":[1],"more":false,"others":[1],"next":"c"}`, supplier.Envelope{}, ""},
		{"the cursor in a header", `{list: data, next_cursor: {header: X-Next}}`, `{"data":[1]}`, supplier.Envelope{Cursor: "c"}, "c"},
		{"before another list", `{list: data, next_cursor: next}`, `{"data":[1],"next":"c","others":[1]}`, supplier.Envelope{}, ""},
		{"one of two places", `{list: data, next_cursor: {at: [first, next]}}`, `{"data":[1],"first":"b","others":[1],"next":"c"}`, supplier.Envelope{}, ""},
		{"the list further in", `{list: data.goods, next_cursor: next}`, `{"data":[1],"next":"c"}`, supplier.Envelope{}, ""},
		{"a key twice", `{list: data, next_cursor: next}`, `{"data":[1],"next":"b","next":"c"}`, supplier.Envelope{}, ""},
		{"null", `{list: data, next_cursor: next}`, `{"data":[1],"next":null}`, supplier.Envelope{}, ""},
		{"an object", `{list: data, next_cursor: next}`, `{"data":[1],"next":{}}`, supplier.Envelope{}, ""},
	} {
		said, ok := foreign(test.answer).Products.PeekNext(test.body, test.around)
		require.Equal(t, test.want != "", ok, test.name)
		if ok {
			require.Equal(t, test.want, said.Cursor, test.name)
		}
	}
	said, ok := defaultMapping(t).Products.PeekNext(`{"data":[{}],"meta":{"total":7,"next_cursor":"c"}}`, supplier.Envelope{})
	require.True(t, ok, "of the contract's own answers, which are the most")
	require.Equal(t, "c", said.Cursor)
	require.Equal(t, supplier.Some[int64](7), said.Total)
}
