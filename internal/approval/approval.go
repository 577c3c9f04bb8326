package approval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Guard says whether orders may be posted to one account at one address: with a mapping that
// is the user's own not before somebody has looked at the requests that it makes.
type Guard struct {
	file             string // where the approvals are
	account, baseURL string
	mapping          string // as people call it
	program          *mapping.Program
	own              bool // whether the mapping needs an approval

	fingerprint func() string // of what is to be approved
	since       time.Time
}

// Options are what a Guard guards.
type Options struct {
	File    string // that keeps the approvals; its folder is made where it is missing
	Account string // as state.NormalizeAccount has it
	BaseURL string
	Mapping string // its name, for people
	Program *mapping.Program
	Own     bool // whether the mapping is the user's own, and needs an approval

	// What else decides how orders are sent.
	Idempotency, User string
}

// New is the guard of what this process has read of the mapping.
func New(o Options) *Guard {
	return &Guard{file: o.File, account: o.Account, baseURL: o.BaseURL, mapping: o.Mapping, program: o.Program, own: o.Own, since: time.Now(),
		fingerprint: sync.OnceValue(func() string { return o.Program.OrderFingerprint(o.BaseURL, o.Idempotency, o.User) })}
}

// Needed reports whether the requests need an approval.
func (g *Guard) Needed() bool { return g.own }

// approval is one that was given.
type approval struct {
	Account     string    `json:"account"`
	BaseURL     string    `json:"base_url"`
	Mapping     string    `json:"mapping"` // for people
	Fingerprint string    `json:"fingerprint"`
	ApprovedAt  time.Time `json:"approved_at"`
}

// approvals is the file that holds them, one for each account at an address.
type approvals struct {
	Approved []approval `json:"approved"`
}

func (g *Guard) read() (approvals, error) {
	var out approvals
	data, err := os.ReadFile(g.file)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		return out, failure.Mended(failure.Config, wording.NewMessage("approval.unread.way"), "read the approvals in %s: %w", g.file, err)
	}
	return out, nil
}

// find is the approval for the guard's account and address.
func (g *Guard) find(all approvals) int {
	return slices.IndexFunc(all.Approved, func(a approval) bool {
		return state.NormalizeAccount(a.Account) == g.account && strings.TrimRight(a.BaseURL, "/") == strings.TrimRight(g.baseURL, "/")
	})
}

// Given is when the requests were approved; the error says that they are not. The file is
// read each time, so that an approval of another process counts at once.
func (g *Guard) Given() (time.Time, error) {
	all, err := g.read()
	if err != nil {
		return time.Time{}, err
	}
	i := g.find(all)
	switch {
	case i < 0:
		return time.Time{}, refuse("approval.not_yet", g.mapping, "approval.look")
	case all.Approved[i].Fingerprint == g.fingerprint():
		return all.Approved[i].ApprovedAt, nil
	case all.Approved[i].ApprovedAt.After(g.since):
		return time.Time{}, refuse("approval.other_form", g.mapping, "approval.restart")
	}
	return time.Time{}, refuse("approval.changed", g.mapping, "approval.look")
}

// refuse is a sentence about a mapping, with the way out.
func refuse(key, mapping, way string) error {
	return refusal.New(failure.Config, wording.NewMessage(key, mapping), wording.NewMessage(way))
}

// Allowed is nil where orders may be posted.
func (g *Guard) Allowed() error {
	if !g.program.CreatesOrders() {
		return refuse("approval.no_order", g.mapping, "approval.no_order.way")
	}
	if !g.own {
		return nil
	}
	_, err := g.Given()
	return err
}

// Approve notes that the guard's requests may be sent.
func (g *Guard) Approve() error {
	all, err := g.read()
	if err != nil {
		return err
	}
	now := approval{Account: g.account, BaseURL: g.baseURL, Mapping: g.mapping,
		Fingerprint: g.fingerprint(), ApprovedAt: time.Now().UTC()}
	if i := g.find(all); i >= 0 {
		all.Approved[i] = now
	} else {
		all.Approved = append(all.Approved, now)
	}
	if err := os.MkdirAll(filepath.Dir(g.file), 0o700); err != nil {
		return fmt.Errorf("note the approval: %w", err)
	}
	err = durable.WriteFile(g.file, func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(all)
	})
	if err != nil {
		return fmt.Errorf("note the approval: %w", err)
	}
	return nil
}
