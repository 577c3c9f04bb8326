package state

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPointedItem(t *testing.T) {
	for pointer, want := range map[string]int{"/items/1/sku": 1, "#/items/0": 0, "items[2].sku": 2, "data.items.3": 3, "$.products[4]": 4} {
		got, found := pointedItem(pointer)
		require.True(t, found, pointer)
		require.Equal(t, want, got, pointer)
	}
	for _, pointer := range []string{"", "/items", "/recipient/phones/0", "sku", "7", "/items/-1", "/payment/0/cod_amount"} {
		_, found := pointedItem(pointer)
		require.False(t, found, pointer)
	}
}

func TestRevisions(t *testing.T) {
	order := func(items, phone string) []byte {
		return []byte(`{"items":[` + items + `],"recipient":{"phone":"` + phone + `"}}`)
	}
	const a, b, a3 = `{"sku":"A","quantity":1}`, `{"sku":"B","quantity":2}`, `{"sku":"A","quantity":3}`
	for name, c := range map[string]struct {
		earlier, later string
		phone          string
		want           revision
	}{
		"an item more":          {a, a + "," + b, "+380670000101", revision{Grew, 1, 2, "B 0 → 2"}},
		"an item and more":      {a, a3 + "," + b, "+380670000101", revision{Grew, 1, 2, "A 1 → 3, B 0 → 2"}},
		"pieces more":           {a, a3, "+380670000101", revision{Requantified, 1, 1, "A 1 → 3"}},
		"two lines":             {a, a + "," + a, "+380670000101", revision{Requantified, 1, 1, "A 1 → 2"}},
		"fewer":                 {a3, a, "+380670000101", revision{Requantified, 1, 1, "A 3 → 1"}},
		"one less and one more": {a3, a + "," + b, "+380670000101", revision{Requantified, 1, 2, "A 3 → 1, B 0 → 2"}},
		"an item less":          {a + "," + b, a, "+380670000101", revision{Requantified, 2, 1, "B 2 → 0"}},
		"the same":              {a, a, "+380670000101", revision{Kind: Amended}},
		"another":               {a, b, "+380670000101", revision{}},
		"another person":        {a, a + "," + b, "+380509999999", revision{}},
	} {
		require.Equal(t, c.want, revisionOf(order(c.earlier, "+380670000101"), order(c.later, c.phone)), name)
	}
	require.Zero(t, revisionOf(nil, order(a, "")))
	require.Zero(t, revisionOf(order(a, ""), nil))
}

// TestStands: what was kept counts while it is there; where it was refused since, what
// comes is posted.
func TestStands(t *testing.T) {
	held := Order{OrderKey: OrderKey{ExternalID: "1"}, Hash: "a", State: Accepted}
	incoming := Order{OrderKey: OrderKey{ExternalID: "1"}, Hash: "b"}
	require.Equal(t, "a", held.Stands(incoming).Hash)
	held.State = Rejected
	require.Equal(t, "b", held.Stands(incoming).Hash)
	held.ExternalID = "1-2"
	require.Equal(t, "a", held.Stands(incoming).Hash, "under a number of its own it is the same order")
}
