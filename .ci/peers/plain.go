// Command plain exports the catalogue as a program does that takes what the standard library
// and excelize give: each page is decoded by encoding/json and each product written by
// encoding/csv, encoding/xml or excelize's StreamWriter.
//
// usage: plain csv|yml|xlsx URL FILE
//
//	plain rows ROWS.tsv FILE
//
// The second makes a workbook of rows between tabs.
package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

var headings = []string{"id", "sku", "name", "description", "brand", "barcode", "category", "currency",
	"drop_price", "rrp", "min_order_quantity", "quantity", "availability",
	"tier_1_price", "tier_2_price", "tier_3_price", "image_1", "image_2", "image_3", "url"}

type product struct {
	ID          string `json:"id"`
	SKU         string `json:"sku"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Brand       string `json:"brand"`
	Barcode     string `json:"barcode"`
	Category    struct {
		ID   string   `json:"id"`
		Path []string `json:"path"`
	} `json:"category"`
	Currency  string `json:"currency"`
	DropPrice string `json:"drop_price"`
	RRP       string `json:"rrp"`
	Tiers     []struct {
		Least int    `json:"min_quantity"`
		Price string `json:"price"`
	} `json:"wholesale_tiers"`
	Least        int      `json:"min_order_quantity"`
	Availability string   `json:"availability"`
	Quantity     int      `json:"quantity"`
	Images       []string `json:"images"`
	Attributes   []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"attributes"`
	URL string `json:"url"`
}

func (p *product) row() []string {
	return []string{p.ID, p.SKU, p.Name, p.Description, p.Brand, p.Barcode, strings.Join(p.Category.Path, " > "), p.Currency,
		p.DropPrice, p.RRP, strconv.Itoa(p.Least), strconv.Itoa(p.Quantity), p.Availability,
		p.Tiers[0].Price, p.Tiers[1].Price, p.Tiers[2].Price, p.Images[0], p.Images[1], p.Images[2], p.URL}
}

func main() {
	write := map[string]func(string, string) error{"csv": toCSV, "yml": toYML, "xlsx": toXLSX, "rows": fromRows}[os.Args[1]]
	if err := write(os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

// each calls do for every product of every page.
func each(url string, do func(*product) error) error {
	for page, total := 1, 1; page <= total; page++ {
		var answer struct {
			Data []product `json:"data"`
			Meta struct {
				Pages int `json:"total_pages"`
			} `json:"meta"`
		}
		response, err := http.Get(fmt.Sprintf("%s/api/products?page=%d&per_page=200", url, page))
		if err != nil {
			return err
		}
		err = json.NewDecoder(response.Body).Decode(&answer)
		response.Body.Close()
		if err != nil {
			return err
		}
		total = answer.Meta.Pages
		for i := range answer.Data {
			if err := do(&answer.Data[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// into opens a file, lets write fill it, and closes it when all is on the disk.
func into(name string, write func(*bufio.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<16)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return file.Close()
}

func toCSV(url, name string) error {
	return into(name, func(out *bufio.Writer) error {
		w := csv.NewWriter(out)
		if err := w.Write(headings); err != nil {
			return err
		}
		if err := each(url, func(p *product) error { return w.Write(p.row()) }); err != nil {
			return err
		}
		w.Flush()
		return w.Error()
	})
}

type offer struct {
	XMLName     xml.Name `xml:"offer"`
	ID          string   `xml:"id,attr"`
	Available   bool     `xml:"available,attr"`
	URL         string   `xml:"url"`
	Price       string   `xml:"price"`
	DropPrice   string   `xml:"drop_price"`
	Tiers       []tier   `xml:"prices>price"`
	Currency    string   `xml:"currencyId"`
	Category    string   `xml:"categoryId"`
	Pictures    []string `xml:"picture"`
	Name        string   `xml:"name"`
	Vendor      string   `xml:"vendor"`
	SKU         string   `xml:"vendorCode"`
	Barcode     string   `xml:"barcode"`
	Quantity    int      `xml:"quantity_in_stock"`
	Description string   `xml:"description"`
	Params      []param  `xml:"param"`
}

type tier struct {
	Price string `xml:"value"`
	Least int    `xml:"quantity"`
}

type param struct {
	Name  string `xml:"name,attr"`
	Value string `xml:",chardata"`
}

func toYML(url, name string) error {
	return into(name, func(out *bufio.Writer) error {
		out.WriteString(xml.Header + "<yml_catalog><shop><offers>\n")
		e := xml.NewEncoder(out)
		err := each(url, func(p *product) error {
			o := offer{ID: p.ID, Available: p.Availability == "in_stock", URL: p.URL, Price: p.RRP, DropPrice: p.DropPrice,
				Currency: p.Currency, Category: p.Category.ID, Pictures: p.Images, Name: p.Name, Vendor: p.Brand, SKU: p.SKU,
				Barcode: p.Barcode, Quantity: p.Quantity, Description: p.Description}
			for _, t := range p.Tiers {
				o.Tiers = append(o.Tiers, tier{t.Price, t.Least})
			}
			for _, a := range p.Attributes {
				o.Params = append(o.Params, param{a.Name, a.Value})
			}
			return e.Encode(&o)
		})
		out.WriteString("\n</offers></shop></yml_catalog>\n")
		return err
	})
}

func toXLSX(url, name string) error {
	return workbook(name, func(set func([]string) error) error {
		if err := set(headings); err != nil {
			return err
		}
		return each(url, func(p *product) error { return set(p.row()) })
	})
}

func fromRows(from, name string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return workbook(name, func(set func([]string) error) error {
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			if err := set(strings.Split(lines.Text(), "\t")); err != nil {
				return err
			}
		}
		return lines.Err()
	})
}

// workbook lets fill set one row after another, and saves them.
func workbook(name string, fill func(set func([]string) error) error) error {
	book := excelize.NewFile()
	// Without this the sheet says that it has one cell, and readers believe it.
	if err := book.SetSheetDimension("Sheet1", ""); err != nil {
		return err
	}
	w, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	row := 0
	err = fill(func(cells []string) error {
		row++
		values := make([]any, len(cells))
		for i, cell := range cells {
			values[i] = cell
		}
		return w.SetRow("A"+strconv.Itoa(row), values)
	})
	if err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return book.SaveAs(name)
}
