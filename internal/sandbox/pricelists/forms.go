package pricelists

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// goods are what the sandbox says of a product.
type goods struct {
	ID       string  `json:"id"`
	SKU      string  `json:"sku"`
	GroupID  *string `json:"group_id"`
	Name     string  `json:"name"`
	Text     *string `json:"description"`
	Brand    *string `json:"brand"`
	Barcode  *string `json:"barcode"`
	Category *struct {
		ID   string   `json:"id"`
		Path []string `json:"path"`
	} `json:"category"`
	Currency     string  `json:"currency"`
	DropPrice    string  `json:"drop_price"`
	RRP          *string `json:"rrp"`
	Availability string  `json:"availability"`
	Quantity     *int64  `json:"quantity"`
	Tiers        []struct {
		MinQuantity int64  `json:"min_quantity"`
		Price       string `json:"price"`
	} `json:"wholesale_tiers"`
	Images     []string `json:"images"`
	Attributes []struct {
		Name  string  `json:"name"`
		Value string  `json:"value"`
		Unit  *string `json:"unit"`
	} `json:"attributes"`
}

// available reports whether a product can be bought now.
func (g *goods) available() bool { return g.Availability == "in_stock" }

// yml writes offers with their categories; with both prices <price> is the recommended one.
func yml(all []goods, both bool) []byte {
	var out bytes.Buffer
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<!DOCTYPE yml_catalog SYSTEM "shops.dtd">` + "\n" +
		`<yml_catalog date="2026-11-20 10:00"><shop><name>Sandbox</name><currencies><currency id="UAH" rate="1"/></currencies>` + "\n<categories>\n")
	ids := writeCategories(&out, all)
	out.WriteString("</categories>\n<offers>\n")
	for i := range all {
		writeOffer(&out, &all[i], ids, both)
	}
	out.WriteString("</offers></shop></yml_catalog>\n")
	return out.Bytes()
}

// writeCategories writes the tree, each node once and behind its parent, and gives the ids by
// the paths.
func writeCategories(out *bytes.Buffer, all []goods) map[string]string {
	ids := map[string]string{}
	for i := range all {
		if all[i].Category == nil {
			continue
		}
		steps := all[i].Category.Path
		for n := range steps {
			at := strings.Join(steps[:n+1], "\x00")
			if ids[at] != "" {
				continue
			}
			ids[at] = strconv.Itoa(len(ids) + 1)
			parent := ""
			if n > 0 {
				parent = fmt.Sprintf(` parentId="%s"`, ids[strings.Join(steps[:n], "\x00")])
			}
			fmt.Fprintf(out, `<category id="%s"%s>%s</category>`+"\n", ids[at], parent, escaped(steps[n]))
		}
	}
	return ids
}

func escaped(text string) string {
	var out bytes.Buffer
	_ = xml.EscapeText(&out, []byte(text)) // into memory
	return out.String()
}

func writeOffer(out *bytes.Buffer, g *goods, ids map[string]string, both bool) {
	element := func(name string, text *string) {
		if text != nil && *text != "" {
			fmt.Fprintf(out, "<%s>%s</%s>", name, escaped(*text), name)
		}
	}
	fmt.Fprintf(out, `<offer id="%s" available="%t"`, escaped(g.ID), g.available())
	if g.GroupID != nil {
		fmt.Fprintf(out, ` group_id="%s"`, escaped(*g.GroupID))
	}
	out.WriteString(">")
	if both {
		element("price", g.RRP)
		element("price_drop", &g.DropPrice)
	} else {
		element("price", &g.DropPrice)
	}
	if both && len(g.Tiers) > 0 {
		out.WriteString("<prices>")
		for _, tier := range g.Tiers {
			fmt.Fprintf(out, "<price><value>%s</value><quantity>%d</quantity></price>", tier.Price, tier.MinQuantity)
		}
		out.WriteString("</prices>")
	}
	element("currencyId", &g.Currency)
	if g.Category != nil {
		id := ids[strings.Join(g.Category.Path, "\x00")]
		element("categoryId", &id)
	}
	for i := range g.Images {
		element("picture", &g.Images[i])
	}
	element("name", &g.Name)
	element("vendor", g.Brand)
	element("vendorCode", &g.SKU)
	element("barcode", g.Barcode)
	if g.Quantity != nil {
		count := strconv.FormatInt(*g.Quantity, 10)
		element("quantity_in_stock", &count)
	}
	element("description", g.Text)
	for _, a := range g.Attributes {
		unit := ""
		if a.Unit != nil {
			unit = fmt.Sprintf(` unit="%s"`, escaped(*a.Unit))
		}
		fmt.Fprintf(out, `<param name="%s"%s>%s</param>`, escaped(a.Name), unit, escaped(a.Value))
	}
	out.WriteString("</offer>\n")
}

// entry is a product as JSON has it.
type entry = map[string]any

// entryOf names a product's values as such lists do.
func entryOf(g *goods) entry {
	return entry{"title": g.Name, "drop_price": g.DropPrice, "rrp": g.RRP, "currency": g.Currency, "available": g.available(), "quantity": g.Quantity,
		"images": g.Images, "params": g.Attributes, "brand": g.Brand, "barcode": g.Barcode, "description": g.Text}
}

// members writes JSON with the names that such lists have.
func members(all []goods) []byte {
	list := make([]entry, 0, len(all))
	for i := range all {
		one := entryOf(&all[i])
		one["id"], one["sku"] = all[i].ID, all[i].SKU
		if all[i].Category != nil {
			one["category"] = strings.Join(all[i].Category.Path, " > ")
		}
		list = append(list, one)
	}
	out, _ := json.Marshal(entry{"products": list}) // texts and numbers only: it can be written
	return out
}

// underKeys writes JSON whose products stand under their SKUs, and these under their categories.
func underKeys(all []goods) []byte {
	categories := map[string]map[string]entry{}
	for i := range all {
		category := ""
		if all[i].Category != nil {
			category = strings.Join(all[i].Category.Path, " > ")
		}
		if categories[category] == nil {
			categories[category] = map[string]entry{}
		}
		categories[category][all[i].SKU] = entryOf(&all[i])
	}
	out, _ := json.Marshal(entry{"products": categories}) // texts and numbers only: it can be written
	return out
}

// column is a column of the table.
type column struct {
	heading string
	cell    func(g *goods) string
}

// The headings that some lists leave out.
const (
	headingSKU      = "Артикул"
	headingDrop     = "Дроп"
	headingStock    = "Залишок"
	headingCurrency = "Валюта"
)

func columns() []column {
	orBlank := func(text *string) string {
		if text == nil {
			return ""
		}
		return *text
	}
	return []column{
		{headingSKU, func(g *goods) string { return g.SKU }},
		{"Назва", func(g *goods) string { return g.Name }},
		{headingDrop, func(g *goods) string { return strings.Replace(g.DropPrice, ".", ",", 1) }},
		{"РРЦ", func(g *goods) string { return strings.Replace(orBlank(g.RRP), ".", ",", 1) }},
		{headingCurrency, func(g *goods) string { return g.Currency }},
		{headingStock, stockCell},
		{"Категорія", func(g *goods) string {
			if g.Category == nil {
				return ""
			}
			return strings.Join(g.Category.Path, " > ")
		}},
		{"Фото", func(g *goods) string { return strings.Join(g.Images, ", ") }},
		{"Виробник", func(g *goods) string { return orBlank(g.Brand) }},
		{"Штрихкод", func(g *goods) string { return orBlank(g.Barcode) }},
		{"Опис", func(g *goods) string { return orBlank(g.Text) }},
	}
}

// stockCell says what is in stock as people do: a number, or a word where it is hidden.
func stockCell(g *goods) string {
	switch {
	case !g.available():
		return "немає"
	case g.Quantity != nil:
		return strconv.FormatInt(*g.Quantity, 10)
	}
	return "є"
}

func table(all []goods, columns []column) []byte {
	var out bytes.Buffer
	rows := csv.NewWriter(&out)
	rows.Comma = ';'
	row := make([]string, len(columns))
	for n, c := range columns {
		row[n] = c.heading
	}
	_ = rows.Write(row) // into memory
	for i := range all {
		for n, c := range columns {
			row[n] = c.cell(&all[i])
		}
		_ = rows.Write(row)
	}
	rows.Flush()
	return out.Bytes()
}
