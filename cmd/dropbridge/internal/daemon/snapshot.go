package daemon

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Snapshot gathers how things stand, in the language of the config. Where the journal cannot
// be read there is what the daemon knows without it, and the snapshot says so; why stands in
// the log.
func (d *Daemon) Snapshot(ctx context.Context) (standing.Snapshot, error) {
	return d.snapshot(ctx, d.Config.Spoken())
}

// snapshot gathers how things stand, with the sentences about orders and files in a language.
func (d *Daemon) snapshot(ctx context.Context, l wording.Language) (standing.Snapshot, error) {
	notes := d.learnBuilds(ctx)
	s := d.withoutJournal()
	d.addRefused(&s, l)
	d.addBooks(&s, l)
	d.learnAnswers(notes, &s)
	status, err := d.Orders.In(l).Status(ctx)
	if err == nil {
		err = d.addProcesses(ctx, &s)
	}
	if err == nil {
		s.OldestPending, err = d.Orders.OldestPending(ctx)
	}
	if err == nil {
		s.JournalBytes, err = d.Orders.Journal.Size(ctx)
	}
	if s.AwaySince = d.noteJournal(err, s.Now); err != nil {
		s.JournalAway = true
		return s, nil
	}
	addStatus(&s, status)
	return s, nil
}

// withoutJournal is what the daemon knows by itself.
func (d *Daemon) withoutJournal() standing.Snapshot {
	s := standing.Snapshot{
		Now: time.Now(), Started: d.started, Version: d.Version, Supplier: d.Supplier,
		Feeds: d.Feeds(), Orders: map[string]int{},
		Inbox: d.inbox(),
	}
	for _, one := range d.Pulse.Stuck() {
		s.Stuck = append(s.Stuck, standing.Stuck{Loop: one.Name, Seconds: int64(one.Silent.Seconds())})
	}
	s.Drift, s.Sampled = d.driftStates()
	s.Books = d.Closer.State()
	if d.copies != nil {
		s.Backup = d.copies.Standing()
	}
	s.Resting = d.Orders.Resting()
	s.Disks, s.Channels = d.Config.Disks(), d.channels()
	s.StockWords = d.stockWords()
	return s
}

// stockWords are the words of price lists of which nobody knows what they say of stock.
func (d *Daemon) stockWords() (list []standing.StockWord) {
	for _, of := range d.Lists {
		for _, u := range of.Catalogue.UnknownStock() {
			list = append(list, standing.StockWord{Supplier: of.Supplier, List: u.Key, Column: oneline.Unbroken(u.Column), Word: u.Word, Products: u.Products, First: oneline.Unbroken(u.First)})
		}
	}
	return list
}

// noteJournal keeps since when the journal cannot be read, and logs that it is away, and that
// it is back, once each.
func (d *Daemon) noteJournal(err error, now time.Time) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case err == nil && !d.away.IsZero():
		d.Logger.Info("the journal can be read again")
		d.away = time.Time{}
	case err != nil && d.away.IsZero():
		d.Logger.Error("the journal cannot be read", "error", d.withHint(err))
		d.away = now
	}
	return d.away
}

// addStatus adds what the journal knows.
func addStatus(s *standing.Snapshot, status overview.Status) {
	for state, n := range status.Counts.Orders {
		s.Orders[string(state)] = n
	}
	s.Conflicts, s.Rows, s.Sheets = status.Conflicts, status.Counts.Rows, status.Sheets
	for _, f := range status.OrderFindings() {
		s.Findings = append(s.Findings, standing.Finding{Code: f.Code, Text: f.Message, Mend: f.Hint, Since: f.Since, Orders: f.Orders, Files: f.Files, Subjects: f.Subjects()})
	}
	for _, p := range status.Problems {
		s.Problems = append(s.Problems, standing.Problem{Name: p.About(), Code: p.Code, Cause: p.Cause(), Since: p.Since, Text: p.Text, Minor: p.Minor})
	}
	for _, f := range status.Files {
		s.Files = append(s.Files, standing.File{Name: f.Name, At: f.At, CameAt: f.CameAt, Result: f.Result, Rejected: f.Rejected, State: string(f.State), Reason: f.Reason, Note: f.Note, Counts: f.Counts.ByStatus()})
	}
	for _, o := range status.Orders {
		s.Recent = append(s.Recent, standing.Order{ExternalID: o.ExternalID, OrderID: o.OrderID, State: string(o.State),
			OrderStatus: o.OrderStatus, Waybill: strings.Join(o.Waybills, "; "), Error: o.Message, At: o.At, File: o.File})
	}
}

// Feeds is what is known of each feed, from memory and from disk alone.
func (d *Daemon) Feeds() []standing.Feed {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []standing.Feed
	for _, s := range d.feeds {
		f := standing.Feed{Name: s.feed.Name, Keys: d.keys.Count(s.feed.Name), Withheld: !exporter.FitForPartners(s.feed.Out, s.feed.Private), Template: s.feed.Template.Name, File: s.feed.Out, Private: s.feed.Private || exporter.MayShowDropPrices(s.feed.Out),
			Products: int(s.report.Products), Offers: int(s.report.Offers), Skipped: len(s.report.Skipped),
			Warnings: s.warned, SkippedRows: s.skipped, Bytes: s.report.Bytes, Published: s.built, Next: s.next, PutOff: s.putOff, Running: s.running, Builds: d.builds.last(s.feed.Name), Worst: s.worst}
		if s.stored != nil {
			f.FromDisk, f.Bytes, f.Offers = true, s.stored.bytes, int(s.stored.offers)
		}
		for _, n := range s.report.Repaired {
			f.Repaired += int(n)
		}
		if c := s.report.Changes; c != nil && !c.First {
			f.Changes = wording.NewMessage("page.feed_changes", int64(c.New), int64(c.Gone), int64(c.Repriced), int64(c.Restocked), int64(c.SoldOut)).In(d.Config.Spoken())
		}
		if s.err != nil {
			f.Refused = isRefused(s.err)
			f.What, f.Way = worded(s.err)
			f.Error, f.Mend = oneline.Joined(s.err.Error()), oneline.Unbroken(d.Hint(s.err))
		}
		out = append(out, f)
	}
	return out
}

// worded is why a feed was not published in whatever language is asked for, zero where it has one
// only.
func worded(err error) (what, way wording.Message) {
	if held, ours := errors.AsType[*exporter.GuardError](err); ours {
		return guarded(held)
	}
	if said, ours := errors.AsType[interface {
		error
		What() wording.Message
		Way() wording.Message
	}](err); ours {
		return said.What(), said.Way()
	}
	return what, way
}

// guarded is what the guard of a feed says against it, and how it is published all the same.
func guarded(held *exporter.GuardError) (what, way wording.Message) {
	var reasons wording.List
	for _, f := range held.Findings {
		reasons = append(reasons, wording.Message(f.Message))
	}
	what = wording.NewMessage("guard.refused", held.Feed, reasons)
	if held.First {
		what = wording.NewMessage("guard.refused_first", held.Feed, reasons)
	}
	if held.List == "" {
		return what, wording.NewMessage("guard.way_list", held.Accept)
	}
	return what, wording.NewMessage("guard.way", held.List, held.Accept)
}

// addBooks adds the books that are written by schedule, and of which that fails.
func (d *Daemon) addBooks(s *standing.Snapshot, l wording.Language) {
	var err error
	if s.BookFiles, err = books.ScheduledStanding(d.Config, s.Now); err != nil {
		d.Logger.Warn("how the books by schedule stand is not known", "error", err)
	}
	s.AddBookProblems(l)
}
