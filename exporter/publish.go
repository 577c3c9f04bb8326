package exporter

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/offerid"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// GuardError is a feed that differs too much from the last one: it was built and not
// published.
type GuardError struct {
	Feed     string
	Findings []history.Finding
	First    bool            // there is no feed yet that could stay
	List     string          // the file that lists what would change, "" where a supplier's list is what the guard refuses
	Accept   wording.Message // what publishes it once
}

// Error is the whole in English.
func (e *GuardError) Error() string { what, _ := e.Say(wording.English); return what }

// Hint is how to accept the feed.
func (e *GuardError) Hint() string { _, way := e.Say(wording.English); return way }

// Say is the error, and how to accept the feed, in a language.
func (e *GuardError) Say(l wording.Language) (what, way string) {
	var reasons wording.List
	for _, f := range e.Findings {
		reasons = append(reasons, wording.NewMessage("guard.coded", wording.Message(f.Message), f.Code))
	}
	refused, hint := "guard.refused", wording.NewMessage("guard.hint", e.List, e.Accept)
	if e.First {
		refused = "guard.refused_first"
	}
	if e.List == "" {
		hint = wording.NewMessage("guard.hint_list", e.Accept)
	}
	return l.Say(refused, e.Feed, reasons), hint.In(l)
}

// Failure is that of what else went wrong in the build: the feed may be right.
func (e *GuardError) Failure() failure.Kind { return failure.Unknown }

// publish finishes every file and then lets those that are fit take their places.
func (b *build) publish(ctx context.Context) error {
	result := b.pages.Result()
	if !result.Complete {
		return &supplier.Error{Kind: supplier.KindIncomplete, Op: "list products", Detail: result.Problem, Said: result.Why(),
			Way: wording.NewMessage("list_problem.old_feeds")}
	}
	if err := b.odd.check(b.odd.listed); err != nil {
		return err
	}
	for _, f := range b.feeds {
		f.err = f.finish()
	}
	if err := ctx.Err(); err != nil {
		return err // the last moment at which an interruption leaves every old feed
	}
	var errs []error
	for _, f := range b.feeds {
		if f.err == nil {
			f.err = f.commit()
		}
		f.report.Seconds = b.opts.Now().Sub(b.start).Seconds()
		errs = append(errs, f.err)
	}
	return errors.Join(errs...)
}

// finish completes the feed's file, makes it safe on the disk, and asks the guard.
func (f *feed) finish() error {
	if err := f.beside.ready(); err != nil {
		return err
	}
	if !f.beside.warning.IsZero() {
		f.report.warnAll(remark.MemoryUnreadable, f.beside.warning)
	}
	f.remarkUnused()
	f.remarkName()
	if e := f.elsewhere; e.count > 0 {
		f.report.warnAll(remark.LinkElsewhere, wording.NewMessage("remark.link_elsewhere", e.count, e.sku, e.host, f.Links.Shop))
	}
	if f.report.Offers == 0 {
		empty := &EmptyError{Feed: f.Name, Products: f.report.Products, NotSelected: f.report.NotSelected, Report: f.Out + ReportEnding, First: !exists(f.Out)}
		return errors.Join(empty, writeReport(&f.Feed, &f.report))
	}
	f.document()
	err := f.complete()
	if err == nil {
		err = f.out.sync()
	}
	if err != nil {
		return fmt.Errorf("write feed %s: %w", f.Out, err)
	}
	f.report.Bytes, f.report.SHA256 = f.out.bytes, f.out.sha256()
	return f.judge()
}

// judge lets the guard look at what changed since the feed was last published.
func (f *feed) judge() error {
	summary, err := f.beside.comparison.Finish()
	if err != nil {
		return fmt.Errorf("compare feed %s with the last one: %w", f.Out, err)
	}
	f.report.Changes = &summary
	f.report.Guard = f.Feed.Guard.Judge(summary)
	if f.beside.finding != nil {
		f.report.Guard = append(f.report.Guard, *f.beside.finding)
	}
	if len(f.report.Guard) == 0 || f.Accept {
		return nil
	}
	refused := &GuardError{Feed: f.Name, Findings: f.report.Guard, First: !exists(f.Out),
		List: f.Out + RefusedEnding, Accept: or(f.AcceptBy, "set Accept")}
	return errors.Join(refused, f.beside.refuse(), writeReport(&f.Feed, &f.report))
}

