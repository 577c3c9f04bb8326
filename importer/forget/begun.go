package forget

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
)

// noteBegun is how the names of notes of purges begin that are not at their end.
const noteBegun = "purging."

// noteOf is the name of the note of this purge: of ages, or of a person. That is told by so few bits
// of a hash that nobody can be found by them.
func (p *purge) noteOf() string {
	if p.Person == nil {
		return noteBegun + "ages"
	}
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(slices.Values(p.Person.terms)), " ")))
	return noteBegun + fmt.Sprintf("%x", sum[:2])
}

// begin notes what is meant, so that a purge that is interrupted is known to the next one. What was
// begun before and is now meant again is ended by this one; another one is named.
func (p *purge) begin(ctx context.Context) error {
	notes, err := p.Journal.Notes(ctx, p.Config.Account)
	if err != nil {
		return fmt.Errorf("read what was begun: %w", err)
	}
	for name, text := range notes {
		var begun Begun
		if !strings.HasPrefix(name, noteBegun) || json.Unmarshal([]byte(text), &begun) != nil {
			continue
		}
		if name == p.noteOf() {
			p.report.Ended = &begun
			continue
		}
		p.keep(Gone{Kind: KindPurge, Name: begun.By}, "begun", begun.By, begun.At.Format(time.DateTime))
	}
	begun := Begun{At: p.now.UTC(), By: told.OneLine(p.By), Orders: len(p.report.Orders), Files: len(p.report.Files)}
	if !p.Apply || begun.Orders+begun.Files == 0 || p.report.Ended != nil {
		return nil
	}
	text, err := json.Marshal(begun)
	if err != nil {
		return err
	}
	if err := p.Journal.SetNote(ctx, p.Config.Account, p.noteOf(), string(text)); err != nil {
		return fmt.Errorf("note what is begun: %w", err)
	}
	return nil
}

// end adds what was done to what people did, without the person. Of a purge that was interrupted it
// counts what that one meant.
func (p *purge) end(ctx context.Context) error {
	orders, files := len(p.report.Orders), len(p.report.Files)
	if before := p.report.Ended; before != nil {
		orders, files = max(orders, before.Orders), max(files, before.Files)
	}
	if !p.Apply || orders+files == 0 {
		return nil
	}
	err := p.Journal.Act(ctx, state.Action{Account: p.Config.Account, At: p.now, Person: told.OneLine(p.By), Kind: state.ActedPurged,
		About: fmt.Sprint(orders), Detail: fmt.Sprint(files)})
	if err != nil {
		return err
	}
	return p.Journal.SetNote(ctx, p.Config.Account, p.noteOf(), "")
}
