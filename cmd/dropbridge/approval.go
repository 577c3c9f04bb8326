package main

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
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/templates"
)

// orderGuard says whether orders may be posted: with a mapping that is the user's own
// not before somebody has looked at the requests that it makes.
type orderGuard struct {
	config      *config
	mapping     *mapping.Program
	own         bool          // whether the mapping needs an approval
	fingerprint func() string // of what is to be approved
	since       time.Time
}

// orderGuard is for that mapping, which is the config's.
func (c *config) orderGuard(mapping *mapping.Program) *orderGuard {
	return &orderGuard{config: c, mapping: mapping, since: time.Now(),
		own: c.Supplier.BaseURL != "" && c.templates().Own(templates.Supplier, c.Supplier.Mapping),
		fingerprint: sync.OnceValue(func() string {
			return mapping.OrderFingerprint(c.Supplier.BaseURL, c.Supplier.Idempotency, c.Supplier.User)
		})}
}

// postingAllowed is nil where the config's supplier may be sent orders.
func (c *config) postingAllowed() error {
	mapping, err := loadMapping(c)
	if err != nil {
		return err
	}
	if err := c.orderGuard(mapping).allowed(); err != nil {
		return fmt.Errorf("%w: %w", supplier.ErrPostingStopped, err)
	}
	return nil
}

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

func (c *config) approvalsFile() string { return c.path("state/approved-orders.json") }

func (c *config) readApprovals() (approvals, error) {
	var out approvals
	data, err := os.ReadFile(c.approvalsFile())
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		return out, configError("remove the file, then run `dropbridge check --approve-orders`", "read the approvals in %s: %w", c.approvalsFile(), err)
	}
	return out, nil
}

// find is the approval for the guard's account and address.
func (g *orderGuard) find(all approvals) int {
	return slices.IndexFunc(all.Approved, func(a approval) bool {
		return state.NormalizeAccount(a.Account) == g.config.account() && strings.TrimRight(a.BaseURL, "/") == strings.TrimRight(g.config.Supplier.BaseURL, "/")
	})
}

// given is when the requests were approved; the error says that they are not. The file is
// read each time, so that an approval of another process counts at once.
func (g *orderGuard) given() (time.Time, error) {
	all, err := g.config.readApprovals()
	if err != nil {
		return time.Time{}, err
	}
	const look = "look at them with `dropbridge check`, then run `dropbridge check --approve-orders`"
	i := g.find(all)
	switch {
	case i < 0:
		return time.Time{}, configError(look, "the requests of mapping %s are not approved yet", g.config.Supplier.Mapping)
	case all.Approved[i].Fingerprint == g.fingerprint():
		return all.Approved[i].ApprovedAt, nil
	case all.Approved[i].ApprovedAt.After(g.since):
		return time.Time{}, configError("stop this process and start it again", "the requests of mapping %s were approved in another form than this process has read", g.config.Supplier.Mapping)
	}
	return time.Time{}, configError(look, "the requests of mapping %s have changed since they were approved", g.config.Supplier.Mapping)
}

// allowed is nil where orders may be posted.
func (g *orderGuard) allowed() error {
	if !g.mapping.CreatesOrders() {
		return configError("give the mapping a create_order, or a supplier.mapping that has one", "mapping %s has no create_order", g.config.Supplier.Mapping)
	}
	if !g.own {
		return nil
	}
	_, err := g.given()
	return err
}

// approve notes that the guard's requests may be sent.
func (g *orderGuard) approve() error {
	all, err := g.config.readApprovals()
	if err != nil {
		return err
	}
	given := approval{Account: g.config.account(), BaseURL: g.config.Supplier.BaseURL, Mapping: g.config.Supplier.Mapping,
		Fingerprint: g.fingerprint(), ApprovedAt: time.Now().UTC()}
	if i := g.find(all); i >= 0 {
		all.Approved[i] = given
	} else {
		all.Approved = append(all.Approved, given)
	}
	file := g.config.approvalsFile()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("note the approval: %w", err)
	}
	err = durable.WriteFile(file, func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(all)
	})
	if err != nil {
		return fmt.Errorf("note the approval: %w", err)
	}
	return nil
}
