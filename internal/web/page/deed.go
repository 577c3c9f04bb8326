package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// deed is a button. Opened, it says what it will send or write, and asks once; without
// scripts it opens as well.
type deed struct {
	Kind   string
	Label  string // of the button
	Says   string // what will be sent or written
	Sure   string // of the button that does it
	Harm   bool   // it cannot be taken back, or something is sent
	Fields []field
	Ask    []question
}

// deedView is a deed as its template asks for it.
type deedView struct {
	Deed            deed
	ID, Token, Back string
}

// deeds are buttons as the templates ask for them. The id tells them from all others of the
// page, so that one stays open while the page is live.
func (f *frame) deeds(id string, list ...deed) []deedView {
	var views []deedView
	for n, d := range list {
		views = append(views, deedView{Deed: d, ID: fmt.Sprintf("%s-%s-%d", id, d.Kind, n), Token: f.Token, Back: f.Self})
	}
	return views
}

// field is a value that the form brings along.
type field struct{ Name, Value string }

// question is a value that the person gives.
type question struct {
	Name, Label, Value string
	Options            []option // what can be chosen; nil: any text
	Optional           bool
	Long               bool // a text of several lines
	Secret             bool // a text that nobody may read on the screen
}

// option is an answer that can be chosen.
type option struct{ Value, Label string }

// choiceView is what can be chosen, and what is.
type choiceView struct {
	Chosen  string
	Options []option
}

var (
	ticked    = regexp.MustCompile("`[^`]*`")
	aboutOnly = regexp.MustCompile(" ?\\(`dropbridge status [^`]*`\\)") // the page tells it
	accepting = regexp.MustCompile("`?dropbridge export \\S+ --accept-change`?")
)

// inButtons says a way out by the buttons that stand beside it, in place of their commands. A
// command that none of them does stays.
func inButtons(l wording.Language, way string, deeds []deedView) string {
	labels := map[string]string{}
	for _, d := range deeds {
		switch d.Deed.Kind {
		case DoAcceptFeed:
			labels["accept"] = d.Deed.Label
		case DoDecide:
			if at := slices.IndexFunc(d.Deed.Fields, func(f field) bool { return f.Name == "answer" }); at >= 0 {
				labels[d.Deed.Fields[at].Value] = d.Deed.Label
			}
		}
	}
	named := func(command, kind string) string {
		if label := labels[kind]; label != "" {
			return say(l, "quoted", label)
		}
		return command
	}
	way = accepting.ReplaceAllStringFunc(aboutOnly.ReplaceAllString(way, ""), func(command string) string { return named(command, "accept") })
	return ticked.ReplaceAllStringFunc(way, func(command string) string {
		for part, kind := range map[string]state.DecisionKind{"--changed-there": state.DecidedChanged, "--keep": state.DecidedKeep, "--as ": state.DecidedAs,
			"--posted ": state.DecidedPosted, "--not-posted": state.DecidedNotPosted, "dropbridge retry ": state.DecidedRetry} {
			if strings.Contains(command, part) && !strings.Contains(command, "--force") && !strings.Contains(command, "--file") {
				return named(command, string(kind))
			}
		}
		return command
	})
}
