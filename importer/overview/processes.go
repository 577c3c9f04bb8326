package overview

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Processes are the names under which running importers share the journal: ours, and the
// others that watch an inbox, sorted. One that ended without a word is among them until its
// lock is seen to be free.
func (b *Board) Processes(ctx context.Context) (ours string, others []string, err error) {
	notes, err := b.Journal.Notes(ctx, b.Config.Account)
	if err != nil {
		return b.owner.Name, nil, fmt.Errorf("read which importers run: %w", err)
	}
	fences, err := b.Fences(ctx)
	if err != nil {
		return b.owner.Name, nil, err
	}
	for name, text := range notes {
		owner, found := strings.CutPrefix(name, NoteWatch)
		if found && text != "" && owner != b.owner.Name && !fences[owner] && !b.owner.Dead(owner) {
			others = append(others, owner)
		}
	}
	slices.Sort(others)
	return b.owner.Name, others, nil
}
