package main

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/exporter/statement"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// periodFlags are what the commands for accountants have in common.
type periodFlags struct {
	from, to, month, zone string
	out, language         string
	template              string
	check, overwrite      bool
}

func (f *periodFlags) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&f.from, "from", "", "first day of the period, such as 2026-10-01")
	flags.StringVar(&f.to, "to", "", "last day of the period, included (default today)")
	flags.StringVar(&f.month, "month", "", "a whole month instead, such as 2026-10")
	flags.StringVar(&f.zone, "zone", supplier.LocalZone, "time zone in which days begin and end")
	flags.StringVar(&f.out, "out", "", "file to write: .xlsx or .csv")
	flags.BoolVar(&f.overwrite, "overwrite", false, "write over a file that dropbridge did not write, or that somebody changed since")
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
	zone, err := time.LoadLocation(f.zone)
	if err != nil || f.zone == "" || strings.EqualFold(f.zone, "local") {
		return s, usageError("--zone %q is no time zone: write it like Europe/Kyiv", f.zone)
	}
	if s.language, err = wording.ParseLanguage(f.language); err != nil {
		return s, usageError("--lang: %w", err)
	}
	switch ext := strings.ToLower(filepath.Ext(f.out)); {
	case f.out == "":
		return s, usageError("--out is missing: name the file to write, such as october.xlsx or october.csv")
	case ext == ".csv":
		s.csv = true
	case ext != ".xlsx":
		return s, usageError("--out %q: its name must end in .xlsx or .csv", f.out)
	}
	if f.template != "" && !s.csv {
		return s, usageError("--template is for CSV: give --out a name that ends in .csv")
	}
	switch {
	case f.month != "" && (f.from != "" || f.to != ""):
		return s, usageError("give --month, or --from and --to, not both")
	case f.month != "":
		s.period, err = statement.Month(f.month, zone)
	case f.from == "":
		return s, usageError("the period is missing: give --month 2026-10, or --from 2026-10-01 --to 2026-10-31")
	default:
		to := f.to
		if to == "" {
			to = now.In(zone).Format(time.DateOnly)
		}
		s.period, err = statement.Days(f.from, to, zone)
	}
	if err != nil {
		return s, usageError("%w", err)
	}
	if s.period.From.After(now) {
		return s, usageError("the period begins on %s, which has not come yet", s.period.First().Format(time.DateOnly))
	}
	return s, nil
}

// checkOut refuses a book in a place that is another's: of the config, of a feed, or of a
// file that dropbridge did not write.
func (f *periodFlags) checkOut(c *config.Config) error {
	if err := c.CheckBookOut("--out", f.out); err != nil {
		return err
	}
	return place.Check(f.out, f.overwrite, "the same command with --overwrite", func() place.Origin {
		return place.Notes(c.Written()).Origin(f.out)
	})
}

// noteWritten remembers that a book was written, so that it can be written again. Where that
// cannot be remembered the book is there all the same.
func (a *app) noteWritten(c *config.Config, out, sum string) {
	if err := place.Notes(c.Written()).Note(out, sum); err != nil {
		a.logger().Warn("the next export into this file will need --overwrite", "file", out, "error", err)
	}
}
