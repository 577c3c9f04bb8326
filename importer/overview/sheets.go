package overview

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/standing"
)

// NoteSheet begins the names of the notes that say how the sheet of a source stands, as JSON of
// standing.Sheet.
const NoteSheet = "sheet.shown."

// sheets are the Google sheets of a query, as whoever looks after them has noted.
func (b *Board) sheets(ctx context.Context, q StatusQuery) (list []standing.Sheet, err error) {
	if q != (StatusQuery{Source: q.Source}) {
		return nil, nil
	}
	notes, err := b.Journal.Notes(ctx, b.Config.Account)
	if err != nil {
		return nil, fmt.Errorf("read how the sheets stand: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(notes)) {
		var one standing.Sheet
		source, found := strings.CutPrefix(name, NoteSheet)
		if !found || len(q.sources()) > 0 && !slices.Contains(q.sources(), source) || json.Unmarshal([]byte(notes[name]), &one) != nil {
			continue
		}
		list = append(list, one)
	}
	return list, nil
}
