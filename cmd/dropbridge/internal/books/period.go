package books

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/exchange"
	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// periodFlags are what the commands for accountants have in common.
type periodFlags struct {
	from, to, month, zone string
	out, language         string
	template              string
	check, overwrite      bool
	optional              bool // no file need be written
	texts                 bool // a template may write a .txt
	supplier              string
}

func (f *periodFlags) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&f.from, "from", "", "first day of the period, such as 2026-10-01")
	flags.StringVar(&f.to, "to", "", "last day of the period, included (default today)")
	flags.StringVar(&f.month, "month", "", "a whole month instead, such as 2026-10")
	flags.StringVar(&f.zone, "zone", supplier.LocalZone, "time zone in which days begin and end")
	flags.StringVar(&f.out, "out", "", "file to write: .xlsx or .csv")
	flags.BoolVar(&f.overwrite, "overwrite", false, "write over a file that dropbridge did not write, or that somebody changed since")
	supplierFlag(command, &f.supplier)
	flags.StringVar(&f.language, "lang", "uk", "language of headings and words: uk or en")
	flags.BoolVar(&f.check, "check", false, "exit with 3 when anything does not fit")
}

// span is what the flags come to.
type span struct {
	period   statement.Period
	language wording.Language
	csv      bool
}

// read refuses wrong flags before anything is opened.
func (f *periodFlags) read(now time.Time) (s span, err error) {
	zone, err := f.readZone()
	if err != nil {
		return s, err
	}
	if s.language, err = wording.ParseLanguage(f.language); err != nil {
		return s, refusal.Misuse("book_flag.language", f.language)
	}
	if f.out != "" || !f.optional {
		if s.csv, err = f.readOut(); err != nil {
			return s, err
		}
	}
	s.period, err = f.readPeriod(now, zone)
	return s, err
}

// readZone refuses a zone that is none, and that of the machine, which nobody sees in a book.
func (f *periodFlags) readZone() (*time.Location, error) {
	zone, err := time.LoadLocation(f.zone)
	if err != nil || f.zone == "" || strings.EqualFold(f.zone, "local") {
		return nil, refusal.Misuse("book_flag.zone", f.zone)
	}
	return zone, nil
}

// readOut tells from the name of the file whether it is to be CSV, or another text of a template.
func (f *periodFlags) readOut() (csv bool, err error) {
	switch ext := strings.ToLower(filepath.Ext(f.out)); {
	case f.out == "":
		return false, refusal.Misuse("book_flag.no_out")
	case ext == ".csv", ext == exchange.Ending && f.texts && f.template != "":
		csv = true
	case ext != ".xlsx":
		return false, refusal.Misuse("book_flag.ending", f.out)
	}
	if f.template != "" && !csv {
		return false, refusal.Misuse("book_flag.template")
	}
	return csv, nil
}

// readPeriod refuses days that are none, and those that have not come yet.
func (f *periodFlags) readPeriod(now time.Time, zone *time.Location) (period statement.Period, err error) {
	switch {
	case f.month != "" && (f.from != "" || f.to != ""):
		return period, refusal.Misuse("book_flag.month_or_days")
	case f.month != "":
		period, err = statement.Month(f.month, zone)
	case f.from == "":
		return period, refusal.Misuse("book_flag.no_period")
	default:
		to := f.to
		if to == "" {
			to = now.In(zone).Format(time.DateOnly)
		}
		period, err = statement.Days(f.from, to, zone)
	}
	if err != nil {
		return period, err
	}
	if period.From.After(now) {
		return period, refusal.Misuse("book_flag.future", period.First().Format(time.DateOnly))
	}
	return period, nil
}

// checkOut refuses a book in a place that is another's: of the config, of a feed, or of a
// file that dropbridge did not write.
func (f *periodFlags) checkOut(c *config.Config) error {
	if err := c.CheckBookOut("--out", f.out); err != nil {
		return err
	}
	return place.Check(f.out, f.overwrite, wording.NewMessage("place.same_command"), func() place.Origin {
		return place.Notes(c.Written()).Origin(f.out)
	})
}

// noteWritten remembers that a book was written, so that it can be written again. Where that
// cannot be remembered the book is there all the same.
func (p *Program) noteWritten(c *config.Config, out, sum string) {
	if err := place.Notes(c.Written()).Note(out, sum); err != nil {
		p.Logger().Warn("the next export into this file will need --overwrite", "file", out, "error", err)
	}
}

// unwritten says which book an error kept from being written.
func unwritten(what, out string, err error) error {
	return refusal.Around("book.unwritten", err, what, out)
}

// isMonth knows the form of a month, such as 2026-10.
var isMonth = pattern.Lazy(`^\d{4}-(0[1-9]|1[0-2])$`)
