package moving

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// shownHash is how much of a hash people are shown; --json has all of it.
const shownHash = 12

// say writes a sentence of the catalogue on a line.
func (p *Program) say(key string, values ...any) { p.sayTo(p.Out, key, values...) }

// complain is say on standard error.
func (p *Program) complain(key string, values ...any) { p.sayTo(p.Err, key, values...) }

func (p *Program) sayTo(w io.Writer, key string, values ...any) {
	fmt.Fprintln(w, oneline.Unbroken(wording.NewMessage(key, values...).In(p.Spoken())))
}

// progress says on standard error what is done now.
func (p *Program) progress() func(move.Progress) {
	said := journal.Stage("")
	words := map[journal.Stage]string{journal.Copying: "migrate.copying", journal.Draining: "migrate.draining", journal.Sealed: "migrate.sealed"}
	return func(now move.Progress) {
		if key := words[now.Stage]; key != "" && now.Stage != said {
			said = now.Stage
			p.complain(key)
		}
	}
}

// tell says what was moved, or what would be.
func (p *Program) tell(c *config.Config, m *moved) {
	p.say("migrate.from_to", m.From, m.To)
	if m.Target != m.Newest || m.Version != m.Newest {
		p.say("migrate.versions", m.Version, m.Target, m.Newest)
	}
	for _, t := range m.Tables {
		if m.DryRun {
			p.say("migrate.table", t.Name, t.Rows, t.SHA256[:shownHash])
		} else {
			p.say("migrate.table_moved", t.Name, t.Rows, t.SHA256[:shownHash], t.There.Rows, t.There.SHA256[:shownHash])
		}
	}
	p.states("migrate.orders", m.Orders, func(s string) string { return state.StateWord(state.State(s), p.Spoken()) })
	p.states("migrate.files", m.Report.Files, func(s string) string { return state.FileWord(state.FileState(s), p.Spoken()) })
	if len(m.Uncopied) > 0 {
		p.say("migrate.uncopied", strings.Join(m.Uncopied, ", "))
	}
	for _, one := range m.Obstacles {
		p.say("migrate.obstacle", one.Message, one.Hint)
	}
	p.end(c, m)
}

// end says what is to be done now.
func (p *Program) end(c *config.Config, m *moved) {
	switch {
	case len(m.Obstacles) > 0:
		return
	case m.DryRun:
		p.say("migrate.dry_run")
	case m.Written:
		p.say("migrate.written", c.File, m.ConfigLine)
	default:
		p.say("migrate.line", c.File, m.ConfigLine)
	}
	switch {
	case m.Working && m.DryRun:
		p.say("migrate.working")
	case m.Working:
		p.say("migrate.restart")
	}
}

// states says how many there are in each state.
func (p *Program) states(key string, counts map[string]int64, word func(string) string) {
	var out []string
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, fmt.Sprintf("%s %d", word(s), counts[s]))
	}
	if len(out) > 0 {
		p.say(key, strings.Join(out, ", "))
	}
}
