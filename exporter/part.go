package exporter

import (
	"github.com/dropbridge/dropbridge/exporter/encode"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// part is one worker's share of a feed's file, used for one page after another: it hands
// the records that the template makes of offers to the format. Like those of its page,
// its methods are called in the order of this file: place and write in that of the list.
type part struct {
	feed    *feed
	page    encode.Page
	records template.Records
	at      template.Scope // the offer being written
	rows    []int          // of each table
}

func (f *feed) newPart() *part {
	return &part{feed: f, page: f.writer.NewPage(), at: template.Scope{Facts: &f.facts}, rows: make([]int, len(f.template.Tables()))}
}

// place takes the page's offers their place in the file.
func (p *part) place(offers []*offer) {
	for i := range p.rows {
		p.rows[i] = 0
		if p.feed.kind.Places {
			p.rows[i] = p.count(&p.feed.template.Tables()[i], offers)
		}
	}
	p.page.Place(p.rows)
}

// count is how many rows the offers make in a table.
func (p *part) count(t *template.Table, offers []*offer) int {
	switch {
	case t.OfFeed():
		return 0
	case t.RowAnOffer():
		return len(offers)
	}
	n := 0
	p.at.Notes = nil
	for _, o := range offers {
		p.at.Move(&o.Offer)
		for i := range t.Rows() {
			n += t.Rows()[i].Count(&p.at)
		}
	}
	return n
}

// encode makes the page's bytes.
func (p *part) encode(offers []*offer, notes *remark.Notes) {
	p.at.Notes = notes
	if p.feed.template.IsTable() {
		p.encodeTables(offers, notes)
	} else {
		for _, o := range offers {
			p.at.Move(&o.Offer)
			lost := p.page.Add(p.records.Offer(p.feed.template, &p.at))
			if lost.Addresses > 0 {
				notes.Warn(remark.Label(o.Product), remark.AddressInvalid, "remark.address_invalid", lost.Addresses, remark.Quote(lost.Address))
			}
			warnCleaned(notes, o.Product, lost.Cleaned)
		}
	}
	p.page.Seal()
}

// encodeTables makes the rows of one table after another.
func (p *part) encodeTables(offers []*offer, notes *remark.Notes) {
	tables := p.feed.template.Tables()
	for i := range tables {
		t := &tables[i]
		if t.OfFeed() {
			continue
		}
		rows := t.Rows()
		for _, o := range offers {
			p.at.Move(&o.Offer)
			cleaned := encode.Cleaned("")
			for k := range rows {
				for range rows[k].Times(&p.at) {
					lost := p.page.Add(p.records.Row(t, &rows[k], &p.at))
					for _, heading := range lost.Cut {
						notes.Warn(remark.Label(o.Product), remark.TextCut, "remark.text_cut", heading, spreadsheet.MaxCellUnits)
					}
					if lost.Cleaned != "" {
						cleaned = lost.Cleaned
					}
				}
			}
			warnCleaned(notes, o.Product, cleaned)
		}
	}
}

func warnCleaned(notes *remark.Notes, p *supplier.Product, cleaned encode.Cleaned) {
	if cleaned != "" {
		notes.Warn(remark.Label(p), remark.TextCleaned, "remark.text_cleaned", cleaned.Message())
	}
}

// write puts the page's bytes into the file.
func (p *part) write() error { return p.page.Write() }

// complete writes the tables that are made of the feed's own lists, and what stands after
// the last record.
func (f *feed) complete() error {
	p := f.newPart()
	tables := f.template.Tables()
	wanted := false
	for i := 1; i < len(tables); i++ { // the first one is that of the offers
		if tables[i].OfFeed() {
			for range tables[i].Items(&p.at) {
				p.rows[i]++
			}
		}
		wanted = wanted || p.rows[i] > 0
	}
	if wanted {
		p.page.Place(p.rows)
		for i := 1; i < len(tables); i++ {
			if !tables[i].OfFeed() {
				continue
			}
			row := &tables[i].Rows()[0]
			for range tables[i].Items(&p.at) {
				p.page.Add(p.records.Row(&tables[i], row, &p.at))
			}
		}
		p.page.Seal()
		if err := p.page.Write(); err != nil {
			return err
		}
	}
	if err := f.writer.Close(); err != nil {
		return err
	}
	if f.kind.Rewrites {
		return f.out.rehash()
	}
	return nil
}
