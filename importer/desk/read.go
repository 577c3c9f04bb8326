package desk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Source is how the files of a source are read; "" is that of none in particular.
func (d *Desk) Source(name string) Source {
	if name == "" {
		return d.Config.Default
	}
	return d.Config.Sources[name]
}

// Read reads a private copy as its source says.
func (d *Desk) Read(ctx context.Context, path, name, source string) (*orderfile.Report, error) {
	return d.Reader(ctx, path, told.OneLine(name), d.options(source))
}

// options are how the files of a source are read.
func (d *Desk) options(source string) orderfile.Options {
	s := d.Source(source)
	return orderfile.Options{Profile: s.Profile, ExternalIDPrefix: s.Prefix,
		Carrier: s.Carrier, PaymentMethod: s.PaymentMethod, Words: s.Words, Ignore: s.Ignore, Columns: s.Columns, Route: s.Route, Language: d.Config.Language}
}

// FetchCopy has a file's private copy at hand where another machine took the file.
func (d *Desk) FetchCopy(file state.File) error {
	return told.Doing("fetch the private copy of "+told.OneLine(file.Name), d.Config.Disk.Fetch(file.Spool))
}

// ReadWritten reads some rows of a file's private copy as they stand there.
func (d *Desk) ReadWritten(ctx context.Context, file state.File, rows []int) (orderfile.Written, error) {
	if err := d.FetchCopy(file); err != nil {
		return orderfile.Written{}, err
	}
	written, err := orderfile.ReadWritten(ctx, file.Spool, told.OneLine(file.Name), d.options(file.Source), rows)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New(wording.NewMessage("trouble.copy_gone", told.OneLine(file.Name), told.OneLine(file.Spool)).In(d.Language()))
	}
	return written, err
}

// ReadRows reads a file's private copy for its rows. What was ordered in them is in the
// journal, and of a long file it fills most of the memory.
func (d *Desk) ReadRows(ctx context.Context, file state.File) (*orderfile.Report, error) {
	if err := d.FetchCopy(file); err != nil {
		return nil, err
	}
	report, err := d.Read(ctx, file.Spool, file.Name, file.Source)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New(wording.NewMessage("trouble.copy_gone", told.OneLine(file.Name), told.OneLine(file.Spool)).In(d.Language()))
	}
	if err != nil {
		return nil, fmt.Errorf("read the private copy of %s: %w", told.OneLine(file.Name), err)
	}
	report.Orders = nil
	return report, nil
}

// Refused reports whether the file as a whole was refused, and by which problem.
func Refused(report *orderfile.Report) (orderfile.Problem, bool) {
	for _, problem := range report.Problems {
		if problem.Row == nil && problem.Weight() == orderfile.Error {
			return problem, true
		}
	}
	return orderfile.Problem{}, false
}
