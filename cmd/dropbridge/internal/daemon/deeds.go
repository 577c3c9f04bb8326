package daemon

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/decide"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/supplier/drift"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// deeds are what can be done on the pages, by the kind of the action. Each is what a command does.
var deeds = map[string]func(shop, context.Context, page.Action) (wording.Message, error){
	page.DoDecide:      shop.decide,
	page.DoLook:        shop.look,
	page.DoTryNow:      shop.tryNow,
	page.DoCheck:       shop.check,
	page.DoDropAgain:   shop.dropAgain,
	page.DoBuild:       shop.build,
	page.DoAcceptFeed:  shop.acceptFeed,
	page.DoAcceptDrift: shop.acceptDrift,
	page.DoUndo:        shop.undo,
	page.DoApprove:     shop.approve,
	page.DoTeach:       shop.teach,
	page.DoTeachStock:  shop.teachStock,
	page.DoSaveConfig:  shop.saveConfig,
	page.DoRevokeKey:   shop.revokeKey,
	page.DoReckon:      shop.reckon,
	page.DoCloseMonth:  shop.closeMonth,
	page.DoSetUser:     shop.setUser,
	page.DoSetRole:     shop.setRole,
	page.DoRemoveUser:  shop.removeUser,
	page.DoTestChannel: shop.testChannel,
	page.DoBackup:      shop.backUp,
}

// Do implements page.Shop.
func (s shop) Do(ctx context.Context, a page.Action) (page.Effect, error) {
	if a.Kind == page.DoMakeKey { // its effect has a secret
		defer s.forget()
		return s.makeKey(ctx, a)
	}
	do, found := deeds[a.Kind]
	if !found {
		return page.Effect{}, page.UnknownAction(a.Kind)
	}
	done, err := do(s, ctx, a)
	if err == nil {
		s.acted(ctx, a)
	}
	return page.Effect{Text: strings.TrimSpace(done.In(a.Language) + " " + s.othersKeep(ctx, a).In(a.Language))}, err
}

// othersKeep says, where the config was written, which other processes go on with theirs.
func (s shop) othersKeep(ctx context.Context, a page.Action) (said wording.Message) {
	if s.Sharing == nil || a.Values["text"] == "" || !slices.Contains([]string{page.DoSaveConfig, page.DoTeach, page.DoTeachStock}, a.Kind) {
		return said
	}
	list, err := s.Sharing.Member.List(ctx)
	if err != nil {
		return said // that the journal cannot be read is said elsewhere
	}
	var others []string
	for _, p := range list {
		if !p.Fenced && len(p.Roles) > 0 && p.Name != s.Sharing.Member.Name() {
			others = append(others, processName(p.Name, p.Host))
		}
	}
	if len(others) == 0 {
		return said
	}
	return wording.NewMessage("page.config_others", strings.Join(others, ", "))
}

// decide is `resolve` and `retry`.
func (s shop) decide(ctx context.Context, a page.Action) (wording.Message, error) {
	answer := decide.Answer{Supplier: a.Values["supplier"], Source: a.Values["source"], Number: a.Values["order"], Kind: state.DecisionKind(a.Values["answer"]), Value: a.Values["value"], Person: a.Person, Origin: origin(a)}
	note, err := s.Orders.Settle(ctx, answer)
	if err != nil || !note.IsZero() {
		return note, err
	}
	return wording.NewMessage("page.decided", answer.Number, state.DecisionWord(answer.Kind, answer.Value)), nil
}

// look has the supplier asked now for orders of which nobody knows what became of them.
func (s shop) look(ctx context.Context, _ page.Action) (wording.Message, error) {
	if err := s.waitNoMore(ctx); err != nil {
		return wording.Message{}, err
	}
	return wording.NewMessage("page.looked_now"), s.Orders.Reconcile(ctx)
}

// tryNow has whatever waits for the supplier tried now.
func (s shop) tryNow(ctx context.Context, _ page.Action) (wording.Message, error) {
	return wording.NewMessage("page.tried_now"), s.waitNoMore(ctx)
}

