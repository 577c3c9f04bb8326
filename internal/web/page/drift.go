package page

import (
	"strconv"
	"strings"

	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// driftRow is a change of the supplier's answers, as people read it.
type driftRow struct {
	Operation string // in words
	Field     string // as the mapping calls it, "" for the list as a whole
	Path      string // where the answer has it
	What      string // has changed
	Was, Is   string
	Example   string // "" where there is none
	Way       string // what to do about it
	Depends   string // what depends on it
	When      moment
}

// driftRows are the changes of the supplier's answers, on the card that is about them.
func driftRows(f *frame, c *card) (rows []driftRow) {
	if c.Code != standing.CodeDrift {
		return nil
	}
	l := f.Language
	for _, d := range f.Snapshot.Drift {
		if d.Supplier != c.About {
			continue
		}
		d.Operation = strings.TrimPrefix(d.Operation, d.Supplier+": ")
		row := driftRow{Operation: l.Word("drift_operation", d.Operation), Field: d.Field, Path: d.Path, What: l.Word("drift_kind", d.Kind),
			Was: driftSide(l, d.Kind, d.Was), Is: driftSide(l, d.Kind, d.Is), Example: d.Example, Depends: f.depends(d), When: since(l, d.Since, f.Snapshot.Now)}
		row.Way = l.Word("drift_way", d.Kind)
		if d.Field == "" {
			row.What, row.Way = l.Word("drift_kind", "no_rows"), l.Word("drift_way", "no_rows")
			row.Was, row.Is = say(l, "drift_list", d.Was.Rows), say(l, "drift_list", d.Is.Rows)
		}
		rows = append(rows, row)
	}
	return rows
}

// driftSide is one side of a change in words, "–" where nothing was seen of it.
func driftSide(l wording.Language, kind string, s standing.DriftSide) string {
	var words []string
	switch drift.Kind(kind) {
	case drift.Type:
		for _, of := range s.Types {
			words = append(words, word(l, strings.ReplaceAll(of, " ", "_"), "json_type_"))
		}
	case drift.Value, drift.Unmapped:
		words = s.Values
	case drift.Scale:
		return say(l, "drift_middle", l.Figures(strconv.FormatInt(s.Middle, 10)))
	default:
		return say(l, "drift_rows", s.Having, s.Rows)
	}
	if len(words) == 0 {
		return "–"
	}
	return strings.Join(words, ", ")
}

// depends is what a change has an effect on: the feeds by their names, or what else is made of
// the list.
func (f *frame) depends(d standing.Drift) string {
	if d.Operation != "products" && d.Operation != "search" {
		return f.Language.Word("drift_depends", d.Operation)
	}
	var names []string
	for _, feed := range f.Snapshot.Feeds {
		names = append(names, feed.Name)
	}
	if len(names) == 0 {
		return f.Language.Word("drift_depends", "no_feeds")
	}
	return say(f.Language, "drift_feeds", strings.Join(names, ", "))
}
