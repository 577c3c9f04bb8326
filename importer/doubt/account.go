package doubt

import (
	"context"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// noteNewAccount is the note of an account of which somebody has said that it is another
// supplier than those whose orders the journal holds.
const noteNewAccount = "account.new"

// examineAccount finds out whether the journal's orders are of another account than ours,
// and nobody has said yet whether that is another supplier.
func (t *Trust) examineAccount(ctx context.Context) error {
	ours := t.Config.Account
	if err := t.examineFirst(ctx); err != nil {
		return err
	}
	held, err := t.Journal.Accounts(ctx)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(slices.Clone(held), func(account string) bool { return account == ours || account == state.EmbeddedAccount })
	switch {
	case len(others) == 0:
		return nil
	case ours == state.EmbeddedAccount: // the address of a live shop fell out of the config
		d := told.NewDoubtThat(told.DoubtAccount, wording.NewMessage("account_other.sandbox", told.OneLine(others[0])))
		return d.WithWay(wording.NewMessage("account_other.sandbox.hint", told.OneLine(others[0])))
	case slices.Contains(held, ours):
		return nil
	}
	notes, err := t.Journal.Notes(ctx, ours)
	if err != nil {
		return err
	}
	if notes[noteNewAccount] != "" {
		return nil
	}
	if state.NormalizeAccount(t.Config.NewAccount) == ours {
		return t.Journal.SetNote(ctx, ours, noteNewAccount, t.Config.Now().UTC().Format("2006-01-02T15:04:05Z"))
	}
	if t.Several() {
		d := told.NewDoubtThat(told.DoubtAccount, wording.NewMessage("account_other", told.OneLine(strings.Join(others[:min(len(others), 3)], ", ")), told.OneLine(ours)))
		return d.WithWay(wording.NewMessage("account_other.several", told.OneLine(others[0]), told.OneLine(ours)))
	}
	return told.NewDoubt(told.DoubtAccount, told.OneLine(strings.Join(others[:min(len(others), 3)], ", ")), told.OneLine(ours)).
		WithHint(told.OneLine(others[0]), told.OneLine(ours))
}

// examineFirst finds out whether the journal holds orders of the time when there was but one
// supplier, and nobody has said which of several he is now: the same file dropped again would
// be posted to him once more.
func (t *Trust) examineFirst(ctx context.Context) error {
	if slices.Contains(t.IDs(), "") {
		return nil
	}
	old, err := t.Journal.Orders(ctx, state.OrderQuery{Account: t.Config.Account, Suppliers: []string{""}, Limit: 1})
	if err != nil || len(old) == 0 {
		return err
	}
	d := told.NewDoubtThat(told.DoubtAccount, wording.NewMessage("suppliers_first", told.OneLine(t.Config.Account)))
	return d.WithWay(wording.NewMessage("suppliers_first.way", t.Config.Suppliers[0].Name))
}
