package importer

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Problem is something that a person should know of, until it is mended.
type Problem struct {
	Name  string    `json:"name"` // what it is about, such as "inbox" or a file's name
	Text  string    `json:"text"` // one line, with the mend where one is known
	Since time.Time `json:"since"`
	// Minor waits for a person, and no part of the program fails: a matter of one thing in
	// the inbox, or of orders that are not to be posted yet.
	Minor bool `json:"minor,omitempty"`
}

// problems are the open ones of this importer.
type problems struct {
	mu     sync.Mutex
	open   map[string]Problem
	log    *slog.Logger
	shared string // as it was last noted in the journal
}

// set opens a problem, or closes it where err is nil.
func (p *problems) set(now time.Time, name string, err error) { p.note(now, name, err, true) }

// note is set, and says nothing in the log where the caller gets the error and tells it.
// What was cut off because the program ends is no problem of the work.
func (p *problems) note(now time.Time, name string, err error, loud bool) {
	if errors.Is(err, context.Canceled) {
		return
	}
	text := ""
	if err != nil {
		text = oneLine(err.Error())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	old, known := p.open[name]
	switch {
	case text == "" && known:
		delete(p.open, name)
		if loud {
			p.log.Info("mended", "about", name)
		}
	case text != "" && old.Text != text:
		if p.open == nil {
			p.open = map[string]Problem{}
		}
		since := now
		if known {
			since = old.Since
		}
		p.open[name] = Problem{Name: name, Text: text, Since: since, Minor: isMinor(name)}
		if loud {
			p.log.Error(text, "about", name)
		}
	}
}

// isMinor tells what waits for a person, or for time to pass, and is no fault of the program.
func isMinor(name string) bool {
	return strings.HasPrefix(name, problemEntries) || strings.HasPrefix(name, problemWaybillRows) || strings.HasPrefix(name, problemSlow) || name == ProblemApproval
}

// keepOnly closes the problems under a prefix that are not among the given names.
func (p *problems) keepOnly(prefix string, names map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.open, func(name string, _ Problem) bool {
		return strings.HasPrefix(name, prefix) && !names[name]
	})
}

func (p *problems) list() []Problem {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.SortedFunc(maps.Values(p.open), func(a, b Problem) int { return strings.Compare(a.Name, b.Name) })
}

// news reports whether the shared form of the problems differs from the last one.
func (p *problems) news(shared string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed := p.shared != shared
	p.shared = shared
	return changed
}
