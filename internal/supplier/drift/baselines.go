package drift

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
)

// Baselines is the file that keeps what the answers of suppliers look like when all is well.
type Baselines struct {
	File string // its folder is made where it is missing
}

// baselines is what the file holds.
type baselines struct {
	Version int `json:"version"`
	// Suppliers holds the profiles by address and mapping, then by operation.
	Suppliers map[string]map[string]Profile `json:"suppliers"`
	// Before holds them as they were when a person took the answers as usual last.
	Before map[string]map[string]Profile `json:"before,omitempty"`
}

const baselinesVersion = 1

func (b Baselines) load() (*baselines, error) {
	known := &baselines{Version: baselinesVersion, Suppliers: map[string]map[string]Profile{}}
	data, err := os.ReadFile(b.File)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err == nil {
		err = json.Unmarshal(data, known)
	}
	if err == nil && known.Version != baselinesVersion {
		err = fmt.Errorf("it is of version %d, and this program writes version %d", known.Version, baselinesVersion)
	}
	if err != nil {
		return nil, failure.Errorf("move that file away: the next check learns anew", "read what the supplier's answers looked like (%s): %w", b.File, err)
	}
	if known.Suppliers == nil {
		known.Suppliers = map[string]map[string]Profile{}
	}
	return known, nil
}

func (b Baselines) save(known *baselines) error {
	err := os.MkdirAll(filepath.Dir(b.File), 0o700)
	if err == nil {
		err = durable.WriteFile(b.File, func(w io.Writer) error { return json.NewEncoder(w).Encode(known) })
	}
	if err != nil {
		return fmt.Errorf("keep what the supplier's answers look like: %w", err)
	}
	return nil
}

// Compared is one operation's sample beside what was learned of it.
type Compared struct {
	Operation string
	Rows      int
	First     bool // nothing was learned before
	Changes   []Change
}

// Compare compares samples with what was learned of that supplier, and learns from what has
// not drifted. With accept the samples are what is normal from now on.
func (b Baselines) Compare(supplier string, samples []Profile, accept bool) ([]Compared, error) {
	if len(samples) == 0 {
		return nil, nil
	}
	known, err := b.load()
	if err != nil {
		return nil, err
	}
	if known.Suppliers[supplier] == nil {
		known.Suppliers[supplier] = map[string]Profile{}
	}
	if accept {
		if known.Before == nil {
			known.Before = map[string]map[string]Profile{}
		}
		known.Before[supplier] = maps.Clone(known.Suppliers[supplier])
	}
	var out []Compared
	for _, now := range samples {
		before := known.Suppliers[supplier][now.Operation]
		found := Compare(before, now)
		out = append(out, Compared{now.Operation, now.Rows, before.Rows == 0, found})
		known.Suppliers[supplier][now.Operation] = Learn(before, now, found, accept)
	}
	return out, b.save(known)
}

// ErrNothingAccepted is that no answers of a supplier were taken as usual, or that it was taken
// back.
var ErrNothingAccepted = errors.New("no answers were taken as usual that could be taken back")

// Accepted reports whether answers of a supplier were taken as usual that can be taken back.
func (b Baselines) Accepted(supplier string) (bool, error) {
	known, err := b.load()
	return err == nil && known.Before[supplier] != nil, err
}

// Restore makes usual what was so before a person took the answers of a supplier as usual last:
// ErrNothingAccepted where nothing is to be taken back.
func (b Baselines) Restore(supplier string) error {
	known, err := b.load()
	if err != nil {
		return err
	}
	before := known.Before[supplier]
	if before == nil {
		return ErrNothingAccepted
	}
	known.Suppliers[supplier] = before
	delete(known.Before, supplier)
	return b.save(known)
}
