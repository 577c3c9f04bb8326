package books

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/exporter/statement/sheets"
	"github.com/dropbridge/dropbridge/importer/actfile"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/bookfiles"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Scheduled writes the books of a config by their schedules, each as its command does. Use NewScheduled.
type Scheduled struct {
	program Program
	config  *config.Config
	files   []bookfiles.File
	memory  scheduledMemory
	now     func() time.Time
}

// NewScheduled is what writes the books of a config that has nothing wrong with them. Nobody reads what the
// commands report.
func (p *Program) NewScheduled(c *config.Config, now func() time.Time) (*Scheduled, error) {
	files, err := c.BookFiles()
	s := &Scheduled{program: *p, config: c, files: files, memory: scheduledMemory(c.Scheduled()), now: now}
	s.program.Config = func() (*config.Config, error) { return c, nil }
	s.program.JSON, s.program.PrintJSON = func() bool { return true }, func(any) error { return nil }
	return s, err
}

// againBook is how soon a book is tried again that could not be written.
const againBook = 10 * time.Minute

// Run writes books until ctx ends. What goes wrong is noted and tried again.
func (s *Scheduled) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, f := range s.files {
		group.Go(func() error {
			for at := s.first(f); ; at = s.round(ctx, f) {
				timer := time.NewTimer(at.Sub(s.now()))
				select {
				case <-ctx.Done():
					timer.Stop()
					return ctx.Err()
				case <-timer.C:
				}
			}
		})
	}
	return group.Wait()
}

// first is when to look for the first time: a book that was never written, could not be, or was due while
// nobody was there is written at once, but for quiet hours.
func (s *Scheduled) first(f bookfiles.File) time.Time {
	now := s.now()
	was, err := s.memory.of(f.Name)
	if err == nil && was.Error == "" && len(s.missed(f, was, now)) == 0 {
		return f.When.Due(was.Due, rand.N).At
	}
	return f.When.NotBefore(now, rand.N).At
}

// mostMissed is how many months are made up for.
const mostMissed = 12

// missed are the times at which a book was due since it was written last, the last one of each month that it
// is of; of one that was never written it is now.
func (s *Scheduled) missed(f bookfiles.File, was scheduledBook, now time.Time) (dues []time.Time) {
	if was.Due.IsZero() {
		return []time.Time{now}
	}
	last := ""
	for due := f.When.Next(was.Due); !due.IsZero() && !due.After(now); due = f.When.Next(due) {
		if of, _, _ := f.Period(due); of == last {
			dues[len(dues)-1] = due
		} else {
			dues, last = append(dues, due), of
		}
	}
	return dues[max(0, len(dues)-mostMissed):]
}

// round writes what is due of a book, notes what became of it, and is when to come again.
func (s *Scheduled) round(ctx context.Context, f bookfiles.File) time.Time {
	err := durable.TryAlone(string(s.memory)+"."+f.Name+".lock", func() error {
		was, err := s.memory.of(f.Name)
		if err != nil {
			return err
		}
		for _, due := range s.missed(f, was, s.now()) {
			if was, err = s.write(ctx, f, was, due); err != nil {
				return err
			}
		}
		return nil
	})
	now := s.now()
	if err == nil {
		return f.When.Due(now, rand.N).At
	}
	if ctx.Err() == nil && !errors.Is(err, durable.ErrElsewhere) {
		s.program.Logger().Error("a book was not written, it is tried again", "book", f.Name, "error", err, "hint", failure.Hint(err))
	}
	return f.When.NotBefore(now.Add(againBook), rand.N).At
}

// write writes a book that was due at a time, and remembers it, or why it could not be written.
func (s *Scheduled) write(ctx context.Context, f bookfiles.File, was scheduledBook, due time.Time) (scheduledBook, error) {
	month, from, to := f.Period(due)
	out := f.Out(month)
	err := s.writeFile(ctx, f, periodFlags{from: from, to: to, zone: f.When.Zone().String(), out: out, template: f.Template, supplier: f.Supplier,
		language: string(cmp.Or(s.config.Reasons(), wording.Ukrainian))})
	partial := errors.Is(err, s.program.Partial)
	if err == nil || partial {
		err = s.carry(ctx, out)
	}
	if ctx.Err() != nil {
		return was, ctx.Err()
	}
	if err != nil {
		what, way := s.program.Said(err)
		since := was.Since
		if was.Error == "" {
			since = s.now()
		}
		was.Failing, was.Error, was.Mend, was.Since = month, oneline.Unbroken(what), oneline.Unbroken(way), since
		return was, errors.Join(err, s.memory.keep(f.Name, was))
	}
	is := scheduledBook{Due: due, BookFile: standing.BookFile{Month: month, Written: s.now(), Out: out}}
	if partial {
		what, way := s.program.Said(refusal.New(failure.Other, wording.NewMessage("book_file_partial", out), wording.NewMessage("book_file_partial.way")))
		is.Failing, is.Error, is.Mend, is.Since = month, what, way, s.now()
	}
	s.program.Logger().Info("book written", "book", f.Name, "month", month, "file", out, "whole", !partial)
	return is, s.memory.keep(f.Name, is)
}

// writeFile does what the command of the book does.
func (s *Scheduled) writeFile(ctx context.Context, f bookfiles.File, flags periodFlags) error {
	if err := os.MkdirAll(filepath.Dir(flags.out), 0o755); err != nil {
		return err
	}
	switch f.Book {
	case bookfiles.Ledger:
		return s.program.ledger(ctx, flags, ledgerFlags{perspective: string(sheets.Client)})
	case bookfiles.Act:
		return s.program.act(ctx, flags, actFlags{template: actfile.Usual, days: usualDays})
	case bookfiles.Orders:
		return s.program.sales(ctx, string(f.Book), flags, false, ordersBook())
	}
	return s.program.sales(ctx, string(f.Book), flags, false, shipmentsBook())
}

// bookPrefix begins the keys of books in the bucket.
const bookPrefix = "books/"

// carry puts a book into the bucket behind the folders, where there is one.
func (s *Scheduled) carry(ctx context.Context, out string) (err error) {
	to, err := s.config.Bucket()
	if to == nil || err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	file, err := os.Open(out)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = to.Put(ctx, bookPrefix+filepath.Base(out), file)
	return err
}

// ScheduledStanding is how the books of a config stand that are written by schedule.
func ScheduledStanding(c *config.Config, now time.Time) (list []standing.BookFile, err error) {
	files, err := c.BookFiles()
	if err != nil || len(files) == 0 {
		return nil, err
	}
	books, err := scheduledMemory(c.Scheduled()).read()
	for _, f := range files {
		was := books[f.Name]
		one := was.BookFile
		one.Name = f.Name
		if one.Next = f.When.Next(now); !was.Due.IsZero() {
			one.Next = f.When.Next(was.Due)
		}
		month, _, _ := f.Period(one.Next)
		one.Out = cmp.Or(one.Out, f.Out(month))
		list = append(list, one)
	}
	return slices.Clip(list), err
}
