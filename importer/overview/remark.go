package overview

import (
	"context"
	"fmt"
	"slices"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// calledOffFindings tells, for some days, of orders that the supplier has called off and a file
// named since. All are one finding: a list that goes on naming old orders is no alarm.
func (b *Board) calledOffFindings(ctx context.Context, s survey) ([]Finding, error) {
	links, err := b.Journal.Remarked(ctx, b.Config.Account, b.Config.Now().Add(-recently), named)
	if err != nil {
		return nil, fmt.Errorf("list the orders that the supplier has called off: %w", err)
	}
	var out Finding
	var numbers, files []string
	for _, l := range links {
		if !l.Remarked() || len(s.sources) > 0 && !slices.Contains(s.sources, l.Order.Source) {
			continue
		}
		out = out.of(l.Order)
		numbers, files = append(numbers, told.OneLine(l.Order.ExternalID)), append(files, told.OneLine(l.File.Name))
	}
	if len(numbers) == 0 {
		return nil, nil
	}
	about := out.about
	slices.Sort(files)
	out = finding(state.CodeCalledOff, numbers, slices.Compact(files), wording.NewMessage("finding.called_off", len(numbers), oneline.Few(numbers, mostNamed)).In(b.Language()),
		wording.NewMessage("finding.called_off.way", told.Typed(numbers[0])).In(b.Language()), links[len(links)-1].DroppedAt)
	out.about = about
	return []Finding{out}, nil
}
