package daemon

import (
	"context"
	"encoding/json"
	"time"

	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// noteAnswers is the note in which the process that builds feeds tells the others what it has seen in
// the suppliers' answers and price lists.
const noteAnswers = "answers"

// toldAnswers is what it has seen.
type toldAnswers struct {
	Sampled time.Time            `json:"sampled,omitzero"`
	Drift   []toldDrift          `json:"drift"`
	Words   []standing.StockWord `json:"words"`
}

// toldDrift is a change of a supplier's answers with what its JSON for others leaves out.
type toldDrift struct {
	Drift   standing.Drift     `json:"drift"`
	Was     standing.DriftSide `json:"was"`
	Is      standing.DriftSide `json:"is"`
	Example string             `json:"example"`
}

// tellAnswers tells the other processes what this one has seen.
func (d *Daemon) tellAnswers(ctx context.Context) {
	if d.Sharing == nil || !d.has(dispatch.Feeds) || ctx.Err() != nil {
		return
	}
	list, sampled := d.driftStates()
	told := toldAnswers{Sampled: sampled, Words: d.stockWords()}
	for _, one := range list {
		told.Drift = append(told.Drift, toldDrift{one, one.Was, one.Is, one.Example})
	}
	text, err := json.Marshal(told)
	if err == nil {
		err = d.Orders.Journal.SetNote(ctx, d.Orders.Config.Account, noteAnswers, string(text))
	}
	d.said(ctx, err)
}

// learnAnswers adds what the process that builds feeds has seen, where this one does not.
func (d *Daemon) learnAnswers(notes map[string]string, s *standing.Snapshot) {
	var told toldAnswers
	if d.has(dispatch.Feeds) || json.Unmarshal([]byte(notes[noteAnswers]), &told) != nil {
		return
	}
	s.Sampled, s.StockWords = told.Sampled, told.Words
	for _, one := range told.Drift {
		one.Drift.Was, one.Drift.Is, one.Drift.Example = one.Was, one.Is, one.Example
		s.Drift = append(s.Drift, one.Drift)
	}
}
