package pricelist

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
)

// memory is the file of the columns of lists as somebody looked at them.
type memory struct {
	Lists map[string]looked `json:"lists"` // by their places in the config
}

// Read is how a list was read, for people.
type Read struct {
	Name    string         `json:"list"`
	Key     string         `json:"key"`
	Format  string         `json:"format"`
	Records int64          `json:"records"`
	Columns []*form.Column `json:"columns"`
	Known   bool           `json:"known"`   // its columns were looked at before
	Changes []Change       `json:"changes"` // since then
	Moves   []Move         `json:"moves"`   // of its values, since then
}

// Odd reports whether the list is not as it was looked at.
func (r *Read) Odd() bool { return len(r.Changes)+len(r.Moves) > 0 }

// Change is a column that is not what it was.
type Change struct {
	Path string    `json:"path"`
	Was  form.Role `json:"was,omitempty"`
	Is   form.Role `json:"is,omitempty"` // none where the column is gone
	Gone bool      `json:"gone,omitempty"`
}

// Look gets the lists and says how each is read. What was never looked at is remembered from
// now on, and with accept what has changed too; values of which nothing is odd are from time to
// time a little others, and remembered as they are now.
func (c *Catalogue) Look(ctx context.Context, accept bool) ([]Read, error) {
	lists, err := c.prepare(ctx)
	if err != nil {
		return nil, ofSupplier(err)
	}
	known, err := c.remembered()
	if err != nil {
		return nil, err
	}
	var out []Read
	fresh := false
	for _, one := range lists {
		was, ok := known.Lists[one.source.Hints.Key]
		now := rolesOf(one.form)
		read := Read{Name: one.name, Key: one.source.Hints.Key, Format: one.format, Records: one.form.Records, Columns: one.form.Columns, Known: ok, Changes: []Change{}, Moves: []Move{}}
		if ok {
			read.Changes, read.Moves = changes(was.Columns, now), moves(&was, one.form)
		}
		if accept || !read.Odd() {
			known.Lists[one.source.Hints.Key] = looked{Columns: now, Records: one.form.Records, Values: valuesOf(one.form), At: c.Now().UTC()}
			fresh = true
		}
		out = append(out, read)
	}
	if fresh {
		err = c.remember(known)
	}
	return out, err
}

// changes are the columns that are not what they were, in the order of their paths.
func changes(was, is map[string]form.Role) []Change {
	out := []Change{}
	paths := maps.Clone(was)
	maps.Copy(paths, is)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		before, known := was[path]
		now, there := is[path]
		if before != now || known != there {
			out = append(out, Change{Path: path, Was: before, Is: now, Gone: !there})
		}
	}
	return out
}

// decisive are the roles whose columns nobody changes unseen: they decide money and identity.
func decisive() []form.Role {
	return []form.Role{form.SKU, form.ID, form.DropPrice, form.RRP, form.TierPrice}
}

// checkMemory refuses lists whose decisive columns are others than those that were looked at.
func (c *Catalogue) checkMemory(lists []*surveyed) error {
	known, err := c.remembered()
	if err != nil {
		return err
	}
	for _, one := range lists {
		was, ok := known.Lists[one.source.Hints.Key]
		if !ok {
			continue
		}
		for _, change := range changes(was.Columns, rolesOf(one.form)) {
			if slices.Contains(decisive(), change.Was) || slices.Contains(decisive(), change.Is) {
				return listfile.Faultf(listfile.Changed, "", one.name, change.Path, roleName(change.Was), roleName(change.Is))
			}
		}
	}
	return nil
}

func roleName(role form.Role) string {
	if role == form.NoRole {
		return "—"
	}
	return string(role)
}

func (c *Catalogue) remembered() (memory, error) {
	m := memory{}
	data, err := os.ReadFile(c.Memory)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, failure.Mistake("remove the file, then run `dropbridge check`", "read the columns of price lists in %s: %w", c.Memory, err)
	}
	if m.Lists == nil {
		m.Lists = map[string]looked{}
	}
	return m, nil
}

func (c *Catalogue) remember(m memory) error {
	err := os.MkdirAll(filepath.Dir(c.Memory), 0o700)
	if err == nil {
		err = durable.WriteFile(c.Memory, func(w io.Writer) error {
			out := json.NewEncoder(w)
			out.SetIndent("", "  ")
			return out.Encode(m)
		})
	}
	if err != nil {
		return fmt.Errorf("note the columns of price lists: %w", err)
	}
	return nil
}
