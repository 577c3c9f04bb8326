package overview

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
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
	for name, text := range notes {
		var one standing.Sheet
		source, found := strings.CutPrefix(name, NoteSheet)
		if !found || len(q.sources()) > 0 && !slices.Contains(q.sources(), source) || json.Unmarshal([]byte(text), &one) != nil {
			continue
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b standing.Sheet) int { return cmp.Compare(a.Source, b.Source) })
	return list, nil
}
