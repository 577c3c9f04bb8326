package move

import (
	"context"
	"fmt"
	"slices"
)

// report is what is known before anything is read.
func (m *mover) report() *Report {
	return &Report{From: m.source.shown, To: m.target.shown, Journal: m.source.id, DryRun: m.DryRun, Stage: m.source.move.Stage,
		Version: m.source.version, Target: m.target.version, Newest: max(m.source.newest, m.target.newest),
		Tables: []TableReport{}, Orders: map[string]int64{}, Files: map[string]int64{}, Uncopied: []string{}, Obstacles: obstacles(m.source, m.target)}
}

// foresee tells what would be copied. A target that has no tables yet would get them.
func (m *mover) foresee(ctx context.Context, r *Report) error {
	if m.source.db == nil || m.source.version == 0 {
		return nil
	}
	var unfit error
	err := m.tables(ctx, r, func(t *table) func(row) error {
		return func(values row) error {
			if m.toServer() && unfit == nil {
				unfit = t.storable(values)
			}
			return nil
		}
	})
	if unfit != nil {
		r.Obstacles = append(r.Obstacles, obstacle("unfit_text", unfit.Error()))
	}
	return err
}

// toServer reports whether the target is PostgreSQL.
func (m *mover) toServer() bool { return m.target.db != nil && m.target.db.Server }

// tables fills in what the source holds.
func (m *mover) tables(ctx context.Context, r *Report, each func(*table) func(row) error) error {
	both := m.source.tables
	if m.target.version > 0 {
		_, here, there, err := common(m.source.tables, m.target.tables)
		if err != nil && m.source.version == m.source.newest && m.target.version == m.target.newest {
			return err
		}
		r.Uncopied = append(slices.Clone(here), there...)
	} else {
		r.Uncopied = slices.DeleteFunc(sortedNames(both), func(name string) bool { return !isPassing(name) })
	}
	for _, name := range append(inOrder(sortedNames(both), both), sumsTable) {
		if slices.Contains(r.Uncopied, name) || both[name] == nil || slices.ContainsFunc(r.Tables, func(t TableReport) bool { return t.Name == name }) {
			continue
		}
		sum, err := hashTable(ctx, m.source.db, both[name], m.source.db.Server, each(both[name]))
		if err != nil {
			return err
		}
		r.Tables = append(r.Tables, TableReport{Name: name, Rows: sum.Rows, SHA256: sum.SHA256, Written: m.copied[name]})
	}
	var err error
	if r.Orders, err = m.source.counts(ctx, "orders", "state"); err == nil {
		r.Files, err = m.source.counts(ctx, "files", "state")
	}
	if err != nil {
		return fmt.Errorf("count by state: %w", err)
	}
	return nil
}

func sortedNames(tables map[string]*table) (out []string) {
	for name := range tables {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// tell fills in what was moved, as both sides hold it now. The target may be at work already.
func (m *mover) tell(ctx context.Context, r *Report) error {
	r.Stage, r.Version, r.Target = m.source.move.Stage, m.source.newest, m.target.newest
	if err := m.tables(ctx, r, func(*table) func(row) error { return nil }); err != nil {
		return err
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		there, err := hashTable(ctx, m.target.db, m.target.tables[t.Name], m.target.db.Server, nil)
		if err != nil {
			return err
		}
		t.There = &there
	}
	return nil
}
