package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/errand"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The names of errands about money.
const (
	errandReckon = "reckon"
	errandClose  = "close"
)

// errandOf is the name of an errand about a supplier's money, "" for the only one.
func errandOf(errand, supplier string) string { return errand + "/" + supplier }

// Money implements page.Shop.
func (s shop) Money(ctx context.Context) (all []page.Money, err error) {
	for _, closer := range s.Closer.Each() {
		one, broken := s.moneyOf(closer)
		err = errors.Join(err, broken)
		if !s.has(dispatch.Books) {
			err = errors.Join(err, s.learnMoney(ctx, &one))
		}
		all = append(all, one)
	}
	return all, err
}

// moneyOf is what this process knows of a supplier's money.
func (s shop) moneyOf(closer *books.Closer) (m page.Money, err error) {
	m = page.Money{Supplier: closer.Supplier(), NoLedger: closer.HasLedger(), Failing: closer.State()}
	m.Reading, _ = s.chores.Find(errandOf(errandReckon, m.Supplier))
	m.Closing, _ = s.chores.Find(errandOf(errandClose, m.Supplier))
	m.Figures, err = closer.LastFigures()
	months, broken := closer.Months(time.Now())
	for _, month := range months {
		shown := page.Month{Month: month.Month, Files: month.Files, Closed: month.Closed.At, Differences: month.Closed.Differences}
		if f := m.Figures; f != nil && f.At.After(month.Closed.At) { // what moved before counts no more
			shown.Moved = f.Moved[month.Month]
		}
		m.Months = append(m.Months, shown)
	}
	return m, errors.Join(err, broken)
}

// closerOf is the closer of a supplier by his name. One that is not there, or has no ledger, is
// refused.
func (d *Daemon) closerOf(supplier string) (*books.Closer, error) {
	closer := d.Closer.Of(supplier)
	if closer == nil {
		return nil, refusal.New(failure.Usage, wording.NewMessage("page.no_supplier", supplier), wording.NewMessage("page.no_supplier_way"))
	}
	return closer, closer.HasLedger()
}

// reckon has the ledger of a supplier read, or those of all, as `ledger` reads it, and keeps what it
// comes to.
func (s shop) reckon(ctx context.Context, a page.Action) (wording.Message, error) {
	names := []string{a.Values["supplier"]}
	if names[0] == page.AllSuppliers {
		names = nil
		for _, closer := range s.Closer.Each() {
			names = append(names, closer.Supplier())
		}
	}
	var errs []error
	for _, name := range names {
		errs = append(errs, s.reckonOne(ctx, name))
	}
	return wording.NewMessage("page.reckon_begun"), errors.Join(errs...)
}

func (s shop) reckonOne(ctx context.Context, supplier string) error {
	closer, err := s.closerOf(supplier)
	if err != nil {
		return err
	}
	if !s.has(dispatch.Books) {
		return s.askRole(ctx, dispatch.Books, dispatch.Task{Do: dispatch.ReckonLedger, Name: supplier})
	}
	return s.chores.Give(&errand.Errand[struct{}]{Name: errandOf(errandReckon, supplier), Most: longestChore, Do: func(ctx context.Context, progress func(int64)) error {
		return s.reckonNow(ctx, closer, progress)
	}})
}

// reckonNow reads a supplier's ledger and keeps what it comes to.
func (d *Daemon) reckonNow(ctx context.Context, closer *books.Closer, progress func(int64)) error {
	m, err := closer.Figures(ctx, time.Now(), progress)
	if err != nil {
		return err
	}
	return closer.KeepFigures(m)
}

// closeMonth is `close` into the month's folder of the config.
func (s shop) closeMonth(ctx context.Context, a page.Action) (wording.Message, error) {
	closer, err := s.closerOf(a.Values["supplier"])
	if err != nil {
		return wording.Message{}, err
	}
	begun := wording.NewMessage("page.close_begun", a.Values["month"])
	t := dispatch.Task{Do: dispatch.CloseMonth, Name: closer.Supplier(), Month: a.Values["month"], Accept: a.Values["accept"] == "yes", Person: a.Person, Origin: a.From}
	if !s.has(dispatch.Books) {
		return begun, s.askRole(ctx, dispatch.Books, t)
	}
	return begun, s.chores.Give(&errand.Errand[struct{}]{Errand: page.Errand{About: t.Month}, Name: errandOf(errandClose, t.Name), Most: longestChore, Do: func(ctx context.Context, progress func(int64)) error {
		return s.closeNow(ctx, closer, t, progress)
	}})
}

// closeNow closes a month, and logs who wanted it.
func (s shop) closeNow(ctx context.Context, closer *books.Closer, t dispatch.Task, progress func(int64)) error {
	closed, err := closer.CloseNow(ctx, t.Month, t.Accept, time.Now(), progress)
	if err == nil {
		s.noteAction(ctx, page.Action{Person: t.Person, From: t.Origin}, state.ActedMonthClosed, closed.Month, t.Name)
	}
	return err
}

// Document implements page.Shop.
func (s shop) Document(supplier, month, name string) (*os.File, error) {
	closer := s.Closer.Of(supplier)
	if closer == nil {
		return nil, fs.ErrNotExist
	}
	return closer.OpenDocument(month, name)
}

// noteMoney begins the names of the notes in which the process that has the books tells the others of
// them, one a supplier.
const noteMoney = "money."

