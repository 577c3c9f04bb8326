package catalog

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
)

// loadYML reads a YML feed as a stream of tokens: one offer at a time is in memory
// beside the products made so far. A document type is skipped and no entity is ever
// fetched or expanded but the predefined ones and those of HTML.
func loadYML(r io.Reader, into *collector) (*Catalog, error) {
	dec := xml.NewDecoder(r)
	dec.CharsetReader = charset
	dec.Entity = xml.HTMLEntity
	y := &ymlLoader{collector: into, dec: dec}
	y.tree = newResolver(y.note)
	err := y.read()
	if errors.Is(err, ErrTooLarge) {
		return nil, err
	}
	if err != nil {
		line, column := dec.InputPos()
		return nil, fmt.Errorf("line %d, column %d, %s: %w: mend the file there, or have it made anew", line, column, y.place(), err)
	}
	y.resolve()
	return y.finish()
}

// ymlLoader reads one feed.
type ymlLoader struct {
	*collector
	dec      *xml.Decoder
	tree     *resolver
	root     bool   // the root element went by
	offer    string // id of the offer being read, or of the last one
	currency string // the one of rate 1
	date     time.Time
	wanted   []string // category id of each product, by its index

	oldPrices, dearTiers int
}

func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "windows-1251", "cp1251", "win-1251":
		return charmap.Windows1251.NewDecoder().Reader(in), nil
	case "us-ascii", "utf8":
		return in, nil
	}
	return nil, fmt.Errorf("the encoding %q is not known: save the feed as UTF-8 or Windows-1251", label)
}

func (y *ymlLoader) place() string {
	if y.offer == "" {
		return "before the first offer"
	}
	return "at or after offer " + y.offer
}

func (y *ymlLoader) read() error {
	for {
		token, err := y.dec.Token()
		if errors.Is(err, io.EOF) {
			return y.checkRoot()
		}
		if err != nil {
			return err
		}
		start, isStart := token.(xml.StartElement)
		if !isStart {
			continue
		}
		if err := y.element(start); err != nil {
			return err
		}
	}
}

func (y *ymlLoader) checkRoot() error {
	if !y.root {
		return errors.New("it has no element yml_catalog: give a YML feed or JSON products")
	}
	return nil
}

// element handles the elements that count, wherever they stand: some dialects have
// the offers below shop, some below the root.
func (y *ymlLoader) element(start xml.StartElement) error {
	if !y.root {
		if start.Name.Local != "yml_catalog" {
			return fmt.Errorf("the root element is %s, not yml_catalog", start.Name.Local)
		}
		y.root = true
		y.date = y.readDate(attribute(start, "date"))
		return nil
	}
	switch start.Name.Local {
	case "currency":
		if y.currency == "" && attribute(start, "rate") == "1" {
			y.currency = attribute(start, "id")
		}
	case "category":
		var c struct {
			ID     string `xml:"id,attr"`
			Parent string `xml:"parentId,attr"`
			Name   string `xml:",chardata"`
		}
		if err := y.dec.DecodeElement(&c, &start); err != nil {
			return err
		}
		y.tree.declare(CategoryNode{clean(c.ID), clean(c.Parent), clean(c.Name)})
	case "offer":
		y.offer = attribute(start, "id")
		line, _ := y.dec.InputPos()
		var o ymlOffer
		if err := y.dec.DecodeElement(&o, &start); err != nil {
			return err
		}
		return y.add(o, line)
	}
	return nil
}

// readDate reads the feed's date, the only time that a feed has. A date without a
// zone is taken as UTC.
func (y *ymlLoader) readDate(text string) time.Time {
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05", time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02"} {
		if date, err := time.Parse(layout, text); err == nil {
			return date.UTC()
		}
	}
	unknown := time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)
	y.note("the feed's date %q cannot be read, its products are dated %s", text, unknown.Format(time.DateOnly))
	return unknown
}

// add makes a product of an offer, or says why not.
func (y *ymlLoader) add(o ymlOffer, line int) error {
	what := "offer " + o.ID
	if o.ID == "" {
		what = fmt.Sprintf("offer at line %d", line)
	}
	p, err := o.product(func(format string, args ...any) { y.note(what+": "+format, args...) })
	if err != nil {
		y.note("%s: %v, it is left out", what, err)
		return nil
	}
	if p.Currency == "" {
		p.Currency = y.mainCurrency()
		y.note("%s: it names no currency, %s is taken", what, p.Currency)
	}
	p.CreatedAt, p.UpdatedAt = y.date, y.date
	y.tidyTiers(what, &p)
	before := len(y.Products)
	if err := y.collector.add(what, p); err != nil || len(y.Products) == before {
		return err
	}
	y.wanted = append(y.wanted, clean(first(o.CategoryIDs)))
	if len(o.CategoryIDs) > 1 {
		y.note("%s: it stands in %d categories, the first is taken", what, len(o.CategoryIDs))
	}
	if firstOf(o.OldPrice, o.PriceOld, o.OldPriceToo) != "" {
		y.oldPrices++
	}
	if len(p.Tiers) > 0 && p.Tiers[0].Price.Cmp(p.DropPrice) >= 0 {
		y.dearTiers++
	}
	return nil
}

func (y *ymlLoader) mainCurrency() string {
	if y.currency == "" {
		return "UAH"
	}
	return y.currency
}

// resolve gives the products their categories, when all of them are known, and
// sums up what a catalogue has no place for.
func (y *ymlLoader) resolve() {
	y.Categories = y.tree.tree()
	for i, id := range y.wanted {
		p := &y.Products[i]
		switch p.Category = y.tree.category(id); {
		case id == "":
			y.note("offer %s: it names no category", p.ID)
		case p.Category == nil:
			y.note("offer %s: category %s is not declared", p.ID, id)
		}
	}
	if y.oldPrices > 0 {
		y.note("offers with an old price, which a catalogue has no place for: %d", y.oldPrices)
	}
	if y.dearTiers > 0 {
		y.note("offers with wholesale prices that are not below the drop price: %d", y.dearTiers)
	}
}
