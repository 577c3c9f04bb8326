package sales

import (
	"cmp"
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// job is one reading on its way into a file.
type job struct {
	Options
	source Source
	audit  *audit
	report Report
	items  int64
	counts figures // of all rows, without an amount
	sums   map[string]*sums

	noParcels bool // the supplier has no list of shipments

	history history
}

func newJob(source Source, o Options, checks []string) *job {
	if o.Zone == nil {
		o.Zone = o.From.Location()
	}
	o.Lang = cmp.Or(o.Lang, wording.Ukrainian)
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	return &job{Options: o, source: source, audit: newAudit(checks), sums: map[string]*sums{}, report: Report{
		Out: o.Out, From: o.first(), To: o.last(), Zone: o.Zone.String()}}
}

// unread says how to mend that a list changed while it was read.
func unread(err error) error {
	var failed *supplier.Error
	if errors.As(err, &failed) && failed.Kind == supplier.KindIncomplete {
		return refusal.Around("sales.unread", err)
	}
	return err
}

// checkDates is the check of both books that each row has a date: what has none is in no period.
const checkDates = "dates_known"

// undated reports a row that no period can have.
func (j *job) undated(d Difference) error {
	d.Code, d.OrderID, d.ExternalID, d.Waybill = checkDates, strings.Clone(d.OrderID), strings.Clone(d.ExternalID), strings.Clone(d.Waybill)
	return j.audit.found(d)
}
