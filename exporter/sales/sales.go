package sales

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Orders writes the orders created in the period.
func Orders(ctx context.Context, source Source, o Options) (*Report, error) {
	return reread(func() (*Report, error) {
		j := newJob(source, o, []string{checkItems, checkProfit, checkShipment, checkCash, checkState, checkDates})
		j.ordersHistory()
		r, err := j.keepHistory(j.write(ctx, j.ordersBook, j.ordersCSV))
		if err != nil {
			return nil, err
		}
		r.Orders, r.Items = new(r.Rows), new(j.items)
		j.reportSums(true)
		return r, nil
	})
}

// Shipments writes the shipments sent in the period; one without a day of sending counts
// by its last change.
func Shipments(ctx context.Context, source Source, o Options) (*Report, error) {
	return reread(func() (*Report, error) {
		j := newJob(source, o, []string{checkWaybill, checkOrderID, checkCollected, checkState, checkParcel, checkDates})
		j.shipmentsHistory()
		r, err := j.keepHistory(j.write(ctx, j.shipmentsBook, j.shipmentsCSV))
		if err != nil {
			return nil, err
		}
		r.Shipments = r.Rows
		j.reportSums(false)
		return r, nil
	})
}

// write writes the file in the form that its ending names, and reports what the rows came to.
func (j *job) write(ctx context.Context, book, csv func(context.Context) error) (*Report, error) {
	write := book
	if strings.EqualFold(filepath.Ext(j.Out), ".csv") {
		write = csv
	}
	if err := write(ctx); err != nil {
		return nil, err
	}
	r := &j.report
	r.Rows, r.Late = j.counts.count, j.counts.late
	r.Checks, r.details = j.audit.checks()
	r.blind, r.Differences = j.audit.unchecked(), j.audit.first
	r.Unchecked = []string{}
	for _, c := range r.blind {
		r.Unchecked = append(r.Unchecked, c.Name+": "+c.Why.String())
	}
	return r, nil
}

// readings is how often lists that changed while they were read are read at most.
const readings = 3

// reread writes the file, and writes it anew where a list changed while it was read.
func reread(write func() (*Report, error)) (r *Report, err error) {
	for range readings {
		if r, err = write(); supplier.KindOf(err) != supplier.KindIncomplete {
			break
		}
	}
	return r, err
}
