package exporter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/category"
	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/revise"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// job is a worker's memory for one feed: what it makes of one page after another.
type job struct {
	feed    *feed
	part    *part
	offers  []offer // of the page's products, in their order
	refused []refusal
	kept    []*offer
	packed  [][]byte // products that wait for others
	found   findings
	remarks map[*supplier.Product]leftOut
	notes   remark.Notes // of what is settled
	repairs remark.Notes // of what encoding finds
	scope   template.Scope
	err     error
	proved  bool // the texts of the page's products are UTF-8
	drained bool // its products are those of complete groups
}

// refusal is why an offer is not in the feed; its code is "" where it is.
type refusal struct {
	code    remark.Code
	message wording.Message
}

func newJob(f *feed) *job {
	j := &job{feed: f, part: f.newPart(), found: findings{keys: f.facts.Keys}}
	j.scope = template.Scope{Facts: &f.facts, Notes: &j.repairs}
	return j
}

// prepare makes offers of a page's products.
func (j *job) prepare(products []supplier.Product, proved bool, remarks map[*supplier.Product]leftOut) {
	j.begin(len(products), remarks)
	j.proved = proved
	for i := range products {
		j.take(i, &products[i], nil)
	}
}

// begin empties the job for n products.
func (j *job) begin(n int, remarks map[*supplier.Product]leftOut) {
	j.notes.Reset()
	j.repairs.Reset()
	j.remarks, j.err = remarks, nil
	if n > cap(j.offers) {
		j.offers = slices.Grow(j.offers, n-len(j.offers))
		// The system gives fresh memory twice where it is looked at before it is written to.
		clear(j.offers[len(j.offers):n])
	}
	j.offers, j.refused, j.packed = j.offers[:n], j.refused[:0], j.packed[:0]
}

// take makes the offer of one product.
func (j *job) take(i int, p *supplier.Product, v *template.Variant) {
	waits := j.feed.spool != nil && !j.drained && (p.GroupID != "" || j.feed.template.Ordered())
	j.scope.Notes = &j.repairs
	if waits {
		j.scope.Notes = nil // what is repaired is told when the group is complete
	}
	code, message := j.feed.prepare(&j.offers[i], p, v, &j.scope)
	j.offers[i].Proved = j.proved && j.offers[i].unchanged()
	j.scope.Notes = &j.repairs
	j.refused = append(j.refused, refusal{code, message})
	var packed []byte
	// What is in no feed of its own still says of what kind its group is.
	if waits && (code == "" || p.GroupID != "") {
		var err error
		packed, err = pack(nil, p)
		j.err = errors.Join(j.err, err)
		if j.feed.template.Ordered() {
			j.offers[i].rank = j.feed.template.Rank(&j.scope)
		}
	}
	j.packed = append(j.packed, packed)
}

// choose keeps the offers that the feed takes and names the others, with those that no feed
// has among them, in the list's order.
func (j *job) choose(page *arrivals, twice []supplier.RepeatedKey) error {
	if j.err != nil {
		return j.err
	}
	j.kept = j.kept[:0]
	for _, key := range twice {
		j.notes.Warn(key.Product, remark.KeyRepeated, "remark.key_repeated", remark.Quote(key.Key))
	}
	for _, lack := range page.lacking {
		j.notes.Warn(lack.Product, remark.NotListed, "remark.not_listed", lack.Field, lack.List)
	}
	for _, r := range page.remarks {
		j.notes.Warnings = append(j.notes.Warnings, remark.Warning{SKU: r.List, Code: remark.ListRemark, Message: wording.Text(wording.Kept(r.Text))})
	}
	for i := range page.outdone {
		j.leave(&page.outdone[i])
	}
	absent := page.missing
	for i := range j.refused {
		for ; len(absent) > 0 && absent[0].before == i; absent = absent[1:] {
			absent[0].skip(&j.notes)
		}
		j.feed.known.note(j.offers[i].given)
		if err := j.settle(&j.offers[i], &j.refused[i], i); err != nil {
			return err
		}
	}
	for i := range absent {
		absent[i].skip(&j.notes)
	}
	arrange(j.kept)
	j.part.place(j.kept)
	return nil
}

