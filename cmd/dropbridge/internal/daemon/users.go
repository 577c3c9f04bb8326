package daemon

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Users implements page.Shop.
func (s shop) Users() ([]accounts.Account, error) { return s.Config.Accounts(s.Logger).List() }

// setUser is `user add`: somebody new, or another password for who is there.
func (s shop) setUser(ctx context.Context, a page.Action) (wording.Message, error) {
	name, role, password := strings.TrimSpace(a.Values["name"]), a.Values["role"], a.Values["password"]
	switch _, known := access.ParseRole(role); {
	case !known:
		return wording.Message{}, refuseUser("page.role_unknown")
	case password != a.Values["again"]:
		return wording.Message{}, refusal.New(failure.Usage, wording.NewMessage("users.differ"), wording.NewMessage("users.differ.way"))
	case accounts.Guessable(password):
		return wording.Message{}, refusal.New(failure.Usage, wording.NewMessage("users.short", accounts.ShortestPassword), wording.NewMessage("users.short.way"))
	case len(password) > accounts.LongestPassword:
		return wording.Message{}, refusal.New(failure.Usage, wording.NewMessage("users.long", accounts.LongestPassword), wording.NewMessage("users.long.way"))
	}
	if err := s.allowUsers(a, name, role); err != nil {
		return wording.Message{}, err
	}
	hash, err := accounts.Hash(password)
	if err != nil {
		return wording.Message{}, err
	}
	_, err = s.Config.Accounts(s.Logger).Put(accounts.Account{Name: name, Role: role, Password: hash, Made: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return wording.Message{}, err
	}
	s.noteAction(ctx, a, state.ActedUserSet, name, role)
	return wording.NewMessage("page.user_set", name), nil
}

// setRole gives somebody another role; the password stays.
func (s shop) setRole(ctx context.Context, a page.Action) (wording.Message, error) {
	name, role := a.Values["name"], a.Values["role"]
	if _, known := access.ParseRole(role); !known {
		return wording.Message{}, refuseUser("page.role_unknown")
	}
	if err := s.allowUsers(a, name, role); err != nil {
		return wording.Message{}, err
	}
	all := s.Config.Accounts(s.Logger)
	list, err := all.List()
	if err != nil {
		return wording.Message{}, err
	}
	at := slices.IndexFunc(list, func(other accounts.Account) bool { return other.Name == name })
	if at < 0 {
		return wording.Message{}, refusal.New(failure.Usage, wording.NewMessage("users.unknown", name), wording.NewMessage("users.unknown.way"))
	}
	list[at].Role = role
	if _, err := all.Put(list[at]); err != nil {
		return wording.Message{}, err
	}
	s.noteAction(ctx, a, state.ActedUserSet, name, role)
	return wording.NewMessage("page.role_set", name), nil
}

// removeUser is `user remove`.
func (s shop) removeUser(ctx context.Context, a page.Action) (wording.Message, error) {
	name := a.Values["name"]
	if err := s.allowUsers(a, name, ""); err != nil {
		return wording.Message{}, err
	}
	if err := s.Config.Accounts(s.Logger).Remove(name); err != nil {
		return wording.Message{}, err
	}
	s.noteAction(ctx, a, state.ActedUserRemoved, name, "")
	return wording.NewMessage("users.removed", name), nil
}

// allowUsers refuses what would lock people out: that somebody with that name has that role, ""
// for none, where then nobody could act on the page, or it would be open to everybody.
func (s shop) allowUsers(a page.Action, name, role string) error {
	if name == a.Person && role != access.Actor.String() {
		return refuseUser("page.user_yourself")
	}
	list, err := s.Config.Accounts(s.Logger).List()
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(list, func(other accounts.Account) bool { return other.Name == name })
	if role != "" {
		left = append(left, accounts.Account{Name: name, Role: role})
	}
	others := s.Config.HTTP.OIDC != nil || s.Config.HTTP.Proxy != nil && s.Config.HTTP.Proxy.Header != ""
	acts := slices.ContainsFunc(left, func(other accounts.Account) bool { return other.Role == access.Actor.String() })
	if len(left) > 0 && !acts && !others {
		return refuseUser("page.user_nobody_acts")
	}
	return s.Config.CheckListen(s.listen, len(left) > 0 || others)
}

// refuseUser refuses by a sentence of the catalogue, whose way has "_way" behind it.
func refuseUser(key string) error {
	return refusal.New(failure.Usage, wording.NewMessage(key), wording.NewMessage(key+"_way"))
}
