package exporter

import (
	"fmt"
	"io"
	"slices"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// ymlFormat writes YML. Readers want the currencies and categories before the offers,
// but which there are is known only after the last offer: offers go to a spool file,
// and close puts head and offers together.
type ymlFormat struct {
	feed       *feed
	spool      *durable.File
	packed     *durable.File // the spool's compressed form, nil where none is asked for
	categories *categoryTree
	used       []bool // of the template's currencies
}

func openYML(f *feed) (format, error) {
	y := &ymlFormat{feed: f, categories: newCategoryTree(), used: make([]bool, len(f.template.currencies))}
	var err error
	if y.spool, err = f.out.spool(); err == nil && f.Gzip {
		y.packed, err = f.out.spool()
	}
	return y, err
}

func (y *ymlFormat) close() error {
	packer := newPacker(y.feed.Gzip)
	head, tail := y.head(), []byte("</offers>\n</shop>\n</yml_catalog>\n")
	packed, err := packer.pack(head)
	if err != nil {
		return err
	}
	if err := y.feed.out.writeBoth(head, packed); err != nil {
		return err
	}
	if err := replay(y.feed.out, y.spool); err != nil {
		return err
	}
	if y.packed != nil {
		if err := replay(y.feed.out.gz, y.packed); err != nil {
			return err
		}
	}
	if packed, err = packer.pack(tail); err != nil {
		return err
	}
	return y.feed.out.writeBoth(tail, packed)
}

// replay copies a spool from its beginning.
func replay(to io.Writer, spool *durable.File) error {
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	// Without the file's WriterTo, which would take smaller pieces.
	_, err := io.CopyBuffer(to, struct{ io.Reader }{spool}, make([]byte, 1<<18))
	return err
}

// head is everything before the first offer. The second line is exact: some readers
// refuse any other document type.
func (y *ymlFormat) head() []byte {
	f := y.feed
	name := firstOf(f.ShopName, f.Name)
	b := []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<!DOCTYPE yml_catalog SYSTEM "shops.dtd">` + "\n")
	b = fmt.Appendf(b, "<yml_catalog date=%q>\n<shop>\n", f.date.Format("2006-01-02 15:04"))
	b = append(appendXML(append(b, "<name>"...), name), "</name>\n"...)
	b = append(appendXML(append(b, "<company>"...), firstOf(f.ShopCompany, name)), "</company>\n"...)
	b = append(appendAddress(append(b, "<url>"...), f.ShopURL), "</url>\n<currencies>\n"...)
	for i, c := range f.template.currencies {
		if i == 0 || y.used[i] { // the rates of all others are in the first one
			b = append(appendXMLAttribute(append(b, `<currency id="`...), c.id), `" rate="`...)
			b = append(appendXMLAttribute(b, c.rate), "\"/>\n"...)
		}
	}
	b = append(b, "</currencies>\n<categories>\n"...)
	for _, c := range y.categories.list() {
		b = append(appendXMLAttribute(append(b, `<category id="`...), c.id), '"')
		if c.parent != "" {
			b = append(appendXMLAttribute(append(b, ` parentId="`...), c.parent), '"')
		}
		b = append(appendXML(append(b, '>'), c.name), "</category>\n"...)
	}
	return append(b, "</categories>\n<offers>\n"...)
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (y *ymlFormat) newPart() part {
	return &ymlPart{ymlFormat: y, packer: newPacker(y.feed.Gzip), pageUsed: make([]bool, len(y.used)), seen: map[string]int{}}
}

// ymlPart is one worker's share of a YML feed.
type ymlPart struct {
	*ymlFormat
	packer   *packer
	buf      []byte
	zipped   []byte
	scratch  []byte
	at       scope // the product being written, here so that it is not allocated each time
	err      error
	cut      bool // characters of the product being written are left out
	pageUsed []bool
	found    []found        // the page's categories in their order
	seen     map[string]int // by id, the index in found
	notes    *notes
}

// found is a category of a page; its texts live as long as the page.
type found struct {
	id       string
	category *supplier.Category
	sku      string
}

func (p *ymlPart) place([]*supplier.Product) {}

func (p *ymlPart) encode(products []*supplier.Product, notes *notes) {
	p.buf, p.found, p.notes = p.buf[:0], p.found[:0], notes
	clear(p.seen)
	clear(p.pageUsed)
	for _, product := range products {
		p.at = p.feed.scope(product)
		p.find(product)
		p.cut = false
		p.buf = p.offer(p.buf, &p.at)
		if p.cut {
			notes.warn(label(product), TextCleaned, "control characters and others that XML forbids left out")
		}
		p.use(product.Currency)
	}
	p.zipped, p.err = p.packer.pack(p.buf)
}

// find notes the product's category, once a page where they are equal.
func (p *ymlPart) find(product *supplier.Product) {
	c := &product.Category
	if n := len(p.found); n > 0 && sameCategory(p.found[n-1].category, c) {
		return
	}
	p.scratch = categoryKey(p.scratch[:0], c)
	if i, ok := p.seen[string(p.scratch)]; ok && sameCategory(p.found[i].category, c) {
		return
	}
	id := c.ID
	if id != view(p.scratch) {
		id = string(p.scratch)
	}
	p.seen[id] = len(p.found)
	p.found = append(p.found, found{id, c, label(product)})
}

func sameCategory(a, b *supplier.Category) bool {
	return a.ID == b.ID && a.Name == b.Name && slices.Equal(a.Path, b.Path)
}

func (p *ymlPart) use(currency string) {
	for i := range p.pageUsed {
		if p.feed.template.currencies[i].id == currency {
			p.pageUsed[i] = true
			return
		}
	}
}

func (p *ymlPart) write() error {
	if p.err != nil {
		return p.err
	}
	for i, used := range p.pageUsed {
		p.used[i] = p.used[i] || used
	}
	for _, f := range p.found {
		if p.categories.add(f.id, categoryNames(f.category)) {
			p.notes.warn(f.sku, CategoryAmbiguous, "category %s has another path here than before, the first one is kept", f.id)
		}
	}
	if _, err := p.spool.Write(p.buf); err != nil {
		return err
	}
	if p.packed == nil {
		return nil
	}
	_, err := p.packed.Write(p.zipped)
	return err
}
