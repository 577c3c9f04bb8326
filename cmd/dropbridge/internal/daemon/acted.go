package daemon

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/web/page"
)

// logged are the kinds under which the log of actions has what is done on the pages, and the
// value that says about what it was. A decision about an order is logged with it.
var logged = map[string]struct {
	kind  state.ActionKind
	about string
}{
	page.DoLook:        {state.ActedLooked, ""},
	page.DoTryNow:      {state.ActedTried, ""},
	page.DoCheck:       {state.ActedTried, "what"},
	page.DoDropAgain:   {state.ActedFileDropped, "file"},
	page.DoUpload:      {state.ActedFileDropped, "file"},
	page.DoBuild:       {state.ActedFeedBuilt, "feed"},
	page.DoAcceptFeed:  {state.ActedFeedAccepted, "feed"},
	page.DoAcceptDrift: {state.ActedDriftAccepted, ""},
	page.DoApprove:     {state.ActedApproved, ""},
	page.DoSaveConfig:  {state.ActedSettingsChanged, ""},
	page.DoTeach:       {state.ActedTaught, "word"},
	page.DoTeachStock:  {state.ActedStockTaught, "word"},
}

// acted appends what a person has done to the log of actions, and has the next page show it.
// It is done: that it could not be logged is said to whoever runs the program.
func (s shop) acted(ctx context.Context, a page.Action) {
	defer s.forget()
	entry, known := logged[a.Kind]
	if !known {
		return
	}
	source := a.Values["source"]
	if source == state.InboxItself {
		source = ""
	}
	about := a.Values[entry.about]
	if a.Kind == page.DoSaveConfig {
		about = filepath.Base(s.Config.File)
	}
	s.keepAction(ctx, a, state.Action{Kind: entry.kind, Source: source, About: about, Detail: cmp.Or(a.Values["meaning"], a.Values["value"])})
}
