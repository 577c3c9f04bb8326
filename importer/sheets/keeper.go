package sheets

import (
	"context"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/importer/overview"
)

// Keeper looks after the sheets of all sources. Use New.
type Keeper struct {
	*desk.Desk
	watchers []*watcher // by source
}

// New is the keeper of the sheets of some sources; "" is the inbox itself. While trusted, which may
// be nil, is an error, the journal may not know what was posted, and no sheet is looked at.
func New(d *desk.Desk, trusted func(context.Context) error, plans map[string]Plan) (*Keeper, error) {
	k := &Keeper{Desk: d}
	counter := intake.New(d)
	for _, source := range slices.Sorted(maps.Keys(plans)) {
		w, err := newWatcher(d, counter, source, plans[source])
		if err != nil {
			return nil, err
		}
		if trusted != nil {
			w.trusted = trusted
		}
		k.watchers = append(k.watchers, w)
	}
	return k, nil
}

// Run reads the sheets when they are due until ctx ends, whose error it gives. What goes wrong is a
// problem until a later look succeeds.
func (k *Keeper) Run(ctx context.Context) error {
	if err := k.forget(ctx); err != nil {
		k.Log.Error("cannot forget sheets that the config has no more", "err", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, w := range k.watchers {
		group.Go(func() error { return w.run(ctx) })
	}
	return group.Wait()
}

// forget takes the notes away of sheets that the config has no more.
func (k *Keeper) forget(ctx context.Context) error {
	notes, err := k.Journal.Notes(ctx, k.Config.Account)
	if err != nil {
		return err
	}
	for name := range notes {
		source, shown := strings.CutPrefix(name, overview.NoteSheet)
		if !shown || slices.ContainsFunc(k.watchers, func(w *watcher) bool { return w.source == source }) {
			continue
		}
		for _, note := range []string{overview.NoteSheet, noteTaken} {
			if err := k.Journal.SetNote(ctx, k.Config.Account, note+source, ""); err != nil {
				return err
			}
		}
	}
	return nil
}
