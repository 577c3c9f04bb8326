package daemon

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/teach"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// undoing takes one kind of action back.
type undoing struct {
	can func(shop, context.Context, state.Action) bool
	do  func(shop, context.Context, page.Action, state.Action) error
}

// undoings are the kinds of actions that can be taken back, but for decisions about orders.
var undoings = map[state.ActionKind]undoing{
	state.ActedTaught:        {shop.stillTaught, shop.unteach},
	state.ActedStockTaught:   {shop.stillTaughtStock, shop.unteachStock},
	state.ActedDriftAccepted: {shop.stillAccepted, shop.restoreAnswers},
	state.ActedFeedAccepted:  {shop.stillToPublish, shop.forgetAccepted},
}

// Undoable implements page.Keeper.
func (s shop) Undoable(ctx context.Context, a state.Action) bool {
	if one, known := undoings[a.Kind]; known {
		return one.can(s, ctx, a)
	}
	return state.IsDecision(a.Kind) && s.decisionStands(ctx, a)
}

// undo takes back what a person did, and logs that.
func (s shop) undo(ctx context.Context, a page.Action) (wording.Message, error) {
	done, err := s.actionOf(ctx, a.Values["id"])
	if err != nil {
		return wording.Message{}, err
	}
	if !s.Undoable(ctx, done) {
		return wording.Message{}, refusal.New(failure.Usage, wording.NewMessage("page.undo_late"), wording.NewMessage("page.undo_late_way"))
	}
	if state.IsDecision(done.Kind) { // it has a line of its own in the log
		a.Values = map[string]string{"source": sourceName(done.Source), "order": done.About, "answer": string(state.DecidedUndo)}
		return s.decide(ctx, a)
	}
	if err := undoings[done.Kind].do(s, ctx, a, done); err != nil {
		return wording.Message{}, err
	}
	s.keepAction(ctx, a, state.Action{Kind: state.ActedTakenBack, Source: done.Source, About: done.About, Detail: string(done.Kind)})
	return wording.NewMessage("page.undone", wording.NewMessage("acted."+string(done.Kind)), oneline.Unbroken(done.About)), nil
}

// sourceName is a source as people and decisions name it.
func sourceName(source string) string {
	if source == "" {
		return state.InboxItself
	}
	return source
}

// actionOf is the action of an id.
func (s shop) actionOf(ctx context.Context, id string) (state.Action, error) {
	number, err := strconv.ParseInt(id, 10, 64)
	if err == nil && number > 0 {
		list, err := s.Actions(ctx, number+1, 1)
		if err != nil {
			return state.Action{}, err
		}
		if len(list) == 1 && list[0].ID == number {
			return list[0], nil
		}
	}
	return state.Action{}, refusal.New(failure.Usage, wording.NewMessage("page.undo_unknown"), wording.NewMessage("page.undo_late_way"))
}

// decisionStands reports whether a decision about an order is the last one and can be taken back.
func (s shop) decisionStands(ctx context.Context, a state.Action) bool {
	found, err := s.Find(ctx, wording.English, a.Source, a.About)
	if err != nil {
		s.Logger.Error("an order was not read", "error", err)
	}
	return len(found) == 1 && found[0].Story != nil && slices.Contains(found[0].Story.Actions, state.DecidedUndo)
}

// listOf is the list of a source that has what a person said of a word.
func listOf(c *config.Config, a state.Action) (orderfile.List, bool) {
	for _, list := range []orderfile.List{orderfile.States, orderfile.Payments, orderfile.Carriers, orderfile.Columns, orderfile.Ignore} {
		if (list == orderfile.Ignore) == (a.Detail == "") && teach.Order(a.Source, string(list), a.About, a.Detail).Known(c) {
			return list, true
		}
	}
	return "", false
}

func (s shop) stillTaught(_ context.Context, a state.Action) bool {
	_, stands := listOf(s.file.Now(), a)
	return stands
}

func (s shop) unteach(ctx context.Context, a page.Action, done state.Action) error {
	list, _ := listOf(s.file.Now(), done)
	_, err := s.rewrite(ctx, a, teach.Order(done.Source, string(list), done.About, done.Detail).Remove)
	return err
}

func (s shop) stillTaughtStock(_ context.Context, a state.Action) bool {
	return teach.Stock(a.Source, a.About, a.Detail).Known(s.file.Now())
}

func (s shop) unteachStock(ctx context.Context, a page.Action, done state.Action) error {
	_, err := s.rewrite(ctx, a, teach.Stock(done.Source, done.About, done.Detail).Remove)
	return err
}

func (s shop) stillAccepted(context.Context, state.Action) bool {
	return slices.ContainsFunc(s.Answers, func(of Answers) bool {
		known, err := of.Usual()
		if err != nil {
			return false // whatever compares answers says what is wrong
		}
		can, err := known.Accepted(known.Supplier)
		return err == nil && can
	})
}

// restoreAnswers makes usual what was so before. The supplier's answers are looked at again: that
// they cannot be now keeps nothing from being taken back.
func (s shop) restoreAnswers(ctx context.Context, _ page.Action, _ state.Action) error {
	for i := range s.Answers {
		if err := s.restoreOne(ctx, &s.Answers[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s shop) restoreOne(ctx context.Context, of *Answers) error {
	known, err := of.Usual()
	if err != nil {
		return err
	}
	if can, err := known.Accepted(known.Supplier); err != nil || !can {
		return err
	}
	if err := known.Restore(known.Supplier); err != nil {
		return err
	}
	if err := s.compareAgain(ctx, of); err != nil {
		s.Logger.Warn("the supplier's answers were not looked at again", "supplier", of.Supplier, "error", err)
	}
	return nil
}

// compareAgain looks at a supplier's answers, and has the page show in what they differ by now.
func (s shop) compareAgain(ctx context.Context, of *Answers) error {
	profiles, err := drift.Sample(ctx, of.Client)
	if err != nil {
		return err
	}
	results, err := of.compare(profiles, false)
	if err == nil {
		s.noteDrift(ctx, results, time.Now())
	}
	return err
}

// scheduled is the feed of a name that waits to be published in spite of its guard, nil where none
// does.
func (s shop) scheduled(name string) *scheduledFeed {
	at := slices.IndexFunc(s.feeds, func(f *scheduledFeed) bool { return f.feed.Name == name && f.accept })
	if at < 0 {
		return nil
	}
	return s.feeds[at]
}

func (s shop) stillToPublish(_ context.Context, a state.Action) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scheduled(a.About) != nil
}

func (s shop) forgetAccepted(_ context.Context, _ page.Action, done state.Action) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	feed := s.scheduled(done.About)
	if feed == nil {
		return refusal.New(failure.Usage, wording.NewMessage("page.undo_late"), wording.NewMessage("page.undo_late_way"))
	}
	feed.accept = false
	return nil
}
