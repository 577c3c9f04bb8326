package pricelist

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/pricelist/listfile"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// pageSize is how many records make a page.
const pageSize = 500

// pages is one reading of all products.
type pages struct {
	catalogue *Catalogue

	mu      sync.Mutex // guards what Fetch does
	err     error      // that every further call of Fetch gives
	first   *surveyed
	lists   []*surveyed
	extras  []*extras
	last    bool // the page that ends the reading was fetched
	list    listfile.Reader
	index   int
	waiting map[int][]listfile.Record // pages that were fetched and not decoded yet

	words  unknowns
	ids    supplier.IDSet // one page at a time is admitted
	result supplier.ListResult
}

// Fetch reads the records of the next page. The first call gets the lists and proves them
// whole.
func (p *pages) Fetch(ctx context.Context) (*supplier.RawPage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil && p.list == nil {
		p.err = p.begin(ctx)
	}
	if p.err != nil {
		return nil, p.err
	}
	records, err := p.read(ctx)
	if err != nil {
		p.err = errors.Join(ofSupplier(err), p.list.Close())
		return nil, p.err
	}
	if len(records) == 0 && p.last {
		if p.err = p.list.Close(); p.err == nil {
			p.err = io.EOF
			p.catalogue.told.tell(&p.words)
		}
		return nil, p.err
	}
	p.last = len(records) == 0 // an empty page comes last, for what is known then
	raw := supplier.NewRawPage(p.index, "")
	p.waiting[p.index] = records
	p.index++
	return raw, nil
}

// begin opens the first list for its second reading, with what the others say in memory.
func (p *pages) begin(ctx context.Context) error {
	lists, err := p.catalogue.prepare(ctx)
	if err == nil {
		err = p.catalogue.checkMemory(lists)
	}
	if err != nil {
		return ofSupplier(err)
	}
	p.first, p.lists, p.waiting = lists[0], lists, map[int][]listfile.Record{}
	p.result.Total = supplier.Some(p.first.form.Records)
	for _, further := range lists[1:] {
		extra, err := gather(ctx, p.first, further)
		if err != nil {
			return ofSupplier(err)
		}
		p.extras = append(p.extras, extra)
	}
	p.list, err = p.first.open()
	return ofSupplier(err)
}

// open reads a surveyed list again.
func (s *surveyed) open() (listfile.Reader, error) {
	hints := s.source.Hints
	list, _, err := listfile.Open(s.path, s.source.how(s.name, &hints))
	return list, err
}

// read reads the records of a page; none at the end of the list, which is then as long as
// when it was proved whole.
func (p *pages) read(ctx context.Context) ([]listfile.Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.last {
		return nil, nil
	}
	records := make([]listfile.Record, 0, pageSize)
	for len(records) < pageSize {
		var record listfile.Record
		err := p.list.Next(&record)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
	if len(records) > 0 {
		p.result.Pages++
	} else {
		if now, err := stamp(p.first.fetched); err != nil || now != p.first.stamp {
			return nil, listfile.Faultf(listfile.Incomplete, "growing", p.first.name)
		}
	}
	return records, nil
}

// Decode makes products of the records of a page.
func (p *pages) Decode(raw *supplier.RawPage, into *supplier.ProductPage) error {
	p.mu.Lock()
	records := p.waiting[raw.Index]
	delete(p.waiting, raw.Index)
	p.mu.Unlock()
	*into = supplier.ProductPage{Index: raw.Index, Products: into.Products[:0], Around: supplier.Envelope{Count: len(records)}}
	if raw.Index == 0 {
		into.Remarks = ofLists(p.lists)
	}
	if p.first.form.Made() {
		return p.decodeWhole(records, into)
	}
	for i := range records {
		product, wrong := p.first.form.Product(&records[i])
		if wrong == nil {
			wrong = p.completeAll(&product, into)
		}
		if wrong != nil {
			into.Unreadable = append(into.Unreadable, p.unreadable(&records[i], &product, wrong, len(into.Products)))
			continue
		}
		into.Products = append(into.Products, product)
	}
	return nil
}

// decodeWhole makes products of whole records.
func (p *pages) decodeWhole(records []listfile.Record, into *supplier.ProductPage) error {
	products, odd, err := p.first.form.Make(records, into.Products)
	if err != nil {
		return err
	}
	kept := products[:0:0]
	before := make([]int, len(products)+1)
	for i := range products {
		before[i] = len(kept)
		if wrong := p.completeAll(&products[i], into); wrong != nil {
			into.Unreadable = append(into.Unreadable, p.unreadable(&listfile.Record{}, &products[i], wrong, len(kept)))
			continue
		}
		kept = append(kept, products[i])
	}
	before[len(products)] = len(kept)
	for i := range odd {
		odd[i].Before = before[odd[i].Before]
	}
	into.Products, into.Unreadable = kept, append(into.Unreadable, odd...)
	sorting.StableFunc(into.Unreadable, func(a, b supplier.Unreadable) int { return a.Before - b.Before })
	return nil
}

// completeAll completes a product from the further lists.
func (p *pages) completeAll(product *supplier.Product, into *supplier.ProductPage) *form.Wrong {
	for _, further := range p.extras {
		if wrong := further.complete(product, into); wrong != nil {
			return wrong
		}
	}
	return nil
}

// unreadable names a record that is no product.
func (p *pages) unreadable(record *listfile.Record, product *supplier.Product, wrong *form.Wrong, before int) supplier.Unreadable {
	name := product.SKU
	if name == "" {
		name = product.Name
	}
	if p.words.note(wrong, name) {
		p.catalogue.told.tell(&p.words)
	}
	language := p.first.source.Hints.Language
	return supplier.Unreadable{ID: product.ID, Name: name, Item: int(record.Number), Position: record.Number, Before: before,
		Problem: wrong.Problem.In(language), Mend: wrong.Way.In(language)}
}

// Admit drops the products whose id was there before.
func (p *pages) Admit(page *supplier.ProductPage) error {
	p.meet(page)
	kept := page.Products[:0]
	before := make([]int, len(page.Products)+1)
	for i := range page.Products {
		before[i] = len(kept)
		if !p.ids.Add(page.Products[i].ID) {
			p.result.Repeated++
			continue
		}
		kept = append(kept, page.Products[i])
	}
	before[len(page.Products)] = len(kept)
	for i := range page.Unreadable {
		page.Unreadable[i].Before = before[page.Unreadable[i].Before]
	}
	page.Products = kept
	p.result.Items += len(kept)
	p.result.Unread += len(page.Unreadable)
	return nil
}

// meet notes the products of a page for what is known at the end, and has the last page say it.
func (p *pages) meet(page *supplier.ProductPage) {
	for _, further := range p.extras {
		for i := range page.Products {
			further.meet(page.Products[i].SKU)
		}
		for i := range page.Unreadable {
			further.meet(page.Unreadable[i].Name)
		}
	}
	if page.Around.Count == 0 {
		page.Remarks = append(page.Remarks, p.atEnd()...)
	}
}

// Result is what became of the reading.
func (p *pages) Result() supplier.ListResult {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.result
	out.Complete = errors.Is(p.err, io.EOF)
	return out
}

// atEnd are the remarks that are known when all products were admitted.
func (p *pages) atEnd() (out []supplier.Remark) {
	out = p.first.counted(out, "twice", p.first.form.Twice)
	for i, further := range p.extras {
		list := p.lists[i+1]
		out = list.counted(out, "twice", further.twice)
		out = list.counted(out, "stray", further.stray())
	}
	return out
}