// settle keeps an offer, names it, or lets it wait for others.
func (j *job) settle(o *offer, r *refusal, i int) error {
	switch {
	case j.packed[i] != nil: // told when the group is complete
		if r.code == "" {
			j.feed.remarkTidied(o.Product, j.remarks[o.given], &j.notes)
		}
		if j.feed.template.Ordered() && !(j.feed.template.Grouped() && o.Product.GroupID != "") {
			return j.feed.spool.addAlone(o.rank, j.packed[i])
		}
		return j.feed.spool.add(o.Product.GroupID, j.packed[i])
	case r.code == notSelected:
		j.view(o, r.code, notSelectedMessage())
		j.notes.Unselected++
		return nil
	case r.code != "":
		j.view(o, r.code, r.message)
		j.notes.Skip(remark.Label(o.Product), r.code, r.message)
		return nil
	}
	if j.feed.ids != nil {
		o.ID = j.feed.ids.Of(o.Product.ID)
		j.scope.Move(&o.Offer)
		j.scope.Notes = nil // told already
		j.feed.link(o, &j.scope)
		j.scope.Notes = &j.repairs
	}
	if u := j.feed.taken(o); u != nil {
		j.view(o, u.Code(), u.Message())
		j.notes.Skip(remark.Label(o.Product), u.Code(), u.Message())
		return nil
	}
	if o.Uncoded {
		j.notes.Warn(remark.Label(o.Product), remark.BarcodeRepeated, "remark.barcode_repeated", o.Product.Barcode)
	}
	j.view(o, "", wording.Message{})
	j.kept = append(j.kept, o)
	return nil
}

// view shows an offer to whoever asks about it; code is why it is not in the feed.
func (j *job) view(o *offer, code remark.Code, message wording.Message) {
	var refused *remark.Skip
	if code != "" {
		skip := remark.NewSkip(o.given.SKU, code, message)
		refused = &skip
	}
	if o.shown = j.feed.viewer.note(o.given, o.Product.Name, refused); o.shown != nil {
		if rule, base := j.feed.pricer.Explain(o.given, &o.Prices); rule != "" {
			o.shown.Changes = append(o.shown.Changes, revise.Change{Field: "price", Rule: rule, Before: base.String(), After: o.Prices.Price.String()})
		}
		o.shown.Changes = append(o.shown.Changes, o.changes...)
	}
}

// explain fills in what the feed shows of an offer that somebody asks about.
func (j *job) explain(o *offer) {
	if o.shown == nil {
		return
	}
	j.scope.Move(&o.Offer)
	fields := j.feed.template.Explain(&j.scope)
	for i := range fields {
		if fields[i].From == "url" && !j.feed.Links.Neutral() {
			fields[i].From = "url, " + j.feed.Links.String()
		}
	}
	j.feed.explainUsual(o, fields)
	o.shown.Fields = append(o.shown.Fields, fields...)
}

// encode makes the bytes of the offers that are kept.
func (j *job) encode() {
	j.found.reset()
	lists := j.feed.listsCategories()
	for i := range j.refused {
		p := j.offers[i].Product
		if j.refused[i].code != "" {
			if lists {
				j.found.noteOther(&p.Category)
			}
			if j.feed.Categories != nil {
				j.feed.Categories.Peek(&p.Category) // its row is of use, though not today
			}
		}
		if j.feed.Attributes != nil {
			j.feed.Attributes.Know(p.Attributes)
		}
	}
	for _, o := range j.kept {
		j.feed.remark(o, j.remarks[o.given], &j.notes)
		if lists {
			j.found.note(o)
		}
		j.explain(o)
		if j.feed.answeredUsually(o) {
			j.repairs.Repair(remark.CategoryUsual)
		}
		if host := j.feed.linksElsewhere(o); host != "" {
			j.found.elsewhere.add(elsewhere{1, remark.Label(o.Product), host})
		}
	}
	j.part.encode(j.kept, &j.repairs)
}

// write puts the bytes into the file, with what is known now for the report.
func (j *job) write(products int64) error {
	f := j.feed
	if err := j.part.write(); err != nil {
		return fmt.Errorf("write feed %s: %w", f.Out, err)
	}
	f.gather(&j.found, &j.repairs)
	if err := f.beside.ready(); err != nil {
		return err
	}
	for _, o := range j.kept {
		if err := f.remember(o); err != nil {
			return fmt.Errorf("compare feed %s with the last one: %w", f.Out, err)
		}
	}
	f.report.Products += products
	f.report.Offers += int64(len(j.kept))
	f.report.add(&j.notes)
	f.report.add(&j.repairs)
	return nil
}

// linksElsewhere is the host of an offer's page where a public feed shows one that is not the
// shop's.
func (f *feed) linksElsewhere(o *offer) string {
	if f.Private || !f.template.Uses().Page {
		return ""
	}
	return f.Links.Elsewhere(o.Page)
}

// groupsAtOnce bounds the products of groups that are in memory.
const groupsAtOnce = 200