func (s shop) dropAgain(ctx context.Context, a page.Action) (wording.Message, error) {
	name := a.Values["file"]
	if err := s.inboxHere(ctx); err != nil {
		return wording.Message{}, err
	}
	return wording.NewMessage("page.dropped_again", oneline.Unbroken(name)), s.Orders.DropAgain(a.Values["source"], name)
}

// build has a feed built now, as `export` does.
func (s shop) build(ctx context.Context, a page.Action) (wording.Message, error) {
	return wording.NewMessage("page.build_begun", a.Values["feed"]), s.buildNow(ctx, a.Values["feed"], false)
}

// acceptFeed is `export --accept-change`.
func (s shop) acceptFeed(ctx context.Context, a page.Action) (wording.Message, error) {
	return wording.NewMessage("page.accept_begun", a.Values["feed"]), s.buildNow(ctx, a.Values["feed"], true)
}

// buildNow has a feed built as soon as may be, by whichever process builds feeds; with accept the
// guard does not keep that build back.
func (d *Daemon) buildNow(ctx context.Context, name string, accept bool) error {
	if d.Sharing == nil {
		return d.makeDue(name, accept)
	}
	if !slices.Contains(d.Config.FeedNames(), name) {
		return noFeed(name)
	}
	return d.askRole(ctx, dispatch.Feeds, dispatch.Task{Do: dispatch.BuildFeed, Feed: name, Accept: accept})
}

// makeDue makes a feed due; with accept the guard does not keep that build back.
func (d *Daemon) makeDue(name string, accept bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := slices.IndexFunc(d.feeds, func(s *scheduledFeed) bool { return s.feed.Name == name })
	if at < 0 {
		return noFeed(name)
	}
	s := d.feeds[at]
	s.dueAt(schedule.Moment{At: time.Now()})
	s.accept, s.again, s.asked = accept, s.running, true
	d.groupOf(s).wake()
	return nil
}

// acceptDrift is `check --accept-drift` for the answers of one supplier.
func (s shop) acceptDrift(ctx context.Context, a page.Action) (wording.Message, error) {
	supplier := a.Values["supplier"]
	if !s.has(dispatch.Feeds) {
		return wording.NewMessage("page.drift_asked"), s.askRole(ctx, dispatch.Feeds, dispatch.Task{Do: dispatch.AcceptAnswers, Name: supplier})
	}
	return wording.NewMessage("page.drift_accepted"), s.acceptAnswers(ctx, supplier)
}

// acceptAnswers takes a supplier's answers as they are now for what is usual.
func (d *Daemon) acceptAnswers(ctx context.Context, supplier string) error {
	for i := range d.Answers {
		of := &d.Answers[i]
		if of.Supplier != supplier {
			continue
		}
		profiles, err := drift.Sample(ctx, of.Client)
		if err != nil {
			return err
		}
		if _, err := of.Compare(profiles, true); err != nil {
			return err
		}
		results, err := of.compare(profiles, false)
		if err != nil {
			return err
		}
		d.noteDrift(ctx, results, time.Now())
	}
	return nil
}

// acceptAsked does so for another process.
func (d *Daemon) acceptAsked(ctx context.Context, supplier string) {
	d.said(ctx, d.acceptAnswers(ctx, supplier))
}

// approve is `check --approve-orders`. What was shown must be what is approved.
func (s shop) approve(ctx context.Context, a page.Action) (wording.Message, error) {
	runs, err := s.Requests(ctx)
	if err != nil {
		return wording.Message{}, err
	}
	if page.Sum(runs) != a.Values["shown"] {
		return wording.Message{}, &refused{"page.requests_changed", a.Language}
	}
	for _, one := range s.Config.Suppliers() {
		m, err := one.Mapping()
		if err != nil {
			return wording.Message{}, err
		}
		if err := one.Guard(m).Approve(); err != nil {
			return wording.Message{}, err
		}
	}
	return wording.NewMessage("page.approved"), s.waitNoMore(ctx)
}
