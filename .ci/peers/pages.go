// Command pages generates a catalogue, keeps it as pages of the supplier's contract, as pages of
// a supplier with words of its own and as NDJSON, and serves the pages as files on loopback, so that what is measured is the reader and
// never the supplier.
//
// usage: pages -products N -dir DIR [-listen ADDRESS] [-lean]
//
// Without -listen it generates alone, with -lean the pages of the contract only. A product has 1.2 KB: Ukrainian texts, a description in
// HTML with what JSON must escape, three pictures, four attributes, three tiers.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// perPage is what the contract allows at most.
const perPage = 200

//go:embed words.json
var wordsFile []byte

// words are what names, texts and values are made of.
var words struct {
	Things, Traits, Brands, Sections, Sentences, Attributes, Values []string
	Root                                                            string
}

type product struct {
	ID           string      `json:"id"`
	SKU          string      `json:"sku"`
	Group        *string     `json:"group_id"`
	Name         string      `json:"name"`
	Description  string      `json:"description"`
	Brand        string      `json:"brand"`
	Barcode      string      `json:"barcode"`
	Category     category    `json:"category"`
	Currency     string      `json:"currency"`
	DropPrice    string      `json:"drop_price"`
	RRP          string      `json:"rrp"`
	Tiers        []tier      `json:"wholesale_tiers"`
	Least        int         `json:"min_order_quantity"`
	Availability string      `json:"availability"`
	Quantity     int         `json:"quantity"`
	Images       []string    `json:"images"`
	Attributes   []attribute `json:"attributes"`
	Weight       int         `json:"weight_g"`
	URL          string      `json:"url"`
	UpdatedAt    string      `json:"updated_at"`
}

type category struct {
	ID   string   `json:"id"`
	Name string   `json:"name"`
	Path []string `json:"path"`
}

type tier struct {
	Least int    `json:"min_quantity"`
	Price string `json:"price"`
}

type attribute struct {
	Name  string  `json:"name"`
	Value string  `json:"value"`
	Unit  *string `json:"unit"`
}

func main() {
	products := flag.Int("products", 100000, "how many products")
	dir := flag.String("dir", ".", "where the pages and products.ndjson stand")
	lean := flag.Bool("lean", false, "the pages of the contract only")
	listen := flag.String("listen", "", "address to serve on, and to print; generates alone where it is empty")
	flag.Parse()
	if err := json.Unmarshal(wordsFile, &words); err != nil {
		log.Fatal(err)
	}
	if *listen != "" {
		log.Fatal(serve(*listen, *dir))
	}
	if err := generate(*products, *dir, *lean); err != nil {
		log.Fatal(err)
	}
}

func generate(products int, dir string, lean bool) error {
	name := filepath.Join(dir, "products.ndjson")
	if lean {
		name = os.DevNull
	}
	lines, err := os.Create(name)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(lines)
	random := rand.New(rand.NewPCG(1, 2))
	total := (products + perPage - 1) / perPage
	for page := 1; page <= total; page++ {
		var of []json.RawMessage
		for n := (page - 1) * perPage; n < min(page*perPage, products); n++ {
			line, err := marshal(one(random, n))
			if err != nil {
				return err
			}
			of = append(of, line)
			out.Write(line)
			out.WriteByte('\n')
		}
		meta := map[string]any{"page": page, "per_page": perPage, "total": products, "total_pages": total, "next_cursor": nil}
		if page < total {
			meta["next_cursor"] = strconv.Itoa(page + 1)
		}
		body, err := marshal(map[string]any{"data": of, "meta": meta})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(page)+".json"), body, 0o644); err != nil {
			return err
		}
		if lean {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(page)+".foreign.json"), []byte(foreign.Replace(string(body))), 0o644); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return lines.Close()
}

// marshal is JSON as most services write it, with & and < as they are.
func marshal(v any) (json.RawMessage, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

func one(random *rand.Rand, n int) product {
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	id := strconv.Itoa(100000 + n)
	cents := 1000 + random.IntN(500000)
	price := func(percent int) string { return fmt.Sprintf("%d.%02d", cents*percent/10000, cents*percent/100%100) }
	text := "<p>" + pick(words.Sentences) + "</p>\n<ul><li>" + pick(words.Sentences) + "</li></ul>"
	if random.IntN(4) == 0 {
		text += "<p>" + strings.Repeat(pick(words.Sentences)+" ", 2) + "</p>"
	}
	p := product{
		ID: id, SKU: "BN-" + id, Name: pick(words.Things) + " " + pick(words.Traits), Description: text,
		Brand: pick(words.Brands), Barcode: fmt.Sprintf("48200%08d", n), Currency: "UAH",
		Category:  section(random.IntN(len(words.Sections))),
		DropPrice: price(100), RRP: price(140), Least: 1, Availability: "in_stock", Quantity: 1 + random.IntN(500),
		Weight: 100 + random.IntN(4000), URL: "https://shop.example/p/" + id + "?utm=feed&lang=uk", UpdatedAt: "2026-09-07T11:22:30Z",
	}
	for i := range 3 {
		p.Tiers = append(p.Tiers, tier{Least: 10 * (i + 1), Price: price(95 - 5*i)})
		p.Images = append(p.Images, fmt.Sprintf("https://img.example/%s/%d.jpg?w=1200&v=2", id, i+1))
	}
	for _, name := range words.Attributes {
		p.Attributes = append(p.Attributes, attribute{Name: name, Value: pick(words.Values)})
	}
	return p
}

func section(n int) category {
	return category{ID: strconv.Itoa(n + 1), Name: words.Sections[n], Path: []string{words.Root, words.Sections[n]}}
}

// foreign is a page as a supplier has it whose names are others, as foreign.yaml reads them.
var foreign = strings.NewReplacer(`"data":[`, `"goods":[`, `"id":`, `"uid":`, `"sku":`, `"article":`, `"name":`, `"title":`,
	`"description":`, `"text":`, `"drop_price":`, `"price_opt":`, `"rrp":`, `"price_rrc":`, `"wholesale_tiers":`, `"levels":`,
	`"min_quantity":`, `"from":`, `"quantity":`, `"left":`, `"images":`, `"photos":`, `"attributes":`, `"params":`, `"url":`, `"href":`)

// serve answers GET /api/products with the file N.json of ?page=N or of ?cursor=N, and
// GET /goods with the same in a supplier's own words.
func serve(address, dir string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", listener.Addr())
	page := func(ending string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			asked := r.URL.Query()
			page, err := strconv.Atoi(cmp.Or(asked.Get("cursor"), asked.Get("page"), "1"))
			if err != nil {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			http.ServeFile(w, r, filepath.Join(dir, strconv.Itoa(page)+ending))
		}
	}
	http.HandleFunc("GET /api/products", page(".json"))
	http.HandleFunc("GET /goods", page(".foreign.json"))
	return http.Serve(listener, nil)
}