// commit publishes the feed and then what lies beside it.
func (f *feed) commit() error {
	if err := f.CheckPlace(); err != nil { // something may have come there while it was built
		return err
	}
	if err := f.markPublishing(); err != nil {
		return fmt.Errorf("publish feed %s: %w", f.Out, err)
	}
	if f.Private {
		if err := markPrivate(f.Out); err != nil {
			return fmt.Errorf("publish feed %s: %w", f.Out, err)
		}
	}
	release := durable.Hold(f.Out)
	err := f.out.commit()
	defer runBeside(release)() // the older file goes while what lies beside the feed is written
	if err != nil {
		return fmt.Errorf("publish feed %s: %w", f.Out, err)
	}
	f.report.Published = true
	var kept error
	if f.listsCategories() {
		kept = f.write(category.MemoryPath(f.Out), func(w io.Writer) error { return category.Remember(w, f.facts.Categories) })
	}
	if f.ids != nil {
		kept = errors.Join(kept, f.write(offerid.Path(f.Out), f.ids.Remember))
	}
	if err := errors.Join(kept, f.beside.commit(), writeReport(&f.Feed, &f.report)); err != nil {
		return fmt.Errorf("write what lies beside feed %s: %w", f.Out, err)
	}
	if err := unmarkPublishing(f.Out); err != nil || f.Private {
		return err
	}
	return unmarkPrivate(f.Out)
}

// remarkName tells of a file whose name promises another format than it has.
func (f *feed) remarkName() {
	families := map[string]string{"csv": "text table", "tsv": "text table", "txt": "text table", "xlsx": "workbook", "xml": "XML", "yml": "XML"}
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(f.Out), "."))
	if has, says := families[f.template.Format], families[ending]; says != "" && has != says {
		f.report.warnAll(remark.NameMisleading, wording.NewMessage("remark.name_misleading", f.Out, f.template.Format, strings.TrimSuffix(f.Out, filepath.Ext(f.Out))+"."+f.template.Format))
	}
}

// remarkUnused names what the feed's filter and maps ask for and no product has.
func (f *feed) remarkUnused() {
	for _, what := range f.Selector.Unused() {
		f.report.warnAll(remark.FilterUnused, what)
	}
	if f.report.NotSelected < f.report.Products { // where the filter takes nothing, no rule could have a use
		for _, what := range f.Values.Unused() {
			f.report.warnAll(remark.RuleUnused, what)
		}
	}
	f.remarkAsked()
	for _, what := range f.Selector.Unreached() {
		f.report.warnAll(remark.FilterUnreached, what)
	}
	f.remarkUnmapped()
	if f.Attributes != nil {
		if rows := f.Attributes.Unused(); !rows.IsZero() && (f.template.Uses().Names || len(f.template.AttributeColumns()) > 0) {
			f.report.warnAll(remark.MapRowUnused, rows)
		}
		f.remarkColumns("attribute_map", f.template.AttributeColumns(), f.Attributes.Columns(), nil)
	}
	if f.Categories == nil {
		return
	}
	if rows := f.Categories.Unused(); !rows.IsZero() && len(f.template.CategoryColumns()) > 0 {
		f.report.warnAll(remark.MapRowUnused, rows)
	}
	f.remarkColumns("category_map", f.template.CategoryColumns(), f.Categories.Columns(), f.usual)
	unmapped, beyond := f.Categories.Unmapped()
	for _, c := range unmapped {
		if c.ID == "" && c.Path == "" {
			f.report.warnAll(remark.CategoryUnmapped, wording.NewMessage("remark.category_unmapped.none", c.Lookups))
			continue
		}
		f.report.warnAll(remark.CategoryUnmapped, wording.NewMessage("remark.category_unmapped", orWord(c.ID, "remark.category_unmapped.no_id"), orWord(c.Path, "remark.category_unmapped.no_path")))
	}
	if beyond > 0 {
		f.report.warnAll(remark.CategoryUnmapped, wording.NewMessage("remark.category_unmapped.beyond", beyond))
	}
}

// orWord is a value, or the word for that it is not there.
func orWord(value, without string) any {
	if value == "" {
		return wording.NewMessage(without)
	}
	return value
}

// remarkUnmapped tells of the attributes that are left out because nothing says what the
// target calls them.
func (f *feed) remarkUnmapped() {
	if !f.template.Uses().Names {
		return
	}
	if f.Attributes == nil {
		f.report.warnAll(remark.AttributeUnmapped, wording.NewMessage("remark.attribute_unmapped.all"))
		return
	}
	const shown = 10
	var some []string
	unmapped := f.Attributes.Unmapped()
	for _, a := range unmapped[:min(len(unmapped), shown)] {
		what := a.Name
		if a.Value != "" {
			what += ": " + a.Value
		}
		some = append(some, remark.Quote(what))
	}
	if len(some) > 0 {
		f.report.warnAll(remark.AttributeUnmapped, wording.NewMessage("remark.attribute_unmapped", len(unmapped), strings.Join(some, ", ")))
	}
}

// reports are one a feed. What an error of the feed's own kept from publishing says so.
func (b *build) reports() []Report {
	var out []Report
	for _, f := range b.feeds {
		report := f.report.done()
		report.Err = f.err
		out = append(out, report)
	}
	return out
}
