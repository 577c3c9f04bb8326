package daemon

import (
	"context"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Keys implements page.Shop.
func (s shop) Keys() ([]keyring.Key, error) { return s.keys.List() }

// makeKey is `key add`. The key itself is shown this once.
func (s shop) makeKey(ctx context.Context, a page.Action) (page.Effect, error) {
	key := keyring.Key{Name: strings.TrimSpace(a.Values["name"]), By: a.Person}
	key.For, key.Of, _ = strings.Cut(a.Values["purpose"], "/")
	if !s.mayBeFor(key) {
		return page.Effect{}, refusal.New(failure.Usage, wording.NewMessage("page.key_no_purpose"), wording.NewMessage("page.key_no_purpose_way"))
	}
	text, err := s.keys.Make(key)
	if err != nil {
		return page.Effect{}, err
	}
	s.noteAction(ctx, a, state.ActedKeyMade, key.Name, strings.TrimSpace(key.For+" "+key.Of))
	e := page.Effect{Text: a.Language.Say("page.key_made", key.Name), Secret: []page.Secret{{Label: a.Language.Say("page.key"), Text: text}}}
	switch key.For {
	case keyring.ForOrders:
		e.Secret = append(e.Secret, page.Secret{Label: a.Language.Say("page.address"), Text: courier.InboxOf(key.Of)})
	case keyring.ForFeed:
		address := "/feeds/" + text + "/" + url.PathEscape(key.Of+filepath.Ext(s.Config.Feeds[key.Of].Out))
		e.Secret = append(e.Secret, page.Secret{Label: a.Language.Say("page.address"), Text: address})
	}
	return e, nil
}

// mayBeFor reports whether a key is for something that there is.
func (s shop) mayBeFor(key keyring.Key) bool {
	switch key.For {
	case keyring.ForFeed:
		return slices.Contains(s.Config.FeedNames(), key.Of)
	case keyring.ForOrders:
		_, known := s.Config.Inbox.Sources[key.Of]
		return known || key.Of == ""
	}
	return key.For == keyring.ForLook && key.Of == ""
}

// revokeKey is `key revoke`.
func (s shop) revokeKey(ctx context.Context, a page.Action) (wording.Message, error) {
	key, err := s.keys.Revoke(a.Values["name"])
	if err != nil {
		return wording.Message{}, err
	}
	s.noteAction(ctx, a, state.ActedKeyRevoked, key.Name, strings.TrimSpace(key.For+" "+key.Of))
	return wording.NewMessage("keys.revoked", key.Name), nil
}
