package exporter

import (
	"context"
	"fmt"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// publish finishes every file and then lets them take their places.
func (b *build) publish(ctx context.Context) error {
	result := b.pages.Result()
	if !result.Complete {
		return &supplier.Error{Kind: supplier.KindIncomplete, Op: "list products", Detail: result.Problem,
			Hint: "the old feeds stay as they are; try again"}
	}
	for _, f := range b.feeds {
		if err := f.finish(); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err // the last moment at which an interruption leaves every old feed
	}
	for _, f := range b.feeds {
		if err := f.out.commit(); err != nil {
			return fmt.Errorf("publish feed %s: %w", f.Out, err)
		}
		f.report.Published = true
		f.report.Seconds = b.opts.Now().Sub(b.start).Seconds()
	}
	return nil
}

// finish completes the feed's file and makes it safe on the disk.
func (f *feed) finish() error {
	if f.report.Offers == 0 {
		return &EmptyError{Feed: f.Name, Skipped: f.report.Products, Hint: "the old feed stays; the report names why each product was left out"}
	}
	err := f.format.close()
	if err == nil {
		err = f.out.sync()
	}
	if err != nil {
		return fmt.Errorf("write feed %s: %w", f.Out, err)
	}
	f.report.Bytes, f.report.SHA256 = f.out.bytes, f.out.sha256()
	return nil
}

func (b *build) reports() []Report {
	var out []Report
	for _, f := range b.feeds {
		out = append(out, f.report.done())
	}
	return out
}
