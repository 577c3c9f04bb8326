package orderfile

import (
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
	"github.com/dropbridge/dropbridge/importer/orderfile/celltext"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/importer/orderfile/problem"
)

// readSendOn reads the day on which an order is to be sent. A column that forbids to send
// before its day refuses the order until then; a day that a system may have filled by itself
// is said only.
func (b *orderBuilder) readSendOn(d *draft, r *cells.Row) {
	for _, column := range b.l.Columns[field.SendOn] {
		c := r.At(column.Index)
		if !b.speaks(c) || b.lexicon.Truth(c.Text) == "no" || isZero(c) {
			continue
		}
		day, known := b.values.dayOf(c)
		today := dayBegun(b.source.now)
		forbids := column.Tier == ordertemplate.FirstTier
		switch {
		case known && day.After(today) && forbids:
			b.refuse(r.Number, column.Name, problem.Faultf(problem.SendLater, celltext.Show(c.Text)))
		case known && day.After(today):
			b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".planned", celltext.Show(c.Text)))
		case known && (forbids || !day.Before(today)):
		case known:
			b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".past", celltext.Show(c.Text)))
		case forbids:
			b.refuse(r.Number, column.Name, problem.Faultf(problem.SendLater, celltext.Show(c.Text)))
		default:
			b.remark(r.Number, column.Name, problem.Faultf(problem.SendLater+".planned", celltext.Show(c.Text)))
		}
		return
	}
}

// remark puts a warning into the report whose code is an error elsewhere.
func (b *orderBuilder) remark(row int, column string, f *problem.Fault) {
	b.found.add(row, column, f)
	b.found.Problems[len(b.found.Problems)-1].OnlyWarn()
}

// dayBegun is the beginning of a time's day as its own clock shows it, in UTC.
func dayBegun(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// dayToCome is the day that a word of a note names; a day without a year is the next one.
func (v *values) dayToCome(text string, now time.Time) (time.Time, bool) {
	if day, ok := v.dayOf(cells.Cell{Text: text}); ok {
		return day, true
	}
	day, err := time.Parse("2.1", text)
	if err != nil {
		return time.Time{}, false
	}
	today := dayBegun(now)
	day = time.Date(today.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	const halfYear = 180 * 24 * time.Hour
	if today.Sub(day) > halfYear {
		day = day.AddDate(1, 0, 0)
	}
	return day, true
}

// dayOf is the day that a cell names; two digits of a day and a month that could be either
// are read as in Ukraine.
func (v *values) dayOf(c cells.Cell) (time.Time, bool) {
	text, _, _ := strings.Cut(strings.Replace(c.Text, "T", " ", 1), " ")
	text = strings.TrimRight(text, ",")
	for _, layout := range []string{"2006-01-02", "02.01.2006", "2.1.2006", "02.01.06", "02/01/2006", "2006/01/02", "2006.01.02", "02-01-2006"} {
		if day, err := time.Parse(layout, text); err == nil {
			return day, true
		}
	}
	return time.Time{}, false
}