// drain makes offers of the products that waited, a group after another in the order of
// the list, or each in the order that the template names.
func (f *feed) drain(ctx context.Context) error {
	if f.spool == nil {
		return nil
	}
	j := newJob(f)
	j.drained = true
	if err := f.rankGroups(ctx); err != nil {
		return err
	}
	f.spool.sort()
	var page []supplier.Product
	var variants []*template.Variant
	for n := range f.spool.groups {
		if err := ctx.Err(); err != nil {
			return err
		}
		members, told, err := f.group(n)
		if err != nil {
			return err
		}
		if len(told) > 0 && told[0] != nil {
			j.reviseGroup(told[0].Group, members)
		}
		variants = append(variants, told...)
		page = append(page, members...)
		if len(page) < groupsAtOnce && n < len(f.spool.groups)-1 {
			continue
		}
		if err := j.takeGroups(page, variants); err != nil {
			return err
		}
		page, variants = page[:0], variants[:0]
	}
	return nil
}

// reviseGroup changes what the product of a group says as the owner's rules have it, which
// look at its first member where they ask for prices.
func (j *job) reviseGroup(g *template.Group, members []supplier.Product) {
	if j.feed.Values == nil {
		return
	}
	var o offer
	o.Begin(g.Product, nil)
	j.feed.pricer.Price(&members[0], &o.Prices)
	j.scope.Move(&o.Offer)
	j.feed.Values.Apply(&o.Offer, &j.scope, &o.revised, nil)
	revised := *o.Product
	g.Product = &revised
}

// takeGroups is what a worker does with a page, for groups that are complete.
func (j *job) takeGroups(page []supplier.Product, variants []*template.Variant) error {
	j.begin(len(page), nil)
	for i := range page {
		j.take(i, &page[i], variants[i])
	}
	if err := j.choose(&arrivals{}, nil); err != nil {
		return err
	}
	j.encode()
	return j.write(0)
}

// findings are what a page's offers add to the feed's own lists.
type findings struct {
	categories []found              // of offers, in their order
	others     []*supplier.Category // of products that are not in the feed
	seen       map[string]int       // by id, the index in categories
	currencies map[string]bool
	keys       *category.Keys
	elsewhere  elsewhere
	scratch    []byte
}

// found is a category of a page; its texts live as long as the page.
type found struct {
	id       string
	category *supplier.Category
	sku      string
}

func (f *findings) reset() {
	clear(f.others)
	f.categories, f.others = f.categories[:0], f.others[:0]
	clear(f.seen)
	clear(f.currencies)
	f.elsewhere = elsewhere{}
}

// elsewhere are links that lead to another site than the shop's.
type elsewhere struct {
	count     int64
	sku, host string // of the first
}

// add takes in what comes behind it in the feed.
func (e *elsewhere) add(more elsewhere) {
	if e.count == 0 {
		e.sku, e.host = strings.Clone(more.sku), strings.Clone(more.host)
	}
	e.count += more.count
}

// noteOther notes the category of a product that is not in the feed, once where they are
// equal one after the other.
func (f *findings) noteOther(c *supplier.Category) {
	if n := len(f.others); n == 0 || !f.others[n-1].Same(c) {
		f.others = append(f.others, c)
	}
}

// note notes an offer's currency and category, once a page where they are equal.
func (f *findings) note(o *offer) {
	if f.seen == nil {
		f.seen, f.currencies = map[string]int{}, map[string]bool{}
	}
	f.currencies[o.Prices.Currency] = true
	c := &o.Product.Category
	if n := len(f.categories); n > 0 && f.categories[n-1].category.Same(c) {
		return
	}
	f.scratch = f.keys.Append(f.scratch[:0], c)
	if i, ok := f.seen[string(f.scratch)]; ok && f.categories[i].category.Same(c) {
		return
	}
	id := c.ID
	if id != encode.View(f.scratch) {
		id = string(f.scratch)
	}
	f.seen[id] = len(f.categories)
	f.categories = append(f.categories, found{id, c, remark.Label(o.Product)})
}

// gather adds a page's findings to the feed.
func (f *feed) gather(page *findings, notes *remark.Notes) {
	if page.elsewhere.count > 0 {
		f.elsewhere.add(page.elsewhere)
	}
	for _, c := range page.others {
		f.tree.Know(c)
	}
	for _, c := range page.categories {
		if f.tree.Add(c.id, category.Names(c.category)) {
			notes.Warn(c.sku, remark.CategoryAmbiguous, "remark.category_ambiguous", c.id)
		}
	}
	for c := range page.currencies {
		if !f.used[c] {
			f.used[strings.Clone(c)] = true
		}
	}
}

// document settles the feed's own lists, after the last offer.
func (f *feed) document() {
	f.facts.Categories = f.tree.List()
	f.facts.Currencies = nil
	for i, c := range f.template.Currencies() {
		if i == 0 || f.used[c.ID] { // the rates of all others are in the first one
			f.facts.Currencies = append(f.facts.Currencies, c)
		}
	}
}
