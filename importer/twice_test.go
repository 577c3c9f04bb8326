package importer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

func (r *rig) sendAs(number, as string, force bool) error {
	_, err := r.im.Decide(r.t.Context(), decide.Answer{Number: number, Kind: state.DecidedAs, Value: as, Force: force})
	return err
}

// amendments are corrections of order 1 that leave it the same goods for the same person.
func amendments() map[string]string {
	of := func(old, now string) string { return strings.Replace(orders("1"), old, now, 1) }
	return map[string]string{
		"branch": of("№12", "№44"), "price": of("450,00", "470,00"), "city": of("Київ", "Львів"), "name": of("Іван", "Іванка"),
		"phone": of("+380670000101", "+380670000999"), "phone and place": of("+380670000101;Київ;Відділення №12", "+380670000999;Львів;Відділення №4"),
		"quantity": heading + rowOf("1", "KB-01", 3), "grown": grownOrder("1"), "goods in part": heading + rowOf("1", "KB-01", 1) + rowOf("1", "KB-03", 1),
	}
}

// Whatever of an order was corrected, what is at the supplier already is not sent to the same
// person under another number, and nobody is told to.
func TestTheSameGoodsAreNotSentTwice(t *testing.T) {
	for name, text := range amendments() {
		r := newRig(t)
		r.importFile(r.write("a.csv", orders("1")))
		report := r.importFile(r.write("b.csv", text))
		require.Equal(t, state.RowConflict, report.Rows[0].Status, name)
		said := report.Rows[0].Error.Message + " " + r.status().Findings[0].Hint
		require.NotContains(t, said, "--as", name)
		require.Contains(t, said, "resolve 1 --changed-there", name)
		require.Contains(t, said, "--keep", name)
		status, err := r.im.Query(t.Context(), overview.StatusQuery{Number: "1"})
		require.NoError(t, err)
		require.NotContains(t, status.Orders[0].Story.Actions, state.DecidedAs, name)
		require.NotContains(t, status.Orders[0].Story.Way, "--as", name)
		require.ErrorContains(t, r.sendAs("1", "1-2", false), "would be sent twice", name)
		r.settle()
		require.Equal(t, 1, r.shop.allPosts(), name)
		require.NoError(t, r.sendAs("1", "1-2", true), name)
		r.settle()
		require.Equal(t, []string{"1", "1-2"}, r.shop.externals(), name)
	}
}

// Other goods, or another person, are another order; and what the supplier has called off
// does not come twice.
func TestAnotherOrderIsSentUnderItsNumber(t *testing.T) {
	another := strings.Replace(strings.Replace(orders("1"), "Петренко Іван", "Бойко Олег", 1), "+380670000101", "+380670000999", 1)
	for name, text := range map[string]string{"goods": other("1"), "person": another} {
		r := newRig(t)
		r.importFile(r.write("a.csv", orders("1")))
		report := r.importFile(r.write("b.csv", text))
		require.Contains(t, report.Rows[0].Error.Message, "--as NUMBER", name)
		require.NoError(t, r.sendAs("1", "1-2", false), name)
	}
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", amendments()["branch"]))
	r.shopSays("1", "cancelled")
	require.NoError(t, r.im.Follow(t.Context()))
	require.Contains(t, r.status().Findings[0].Hint, "--as NUMBER")
	require.NoError(t, r.sendAs("1", "1-2", false))
}

// What an earlier decision sent under a number of its own counts, too.
func TestWhatWasSentUnderAnotherNumberIsNotSentTwice(t *testing.T) {
	r := newRig(t)
	r.importFile(r.write("a.csv", orders("1")))
	r.importFile(r.write("b.csv", other("1")))
	require.NoError(t, r.sendAs("1", "1-2", false))
	r.settle()
	r.importFile(r.write("c.csv", strings.Replace(other("1"), "№12", "№44", 1)))
	require.ErrorContains(t, r.sendAs("1", "1-3", false), "under the number 1-2")
	require.NoError(t, r.sendAs("1", "1-3", true))
}

// An order that the supplier itself has under the number with other details is asked for.
func TestWhatTheSupplierHasIsNotSentTwice(t *testing.T) {
	for phone, twice := range map[string]bool{"0670000101": true, "+380509999999": false} {
		r := newRig(t)
		_, err := r.shop.CreateOrder(t.Context(), []byte(`{"external_id":"1","recipient":{"phone":"`+phone+`"},"items":[{"sku":"KB-01","quantity":4}]}`), "")
		require.NoError(t, err)
		r.shop.change("1", func(o *supplier.Order) { o.Recipient.Phone = phone })
		require.Equal(t, "conflict", statuses(r.importFile(r.write("a.csv", orders("1")))))
		if twice {
			require.ErrorContains(t, r.sendAs("1", "1-2", false), "would be sent twice")
		}
		require.NoError(t, r.sendAs("1", "1-2", twice))
	}
}
