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

// filesProgress says the same of files.
func (p *Program) filesProgress() func(journal.Stage) {
	words := map[journal.Stage]string{journal.Copying: "migrate.files_copying", journal.Draining: "migrate.draining", journal.Sealed: "migrate.files_sealed"}
	return func(now journal.Stage) {
		if key := words[now]; key != "" {
			p.complain(key)
		}
	}
}

// placeName is where files are, as people are told it.
func (p *Program) placeName(address string) any {
	if address == "" {
		return wording.NewMessage("place.folders")
	}
	return address
}

// tell says what was moved, or what would be.
func (p *Program) tell(c *config.Config, m *moved) {
	if m.MovedFiles != nil {
		p.tellFiles(m.MovedFiles)
	}
	if m.Report != nil {
		p.tellJournal(m)
	}
	if m.JournalThere {
		p.say("migrate.already", m.ConfigLine)
	}
	for _, one := range m.Obstacles {
		p.say("migrate.obstacle", one.Message, one.Hint)
	}
	p.end(c, m)
}

// tellJournal says what of the journal was moved.
func (p *Program) tellJournal(m *moved) {
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
}

// tellFiles says what of the files was moved.
func (p *Program) tellFiles(f *filesMoved) {
	p.say("migrate.files_from_to", p.placeName(f.From), p.placeName(f.To))
	if f.Already {
		p.say("migrate.files_already")
	}
	for _, one := range f.Parts {
		if one.There == nil {
			p.say("migrate.part", one.Name, one.Files, p.Spoken().Size(one.Bytes))
		} else {
			p.say("migrate.part_moved", one.Name, one.Files, p.Spoken().Size(one.Bytes), one.SHA256[:shownHash], one.There.Files, p.Spoken().Size(one.There.Bytes), one.There.SHA256[:shownHash])
		}
	}
	if !f.DryRun && !f.Already {
		p.say("migrate.files_done", f.Written, p.Spoken().Size(f.Bytes), f.Removed, f.Stayed, f.Renamed)
	}
	for _, one := range f.Left {
		p.say("migrate.left_file", one.Name, one.Reason)
	}
}

// end says what is to be done now.
func (p *Program) end(c *config.Config, m *moved) {
	var lines []string
	dry := false
	if m.MovedFiles != nil {
		if dry = m.MovedFiles.DryRun; !m.MovedFiles.Already || m.MovedFiles.From != m.MovedFiles.To {
			lines = append(lines, m.MovedFiles.ConfigLine)
		}
	}
	if m.Report != nil {
		lines, dry = append(lines, m.ConfigLine), m.Report.DryRun
	}
	shown := strings.Join(lines, "` `")
	switch {
	case len(m.Obstacles) > 0 || len(lines) == 0:
		return
	case dry && m.Report == nil:
		p.say("migrate.files_dry_run")
	case dry:
		p.say("migrate.dry_run")
	case m.Written:
		p.say(p.which(m, "written"), c.File, shown)
	default:
		p.say(p.which(m, "line"), c.File, shown)
	}
	if m.MovedFiles != nil && !dry {
		p.say("migrate.files_old", p.placeName(m.MovedFiles.From))
	}
	switch {
	case m.Working && dry:
		p.say("migrate.working")
	case m.Working:
		p.say("migrate.restart")
	}
}

// which is the sentence of a kind for what was moved.
func (p *Program) which(m *moved, kind string) string {
	switch {
	case m.Report == nil:
		return "migrate.files_" + kind
	case m.MovedFiles == nil:
		return "migrate." + kind
	}
	return "migrate.both_" + kind
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
