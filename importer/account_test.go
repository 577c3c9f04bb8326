package importer_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// spelled makes an importer whose account is written like that.
func spelled(account string) func(*desk.Config) {
	return func(c *desk.Config) { c.Account = state.NormalizeAccount(account) }
}

// TestAccountWrittenOtherwise: a journal that holds the address as an earlier version
// wrote it goes on, whatever the supplier promises.
func TestAccountWrittenOtherwise(t *testing.T) {
	for promise, idempotency := range promises() {
		for _, old := range []string{"https://Supplier.Example", "https://supplier.example/", "HTTPS://supplier.example:443", "https://supplier.example#x"} {
			t.Run(promise+" "+old, func(t *testing.T) {
				t.Parallel()
				r := newRig(t, func(c *desk.Config) { c.Account = old })
				r.shop.promise = idempotency
				r.shop.script["1002"] = []fault{timeoutStored}
				r.shop.lag = 100
				r.importFile(r.write("a.csv", orders("1001")))
				r.importFile(r.write("b.csv", orders("1002")))
				posts := r.shop.allPosts()
				r.stop()
				r.adjust = spelled(old)
				r.shop.lag = 0
				r.start()
				_, err := r.journal.Respell(t.Context(), "https://supplier.example", state.NormalizeAccount)
				require.NoError(t, err)
				require.Equal(t, "duplicate", statuses(r.importFile(r.path("a.csv"))))
				r.importFile(r.path("b.csv"))
				require.LessOrEqual(t, r.shop.count()["1002"], 1)
				require.Equal(t, posts, r.shop.allPosts())
			})
		}
	}
}

// TestAnotherAccount: orders of another host or port hold everything back until a person
// has said whether that is the same supplier; then it is remembered.
func TestAnotherAccount(t *testing.T) {
	for promise, idempotency := range promises() {
		for _, next := range []string{"https://api.example", "https://supplier.example:8443", "http://supplier.example", "https://supplier.example/v2", "acme"} {
			t.Run(promise+" "+next, func(t *testing.T) {
				t.Parallel()
				anotherAccount(t, next, func(r *rig) { r.shop.promise = idempotency })
			})
		}
	}
}

func anotherAccount(t *testing.T, next string, prepare func(*rig)) {
	r := newRig(t, spelled("https://supplier.example"))
	prepare(r)
	path := r.write("a.csv", orders("1001"))
	r.importFile(path)
	restart := func(account, other string) {
		r.stop()
		r.adjust = func(c *desk.Config) { c.Account, c.NewAccount = state.NormalizeAccount(account), other }
		r.start()
	}
	restart(next, "")
	_, err := r.im.Import(t.Context(), "", path, nil)
	why, ok := errors.AsType[*told.Doubt](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, told.DoubtAccount, why.Code)
	require.Contains(t, why.Hint(), "`account: https://supplier.example`")
	require.Contains(t, why.Hint(), "`new_account: "+next+"`")
	require.NoError(t, r.im.Resume(t.Context()))
	_, err = r.im.Adopt(t.Context(), doubt.AdoptOptions{By: "olena"})
	require.Error(t, err, "that is not for adopt to say")
	restart(next, "https://elsewhere.example")
	require.Equal(t, told.DoubtAccount, r.doubt())
	require.Equal(t, 1, r.shop.allPosts())

	restart("https://supplier.example", "")
	require.Equal(t, "duplicate", statuses(r.importFile(path)))
	restart(next, next)
	require.NoError(t, r.im.Trusted(t.Context()))
	restart(next, "")
	require.Equal(t, "accepted", statuses(r.importFile(r.write("b.csv", orders("1002")))))
	restart("https://supplier.example", "")
	require.Equal(t, "duplicate", statuses(r.importFile(path)))
	require.Equal(t, 2, r.shop.allPosts())
}

// TestOrdersOfTheSandboxHoldNobodyBack: whoever tried the program first goes on at once,
// also without the journal of that time.
func TestOrdersOfTheSandboxHoldNobodyBack(t *testing.T) {
	for _, lost := range []bool{false, true} {
		r := newRig(t, spelled(state.EmbeddedAccount))
		r.importFile(r.write("a.csv", orders("1001")))
		r.stop()
		if lost {
			r.removeJournal()
		}
		r.adjust = spelled("https://supplier.example")
		r.start()
		require.Equal(t, "accepted", statuses(r.importFile(r.write("b.csv", orders("1002")))))
		r.clock.After(time.Minute)
		require.Empty(t, r.doubt())
		r.stop()
		r.removeJournal()
		r.start()
		require.Equal(t, told.DoubtOther, r.doubt(), "from then on it matters")
	}
}
