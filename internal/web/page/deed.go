package page

import "fmt"

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
