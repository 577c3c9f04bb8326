package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/supplier/client"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
)

// baselines is state/supplier-profile.json: what the answers of suppliers look like when
// all is well.
type baselines struct {
	Version int `json:"version"`
	// Suppliers holds the profiles by address and mapping, then by operation.
	Suppliers map[string]map[string]drift.Profile `json:"suppliers"`
}

const baselinesVersion = 1

func (c *config) baselinesFile() string { return c.path("state/supplier-profile.json") }

// baselineKey names the supplier; the embedded sandbox has another address each time.
func (c *config) baselineKey() (string, error) {
	mapping, err := loadMapping(c)
	if err != nil {
		return "", err
	}
	address := c.Supplier.BaseURL
	if address == "" {
		address = embeddedShown
	}
	return address + " " + mapping.Name(), nil
}

func (c *config) loadBaselines() (*baselines, error) {
	b := &baselines{Version: baselinesVersion, Suppliers: map[string]map[string]drift.Profile{}}
	data, err := os.ReadFile(c.baselinesFile())
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err == nil {
		err = json.Unmarshal(data, b)
	}
	if err == nil && b.Version != baselinesVersion {
		err = fmt.Errorf("it is of version %d, and this program writes version %d", b.Version, baselinesVersion)
	}
	if err != nil {
		return nil, &exitError{code: exitFailed, err: fmt.Errorf("read what the supplier's answers looked like (%s): %w", c.baselinesFile(), err),
			hint: "move that file away: the next check learns anew"}
	}
	if b.Suppliers == nil {
		b.Suppliers = map[string]map[string]drift.Profile{}
	}
	return b, nil
}

func (c *config) saveBaselines(b *baselines) error {
	err := os.MkdirAll(filepath.Dir(c.baselinesFile()), 0o700)
	if err == nil {
		err = durable.WriteFile(c.baselinesFile(), func(w io.Writer) error { return json.NewEncoder(w).Encode(b) })
	}
	if err != nil {
		return fmt.Errorf("keep what the supplier's answers look like: %w", err)
	}
	return nil
}

// compared is one operation's sample beside what was learned of it.
type compared struct {
	operation string
	rows      int
	first     bool // nothing was learned before
	drift     []drift.Change
}

// compareAnswers compares samples with what was learned, and learns from what has not
// drifted. With accept the samples are what is normal from now on.
func (c *config) compareAnswers(profiles []drift.Profile, accept bool) ([]compared, error) {
	if len(profiles) == 0 {
		return nil, nil
	}
	key, err := c.baselineKey()
	if err != nil {
		return nil, err
	}
	known, err := c.loadBaselines()
	if err != nil {
		return nil, err
	}
	if known.Suppliers[key] == nil {
		known.Suppliers[key] = map[string]drift.Profile{}
	}
	var out []compared
	for _, now := range profiles {
		before := known.Suppliers[key][now.Operation]
		found := drift.Compare(before, now)
		out = append(out, compared{now.Operation, now.Rows, before.Rows == 0, found})
		known.Suppliers[key][now.Operation] = drift.Learn(before, now, found, accept)
	}
	return out, c.saveBaselines(known)
}

// checkAnswers reads a small page of each list that can be read, and says in what it
// differs from earlier ones.
func (a *app) checkAnswers(ctx context.Context, c *config, client *client.Client, unreadable []string, accept bool, say func(checkLine)) []drift.Change {
	profiles, err := drift.Sample(ctx, client, unreadable...)
	results, wrong := c.compareAnswers(profiles, accept)
	found := []drift.Change{}
	for _, result := range results {
		for _, line := range result.lines(accept) {
			say(line)
		}
		found = append(found, result.drift...)
	}
	if err = errors.Join(err, wrong); err != nil {
		say(checkLine{Name: "answers", Detail: oneline.Unbroken(err.Error()), Hint: oneline.Unbroken(hintOf(err)), code: exitCode(ctx, err)})
	}
	return found
}

// lines says what the comparison showed: a line for each change, or one for all.
func (r compared) lines(accept bool) []checkLine {
	var lines []checkLine
	rows := fmt.Sprintf("%d rows", r.rows)
	if r.rows == 1 {
		rows = "1 row"
	}
	same := true
	for _, d := range r.drift {
		line := checkLine{Name: r.operation, OK: d.Minor || accept, Detail: oneline.Unbroken(d.Detail), Hint: oneline.Unbroken(d.Mend), code: exitFailed}
		if accept {
			line.Detail, line.Hint = line.Detail+": taken as it is from now on", ""
		}
		same = same && d.Minor
		lines = append(lines, line)
	}
	switch {
	case r.first:
		lines = append(lines, checkLine{Name: r.operation, OK: true, Detail: rows + " learned, nothing to compare with yet: the next check does"})
	case same:
		lines = append(lines, checkLine{Name: r.operation, OK: true, Detail: rows + " as before"})
	}
	return lines
}
