package importer_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/waybill/keeper"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// counting is a journal that counts how many orders were read one by one.
type counting struct {
	state.Journal
	each  int
	notes int
	fails error // of SetNote
}

func (c *counting) EachOrder(ctx context.Context, q state.OrderQuery) iter.Seq2[state.Order, error] {
	return func(yield func(state.Order, error) bool) {
		for o, err := range c.Journal.EachOrder(ctx, q) {
			c.each++
			if !yield(o, err) {
				return
			}
		}
	}
}

func (c *counting) SetNote(ctx context.Context, account, name, text string) error {
	if strings.HasPrefix(name, "waybills.") {
		c.notes++
		if c.fails != nil {
			return c.fails
		}
	}
	return c.Journal.SetNote(ctx, account, name, text)
}

// watched gives the rig an importer whose journal is counted.
func (r *rig) watched() *counting {
	r.t.Helper()
	require.NoError(r.t, r.im.Close())
	j := &counting{Journal: r.journal}
	var err error
	r.im, err = importer.New(r.config(), r.shop, j)
	require.NoError(r.t, err)
	return j
}

func TestWaybillFileIsWrittenForNewsAlone(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	j := r.watched()
	var numbers []string
	for i := range 50 {
		numbers = append(numbers, fmt.Sprint(1000+i))
	}
	r.importFile(r.write("a.csv", orders(numbers...)))
	for _, number := range numbers {
		r.ship(number, "2045000000"+number)
	}
	r.follow()
	require.Len(t, r.rows("back/prom.csv"), 50)
	require.Equal(t, 1, j.notes)
	before, err := os.Stat(r.path("back/prom.csv"))
	require.NoError(t, err)

	r.clock.After(10 * time.Minute)
	r.follow() // reads once more what changed just before it last asked
	j.each = 0
	for range 5 {
		r.follow()
	}
	require.Zero(t, j.each, "orders that did not change are not read again")
	r.shop.change("1000", func(o *supplier.Order) { o.Status, o.UpdatedAt = "delivered", r.clock.Now() })
	r.follow()
	require.Equal(t, 1, j.each, "one changed, and one is read")
	require.Equal(t, 1, j.notes, "the template shows no status: the file would be the same")
	r.watched()
	r.keep()
	after, err := os.Stat(r.path("back/prom.csv"))
	require.NoError(t, err)
	require.True(t, os.SameFile(before, after) && before.ModTime().Equal(after.ModTime()), "a restart writes nothing either")

	r.clock.After(2 * time.Hour)
	j = r.watched()
	r.keep()
	first := j.each
	r.clock.After(2 * time.Hour)
	r.keep()
	require.Equal(t, 2*first, j.each, "now and then all are read: other clocks may be wrong")
}

func TestWaybillFileThatWasTakenAwayComesAgain(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.follow()
	require.NoError(t, os.Remove(r.path("back/prom.csv")))
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
	require.NoError(t, os.RemoveAll(r.path("back")))
	r.crash()
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
}

func TestForeignFileIsNotOverwritten(t *testing.T) {
	overwrite := false
	r := newRig(t, withWaybills("prom", "back/prom.csv"), func(c *desk.Config) { c.Default.Waybills.Overwrite = overwrite })
	r.write("back/prom.csv", "somebody's own\n")
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.clock.After(time.Minute)
	require.NoError(t, r.im.Follow(t.Context()))

	err := r.im.KeepWaybills(t.Context())
	var foreign *keeper.ForeignFileError
	require.ErrorAs(t, err, &foreign)
	require.ErrorContains(t, err, "overwrite: true")
	require.Equal(t, "somebody's own\n", r.text("back/prom.csv"))
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.Equal(t, "waybills of inbox", status.Problems[0].Name)
	require.Contains(t, status.Problems[0].Text, r.path("back/prom.csv"))
	require.ErrorAs(t, r.check(), &foreign)

	require.NoError(t, os.Rename(r.path("back/prom.csv"), r.path("back/theirs.csv")))
	require.NoError(t, r.check())
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1, "moved away: written, and no problem any more")
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
	require.NoError(t, r.check(), "our own is ours")

	r.write("back/prom.csv", "order_id;declaration_id\nedited;by hand\n")
	require.ErrorAs(t, r.im.KeepWaybills(t.Context()), &foreign, "what a person changed is not ours either")
	overwrite = true
	r.crash()
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
	require.NoError(t, r.check())
}

func TestFileOfALostJournalIsKnownByWhatItSays(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.follow()
	require.NoError(t, r.journal.SetNote(t.Context(), "acme", "waybills.", ""))
	r.crash()
	r.keep()
	r.ship("1001", "20450000000002")
	r.follow()
	require.Equal(t, "20450000000002", r.rows("back/prom.csv")[0][1])
}

func (r *rig) text(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(r.path(name))
	require.NoError(r.t, err)
	return string(data)
}

func (r *rig) check() error {
	c := r.config()
	return keeper.Check(r.t.Context(), r.journal, desk.Durably{}, c.Account, "", *c.Default.Waybills, c.Language)
}

func TestFailureToWriteIsAProblemUntilItIsMended(t *testing.T) {
	r := newRig(t, withWaybills("prom", "back/prom.csv"))
	j := r.watched()
	r.importFile(r.write("a.csv", orders("1001")))
	r.ship("1001", "20450000000001")
	r.write("back", "a file where the folder should be")
	r.clock.After(time.Minute)
	require.NoError(t, r.im.Follow(t.Context()))
	require.Error(t, r.im.KeepWaybills(t.Context()))
	status, err := r.im.Status(t.Context())
	require.NoError(t, err)
	require.Len(t, status.Problems, 1)
	require.False(t, status.Problems[0].Minor)
	require.NoError(t, os.Remove(r.path("back")))

	j.fails = errors.New("disk full")
	require.ErrorIs(t, r.im.KeepWaybills(t.Context()), j.fails)
	require.NoFileExists(t, r.path("back/prom.csv"), "what cannot be noted as ours is not put there")
	entries, err := os.ReadDir(r.path("back"))
	require.NoError(t, err)
	require.Empty(t, entries, "nothing half-written is left")
	j.fails = nil
	r.keep()
	require.Len(t, r.rows("back/prom.csv"), 1)
	status, err = r.im.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
}
