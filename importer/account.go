package importer

import (
	"context"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// EmbeddedAccount is the account at the embedded sandbox. Its orders are no real ones: a
// journal that holds them and no others holds nothing back.
const EmbeddedAccount = "sandbox"

// NormalizeAccount gives an account that is an address its one spelling: scheme and host
// in lower case, the host's letters as the name service has them, without the scheme's own
// port, a slash at the end, a fragment. Any other account is left as it is.
func NormalizeAccount(account string) string {
	u, err := url.Parse(account)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return account
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	port := u.Port()
	if port == map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		port = ""
	}
	switch {
	case port != "":
		host = net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	u.Host = host
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), strings.TrimRight(u.RawPath, "/")
	u.Fragment, u.RawFragment, u.ForceQuery = "", "", false
	return u.String()
}

// noteNewAccount is the note of an account of which somebody has said that it is another
// supplier than those whose orders the journal holds.
const noteNewAccount = "account.new"

// examineAccount finds out whether the journal's orders are of another account than ours,
// and nobody has said yet whether that is another supplier.
func (im *Importer) examineAccount(ctx context.Context) error {
	ours := im.config.Account
	held, err := im.journal.Accounts(ctx)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(slices.Clone(held), func(account string) bool { return account == ours || account == EmbeddedAccount })
	switch {
	case len(others) == 0:
		return nil
	case ours == EmbeddedAccount: // the address of a live shop fell out of the config
		d := told.NewDoubtThat(told.DoubtAccount, wording.NewMessage("account_other.sandbox", told.OneLine(others[0])))
		return d.WithWay(wording.NewMessage("account_other.sandbox.hint", told.OneLine(others[0])))
	case slices.Contains(held, ours):
		return nil
	}
	notes, err := im.journal.Notes(ctx, ours)
	if err != nil {
		return err
	}
	if notes[noteNewAccount] != "" {
		return nil
	}
	if NormalizeAccount(im.config.NewAccount) == ours {
		return im.journal.SetNote(ctx, ours, noteNewAccount, im.config.Now().UTC().Format("2006-01-02T15:04:05Z"))
	}
	return told.NewDoubt(told.DoubtAccount, told.OneLine(strings.Join(others[:min(len(others), 3)], ", ")), told.OneLine(ours)).
		WithHint(told.OneLine(others[0]), told.OneLine(ours))
}

// Merge decides which of two orders stays that turned out to be one: that of which more is
// known at the supplier, and of equals the first. Two that were both accepted there are said.
func Merge(a, b Order, now time.Time) (kept, gone Order) {
	rank := func(o Order) int {
		return slices.Index([]State{Ready, Rejected, Conflict, Unknown, Sending, Accepted}, o.State)
	}
	kept, gone = a, b
	if rank(b) > rank(a) || rank(b) == rank(a) && b.ID < a.ID {
		kept, gone = b, a
	}
	if kept.State == Accepted && gone.State == Accepted && kept.RemoteID != gone.RemoteID {
		kept = kept.twice(gone.RemoteID, now)
	}
	kept.Attempts = max(kept.Attempts, gone.Attempts)
	return kept, gone
}
