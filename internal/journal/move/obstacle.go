package move

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Obstacle is why a journal cannot be moved as things stand.
type Obstacle struct {
	Code string
	What wording.Message
	Way  wording.Message
}

// Error is what is the matter, in English.
func (o *Obstacle) Error() string { return o.What.In(wording.English) }

// Hint is the way out, in English.
func (o *Obstacle) Hint() string { return o.Way.In(wording.English) }

// Failure is the state of the two journals.
func (o *Obstacle) Failure() failure.Kind { return failure.Other }

// Say is what is the matter, and the way out, in a language.
func (o *Obstacle) Say(l wording.Language) (what, way string) { return o.What.In(l), o.Way.In(l) }

// obstacle is one whose sentences have the name of its code.
func obstacle(code string, values ...any) *Obstacle {
	return &Obstacle{Code: code, What: wording.NewMessage("migrate."+code, values...), Way: wording.NewMessage("migrate."+code+".hint", values...)}
}

// StageOf is how far a journal has come in a move of its own, "" where it was never moved.
func StageOf(ctx context.Context, where string) (stage journal.Stage, err error) {
	s, err := find(ctx, where, true)
	if err != nil {
		return "", err
	}
	return s.move.Stage, s.close()
}

// NewObstacle is one that whoever moves has found beside the journal.
func NewObstacle(code string, values ...any) *Obstacle { return obstacle(code, values...) }

// shownPlace is where files are, as people are told it.
func shownPlace(address string) any {
	if address == "" {
		return wording.NewMessage("place.folders")
	}
	return address
}

// obstacles are all that stand in the way of a move.
func obstacles(source, target *side) []*Obstacle {
	var out []*Obstacle
	if source.where == target.where {
		return append(out, obstacle("same_place", source.shown))
	}
	if source.version == 0 {
		return append(out, obstacle("no_source", source.shown))
	}
	for _, s := range []*side{source, target} {
		if s.db != nil && s.version > s.newest {
			out = append(out, obstacle("newer", s.shown))
		}
	}
	if Unsettled(source.place) {
		out = append(out, obstacle("files_move", shownPlace(source.place.Other)))
	}
	if source.restored {
		out = append(out, obstacle("not_adopted", source.shown))
	}
	if o := leaving(source, target); o != nil {
		return append(out, o)
	}
	if o := taking(source, target); o != nil {
		return append(out, o)
	}
	return out
}

// leaving is what keeps a journal from being left for a target.
func leaving(source, target *side) *Obstacle {
	there := source.move.Other
	switch source.move.Stage {
	case journal.Arriving:
		return obstacle("arriving", there)
	case journal.Left:
		if completed(source, target) {
			return nil
		}
		return obstacle("left", there)
	case journal.Draining, journal.Sealed:
		if there != target.shown {
			return obstacle("elsewhere", there)
		}
	}
	return nil
}

// completed reports whether the target already is what the source has become.
func completed(source, target *side) bool {
	return target.move.Stage == journal.Arrived && source.move.ID != "" && target.move.ID == source.move.ID
}

// taking is what keeps a target from being filled: only an empty one is, one that this journal
// has begun to fill, and the one that it has once moved away from.
func taking(source, target *side) *Obstacle {
	switch stage := target.move.Stage; {
	case completed(source, target), stage == journal.Arriving && ours(target.move, source.id), stage == "" && !target.used:
		return nil
	case stage == journal.Arriving:
		return obstacle("target_filled", target.shown, target.move.Other)
	case stage.Works() || target.id != source.id:
		return obstacle("target_used", target.shown)
	case target.attempts > source.attempts:
		return obstacle("target_knows_more", target.shown, target.attempts-source.attempts)
	}
	return nil
}
