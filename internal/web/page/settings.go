package page

import (
	"net/http"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/dropbridge/dropbridge/internal/web/access"
)

// settingsView is what is in force, and what becomes of the config.
type settingsView struct {
	frame
	Settings Settings
	Sources  []sourceView
	Channels []channelView
	Calls    []callView
	Shared   []processView // that share the journal, this one among them
	Users    []userView
	Keyrings []keyView
	Backup   errandView
	Backups  []backupView
	NoBackup *notice
	Failed   []notice // what could not be read
	Started  moment

	UserDeeds   []deedView
	KeyDeeds    []deedView
	BackupDeeds []deedView

	Config  ConfigFile
	Wanted  string // the text that was given, "" where none was
	Wrong   string // what is wrong with it
	Way     string
	Changes []change
	Deeds   []deedView
}

// change is a line of one text that the other has not, or some lines that both have.
type change struct {
	Kind string // "del", "ins", or "" for what stays
	Text string
}

// settings shows the config.
func (p *pages) settings(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeSettings)
	v := settingsView{frame: f}
	if f.Visitor.Acts { // it may hold keys
		v.Config = p.Shop.ConfigFile()
	}
	p.addSettings(r, &v)
	p.render(w, r, http.StatusOK, placeSettings, v)
}

// proposed checks a text for the config, and shows what it would change. Nothing is written.
func (p *pages) proposed(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, access.LargestForm)
	f := p.frame(r, placeSettings)
	if !f.Visitor.Acts {
		http.Error(w, say(f.Language, "may_not_act"), http.StatusForbidden)
		return
	}
	v := p.wanted(f, r.PostFormValue("text"))
	err := p.Shop.CheckConfig(v.Wanted)
	switch {
	case err != nil:
		wrong := asNotice(f.Language, err)
		v.Wrong, v.Way = wrong.Text, wrong.Way
	case v.Wanted == v.Config.Text:
		v.Wrong = say(f.Language, "config_same")
	default:
		v.Changes = changes(v.Config.Text, v.Wanted)
		v.Deeds = f.deeds("config", deed{Kind: DoSaveConfig, Label: say(f.Language, "config_save"), Says: say(f.Language, "config_save_says", v.Config.File),
			Sure: say(f.Language, "config_save_sure"), Harm: true, Fields: []field{{"text", v.Wanted}, {"before", v.Config.Text}}})
	}
	p.render(w, r, http.StatusOK, placeSettings, v)
}

// wanted is the page with a text that is to become the config.
func (p *pages) wanted(f frame, text string) settingsView {
	f.Self, f.Still = "/settings", true // renewed, it would be the page without the text
	return settingsView{frame: f, Config: p.Shop.ConfigFile(), Wanted: strings.ReplaceAll(text, "\r\n", "\n")}
}

// unsaved says why a text did not become the config, and keeps it for whoever typed it.
func (p *pages) unsaved(w http.ResponseWriter, r *http.Request, text string, why notice) {
	v := p.wanted(p.frame(r, placeSettings), text)
	v.Wrong, v.Way = why.Text, why.Way
	p.render(w, r, http.StatusOK, placeSettings, v)
}

// shownAround is how many lines that stay are shown around what changes.
const shownAround = 3

// changes are the lines in which two texts differ, with some of those around them.
func changes(before, after string) []change {
	d := diffmatchpatch.New()
	a, b, lines := d.DiffLinesToChars(before, after)
	var list []change
	diffs := d.DiffCharsToLines(d.DiffMain(a, b, false), lines)
	for n, diff := range diffs {
		text := diff.Text
		switch diff.Type {
		case diffmatchpatch.DiffDelete:
			list = append(list, change{"del", text})
		case diffmatchpatch.DiffInsert:
			list = append(list, change{"ins", text})
		default:
			list = append(list, change{"", around(text, n > 0, n < len(diffs)-1)})
		}
	}
	return list
}

// around leaves the lines of a text that lie beside a change before or after it.
func around(text string, before, after bool) string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	keep := 0
	if before {
		keep += shownAround
	}
	if after {
		keep += shownAround
	}
	if len(lines) <= keep {
		return text
	}
	var kept []string
	if before {
		kept = append(kept, lines[:shownAround]...)
	}
	kept = append(kept, "⋯\n")
	if after {
		kept = append(kept, lines[len(lines)-shownAround:]...)
	}
	return strings.Join(kept, "")
}