// toldMoney is what there is of a supplier's money, as one process tells the others.
type toldMoney struct {
	Host    string          `json:"host"`
	Figures *standing.Money `json:"figures"`
	Failing *standing.Books `json:"failing"`
	Months  []page.Month    `json:"months"`
	Reading toldErrand      `json:"reading"`
	Closing toldErrand      `json:"closing"`
}

// toldErrand is an errand of another process.
type toldErrand struct {
	About string    `json:"about,omitempty"`
	Began time.Time `json:"began,omitzero"`
	Ended time.Time `json:"ended,omitzero"`
	Error string    `json:"error,omitempty"`
	Mend  string    `json:"mend,omitempty"`
}

// errand is what the page shows of it.
func (t toldErrand) errand() page.Errand {
	e := page.Errand{About: t.About, Began: t.Began, Ended: t.Ended}
	if t.Error != "" {
		e.Err = failure.Errorf(t.Mend, "%s", t.Error)
	}
	return e
}

// learnMoney takes over what the process with the books has told of a supplier's money. Its documents
// lie there.
func (s shop) learnMoney(ctx context.Context, m *page.Money) error {
	notes, err := s.Orders.Journal.Notes(ctx, s.Orders.Config.Account)
	if err != nil {
		return err
	}
	var one toldMoney
	if json.Unmarshal([]byte(notes[noteMoney+m.Supplier]), &one) != nil {
		return nil // nothing has been told yet
	}
	m.Figures, m.Failing, m.Reading, m.Closing = one.Figures, one.Failing, one.Reading.errand(), one.Closing.errand()
	here := map[string][]string{}
	for _, month := range m.Months {
		here[month.Month] = month.Files
	}
	m.Months = nil
	for _, month := range one.Months {
		if len(here[month.Month]) < len(month.Files) {
			month.Elsewhere = one.Host
		}
		month.Files = here[month.Month]
		m.Months = append(m.Months, month)
	}
	return nil
}

// moneyJob is work about a supplier's money that another process has asked for.
type moneyJob struct {
	closer *books.Closer
	about  string
	errand func(*toldMoney) *toldErrand // that it is
	do     func(ctx context.Context, progress func(int64)) error
}

// doMoney does what a job asks for, and tells the others that it began and what became of it.
func (s shop) doMoney(ctx context.Context, j moneyJob) {
	e := toldErrand{About: j.about, Began: time.Now()}
	s.tellMoney(ctx, j.closer, func(t *toldMoney) { *j.errand(t) = e })
	err := j.do(ctx, func(int64) {})
	if ctx.Err() != nil {
		return // whoever takes the job over does it again
	}
	if e.Ended = time.Now(); err != nil {
		e.Error, e.Mend = oneline.Joined(err.Error()), oneline.Unbroken(s.Hint(err))
	}
	s.tellMoney(ctx, j.closer, func(t *toldMoney) { *j.errand(t) = e })
}

// tellMoney tells the other processes what there is of a supplier's money, with what changes of that.
// What was told of errands stands otherwise.
func (s shop) tellMoney(ctx context.Context, closer *books.Closer, change func(*toldMoney)) {
	if s.Sharing == nil || !s.has(dispatch.Books) {
		return
	}
	var t toldMoney
	notes, err := s.Orders.Journal.Notes(ctx, s.Orders.Config.Account)
	if err == nil {
		_ = json.Unmarshal([]byte(notes[noteMoney+closer.Supplier()]), &t) // there is none, or of another version: it is told anew
	}
	m, broken := s.moneyOf(closer)
	s.said(ctx, broken)
	t.Host, _ = os.Hostname()
	t.Figures, t.Failing, t.Months = m.Figures, m.Failing, m.Months
	change(&t)
	text, err := json.Marshal(t)
	if err == nil {
		err = s.Orders.Journal.SetNote(ctx, s.Orders.Config.Account, noteMoney+closer.Supplier(), string(text))
	}
	s.said(ctx, err)
}

// closeDue closes the months that are due.
func (s shop) closeDue(ctx context.Context) {
	s.said(ctx, s.Closer.CloseDue(ctx))
	s.tellAllMoney(ctx)
}

// tellAllMoney tells the other processes what there is of each supplier's money.
func (s shop) tellAllMoney(ctx context.Context) {
	for _, closer := range s.Closer.Each() {
		s.tellMoney(ctx, closer, func(*toldMoney) {})
	}
}

// reckonAsked reads the ledger of a supplier for another process.
func (s shop) reckonAsked(ctx context.Context, supplier string) {
	closer, err := s.closerOf(supplier)
	if err != nil { // the config has changed since
		s.said(ctx, err)
		return
	}
	s.doMoney(ctx, moneyJob{closer: closer, errand: func(t *toldMoney) *toldErrand { return &t.Reading }, do: func(ctx context.Context, progress func(int64)) error {
		return s.reckonNow(ctx, closer, progress)
	}})
}

// monthAsked closes a month for another process.
func (s shop) monthAsked(ctx context.Context, t dispatch.Task) {
	closer, err := s.closerOf(t.Name)
	if err != nil {
		s.said(ctx, err)
		return
	}
	s.doMoney(ctx, moneyJob{closer: closer, about: t.Month, errand: func(m *toldMoney) *toldErrand { return &m.Closing }, do: func(ctx context.Context, progress func(int64)) error {
		return s.closeNow(ctx, closer, t, progress)
	}})
}
