package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Processes are the names under which running importers share the journal: ours, and the
// others that watch an inbox, sorted. One that ended without a word is among them until its
// lock is seen to be free.
func (im *Importer) Processes(ctx context.Context) (ours string, others []string, err error) {
	notes, err := im.Journal.Notes(ctx, im.Config.Account)
	if err != nil {
		return im.owner.Name, nil, fmt.Errorf("read which importers run: %w", err)
	}
	fences, err := im.Fences(ctx)
	if err != nil {
		return im.owner.Name, nil, err
	}
	for name, text := range notes {
		owner, found := strings.CutPrefix(name, noteWatch)
		if found && text != "" && owner != im.owner.Name && !fences[owner] && !im.owner.Dead(owner) {
			others = append(others, owner)
		}
	}
	slices.Sort(others)
	return im.owner.Name, others, nil
}
