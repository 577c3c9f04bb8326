package web

import (
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// outlineView is what the page shows to strangers: nothing that the outline does not have.
type outlineView struct {
	standing.Outline
	Language wording.Language
	Title    string
	Now      moment
	Tallies  []tally
	Login    bool // whether there is a way to log in
}

func (s *server) newOutlineView(snapshot standing.Snapshot) outlineView {
	l := s.Language
	o := standing.NewOutline(snapshot, standing.Judge(snapshot, l))
	return outlineView{Outline: o, Language: l, Title: verdict(l, o.Level), Now: since(l, o.Now, o.Now), Tallies: tallies(l, o.Orders), Login: s.Access.Configured()}
}
