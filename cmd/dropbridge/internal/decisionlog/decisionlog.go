// Package decisionlog shows the log of what people did and decided, as `status --decisions` does.
package decisionlog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Journal is what the log is read from.
type Journal interface {
	Actions(ctx context.Context, q state.ActionQuery) ([]state.Action, error)
}

// Form is how the log is written.
type Form int

// The forms: text for people, one JSON object, and a JSON object a line.
const (
	Text Form = iota
	Object
	Lines
)

// Query chooses entries of the log; zero fields do not restrict.
type Query struct {
	Since    time.Time
	Person   string // as the log names who did it
	Order    string // by its number
	File     string // by its name
	Feed     string
	Source   string // state.InboxItself is the inbox itself
	Supplier string // of several; the name in the config
}

// Show writes the entries that a query chooses, the newest first, to out. Of an unknown supplier or source
// it gives the config's own error.
func Show(ctx context.Context, j Journal, c *config.Config, q Query, form Form, out io.Writer) error {
	ask := state.ActionQuery{Person: q.Person, Since: q.Since, Limit: pageSize}
	if q.Supplier != "" {
		one, err := c.Of(q.Supplier)
		if err != nil {
			return err
		}
		ask.Account = one.Account()
	}
	w := writer{out: out, language: c.Spoken(), form: form}
	err := each(ctx, j, ask, func(a state.Action) error {
		if !q.chooses(a) {
			return nil
		}
		return w.write(a)
	})
	if err == nil && !w.any {
		if err := q.requireKnown(c); err != nil {
			return err
		}
	}
	return errors.Join(err, w.close())
}

// requireKnown refuses a source that the config does not have. It is asked where the log has nothing of it either.
func (q *Query) requireKnown(c *config.Config) error {
	if q.Source == "" || q.Source == state.InboxItself {
		return nil
	}
	return c.RequireSource(q.Source)
}

// pageSize is how many entries are read at a time: the log only grows.
const pageSize = 500

// each visits the entries that the journal finds, the newest first.
func each(ctx context.Context, j Journal, q state.ActionQuery, visit func(state.Action) error) error {
	if j == nil {
		return nil
	}
	for {
		page, err := j.Actions(ctx, q)
		if err != nil {
			return err
		}
		for _, a := range page {
			if err := visit(a); err != nil {
				return err
			}
		}
		if len(page) < q.Limit {
			return nil
		}
		q.Before = page[len(page)-1].ID
	}
}

// chooses reports whether an entry is wanted by what it is about.
func (q *Query) chooses(a state.Action) bool {
	for subject, name := range map[state.Subject]string{state.SubjectOrder: q.Order, state.SubjectFile: q.File, state.SubjectFeed: q.Feed} {
		if name != "" && (a.Subject() != subject || a.About != name) {
			return false
		}
	}
	return q.Source == "" || q.Source == a.Source || q.Source == state.InboxItself && a.Source == ""
}

// entry is one of the log for programs.
type entry struct {
	ID      int64            `json:"id"` // rises with each
	At      time.Time        `json:"at"`
	Person  string           `json:"person"`
	Kind    state.ActionKind `json:"kind"`
	Words   string           `json:"words"`   // the kind, in the language of the config
	Subject state.Subject    `json:"subject"` // what about is: order, file, feed or other
	About   string           `json:"about"`
	Detail  string           `json:"detail"`
	Source  string           `json:"source"` // "" is the inbox itself, or that there is none
	Origin  string           `json:"origin"` // command, or the address of who asked the page
	Account string           `json:"account"`
}

// writer writes entries in a form.
type writer struct {
	out      io.Writer
	language wording.Language
	form     Form
	written  []entry // of one object, which is written at the end
	any      bool
}

func (w *writer) write(a state.Action) error {
	w.any = true
	one := entry{a.ID, a.At, a.Person, a.Kind, w.language.Word("acted", string(a.Kind)), a.Subject(), a.About, a.Detail, a.Source, a.Origin, a.Account}
	switch w.form {
	case Object:
		w.written = append(w.written, one)
		return nil
	case Lines:
		return w.encode(one, "")
	}
	return w.say(one)
}

// encode writes JSON that ends with a line end.
func (w *writer) encode(v any, indent string) error {
	encoder := json.NewEncoder(w.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	return encoder.Encode(v)
}

// say writes an entry for people.
func (w *writer) say(one entry) error {
	detail := one.Detail
	if one.Kind == state.ActedTakenBack || one.Kind == state.ActionKind(state.DecidedUndo) {
		detail = w.language.Word("acted", detail) // what was taken back
	}
	_, err := fmt.Fprintf(w.out, "%s  %s  %s", told.Day(one.At), told.OneLine(one.Person), one.Words)
	for _, more := range []string{one.About, detail} {
		if more != "" && err == nil {
			_, err = fmt.Fprintf(w.out, "  %s", told.OneLine(more))
		}
	}
	if err == nil {
		_, err = fmt.Fprintln(w.out)
	}
	return err
}

// close writes what is left, and says to people that nothing was found.
func (w *writer) close() (err error) {
	switch {
	case w.form == Object:
		return w.encode(map[string][]entry{"decisions": append([]entry{}, w.written...)}, "  ")
	case w.form == Text && !w.any:
		_, err = fmt.Fprintln(w.out, w.language.Say("status_text.no_decisions"))
	}
	return err
}
