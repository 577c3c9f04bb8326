package exporter

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/templates"
)

// eachDocument runs a test with every built-in template that makes XML.
func eachDocument(t *testing.T, test func(*testing.T, templates.Info)) {
	t.Helper()
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		if info.Format == "xml" || info.Format == "yml" {
			test(t, info)
		}
	})
}

// eachYML runs a test with every built-in template of YML, by its name.
func eachYML(t *testing.T, test func(t *testing.T, template string)) {
	t.Helper()
	eachDocument(t, func(t *testing.T, info templates.Info) {
		if info.Format == "yml" {
			test(t, info.Name)
		}
	})
}

// Text stood before or behind the document, or its letters were in another encoding than
// it said: readers refused the whole file.
func TestFailureDocuments(t *testing.T) {
	products := targetCases()
	eachDocument(t, func(t *testing.T, info templates.Info) {
		doctype := ask(t, info.Name).doctype
		data, _ := export(t, products, targetFeed(t, info.Name))
		require.True(t, bytes.HasPrefix(data, []byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n")), "the declaration is the first thing")
		require.True(t, utf8.Valid(data))
		require.Contains(t, string(data), "Футболка «Літо»", "letters are letters")
		d := xml.NewDecoder(bytes.NewReader(data))
		depth, roots := 0, 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			switch token := token.(type) {
			case xml.StartElement:
				if depth++; depth == 1 {
					roots++
				}
			case xml.EndElement:
				depth--
			case xml.CharData:
				require.True(t, depth > 0 || len(bytes.TrimSpace(token)) == 0, "text outside of the document")
			case xml.Directive: // readers that guard against entities take no other one
				require.Equal(t, "DOCTYPE "+doctype, string(token))
			}
		}
		require.Equal(t, 1, roots)
	})
}

// Strict readers refused what the writer's own library lets pass.
func TestFailureStrictReaders(t *testing.T) {
	lint := office.Program(t, "xmllint")
	products := anyProducts(rand.New(rand.NewPCG(23, 29)), 80)
	eachDocument(t, func(t *testing.T, info templates.Info) {
		f := targetFeed(t, info.Name)
		f.Price.Tiers = nil
		data, _ := buildAny(t, products, f, 9, 2)
		if data == nil {
			return
		}
		file := filepath.Join(t.TempDir(), "feed.xml")
		require.NoError(t, os.WriteFile(file, data, 0o644))
		out, err := exec.CommandContext(t.Context(), lint, "--noout", "--nonet", file).CombinedOutput()
		require.NoError(t, err, string(out))
	})
}

// Attributes were escaped twice, once by the program and once by its library; names with
// quotes came out with &quot;.
func TestFailureEscapedAttributes(t *testing.T) {
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Attributes = []supplier.Attribute{{Name: `Екран 6" R&D <x> 'y'`, Value: `16" & 9" > 4`, Unit: `"&<`}}
	})}
	eachDocument(t, func(t *testing.T, info templates.Info) {
		data, _ := export(t, products, plainFeed(t, info.Name))
		if info.Format == "yml" && !ask(t, info.Name).treated { // the others make plain text of what may be HTML
			require.Equal(t, []param{{`Екран 6" R&D <x> 'y'`, `"&<`, `16" & 9" > 4`}}, readYML(t, data).Offers[0].Params)
		}
		require.NotContains(t, string(data), "&amp;quot;")
		require.NotContains(t, string(data), "&amp;amp;")
	})
}

// Numbers of other kinds were written as the barcode.
func TestFailureBarcodes(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Barcode = ""
		p.Attributes = append(p.Attributes, supplier.Attribute{Name: "ISBN", Value: "9786170000001"}, supplier.Attribute{Name: "MPN", Value: "4820000000017"})
	})}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, _ := export(t, products, plainFeed(t, info.Name))
		for _, field := range ask(t, info.Name).showing("barcode") {
			require.Empty(t, of(shownBy(t, info.Name, data), field), field)
		}
	})
}

// HTML that nobody escaped and nobody closed left a marketplace's page of the feed blank,
// and an end mark of CDATA ended a description within it.
func TestFailureOpenHTML(t *testing.T) {
	racing.Skip(t)
	html := `<div class="a"><p>Чайник & <b>кавник]]>]]]]>><br><img src=x.jpg>&nbsp;<p>a<ul><li>b<li>c</ul></p><table><tr><td>1`
	products := []supplier.Product{uaProduct("x1", described(html)), uaProduct("x2", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		data, report := export(t, products, plainFeed(t, info.Name))
		require.EqualValues(t, 2, report.Offers)
		shown := shownBy(t, info.Name, data)
		if !ask(t, info.Name).treated {
			require.NotEmpty(t, holding(shown, html), "as the supplier has it")
			return
		}
		for _, text := range holding(shown, "кавник") {
			require.NotContains(t, text, "class=")
			require.NotContains(t, text, "<img")
			if strings.Contains(text, "<") {
				requireWholeHTML(t, text)
			}
		}
	})
}

// Texts in a second language nearly doubled a file, beyond what its host would serve.
func TestFailureTwoLanguages(t *testing.T) {
	products := catalogue(100)
	for i := range products {
		described(fmt.Sprintf("<p>%d %s</p>", i, strings.Repeat("Довгий опис товару. ", 100)))(&products[i])
	}
	classic, _ := export(t, products, Feed{Name: "classic", Template: builtin(t, "yml-classic")})
	out := filepath.Join(t.TempDir(), "both.yml")
	both, _ := export(t, products, Feed{Name: "both", Template: builtin(t, "yml"), Out: out, Gzip: true})
	require.Less(t, len(classic), len(both)*6/10, "one template has one language")
	packed, err := os.Stat(out + ".gz")
	require.NoError(t, err)
	require.Less(t, packed.Size(), int64(len(both)/10), "and a compressed copy stands beside the other")
}

// A currency that the feed does not declare made readers refuse it.
func TestFailureCurrencies(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) { p.Currency, p.Tiers = "JPY", nil }), uaProduct("x2", nil)}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		f := plainFeed(t, info.Name)
		f.Price = pricing.Rule{Base: pricing.RRP} // nothing is converted
		data, report := export(t, products, f)
		if named := skipped(report, "X1"); len(named) > 0 {
			require.Equal(t, []string{"currency_unknown"}, named)
			require.Empty(t, holding(shownBy(t, info.Name, data), "JPY"))
			return
		}
		require.Empty(t, f.Template.Currencies())
	})
}

// Commas, points and semicolons in the names of categories broke them in two or put two
// into one.
func TestFailureCategoryNames(t *testing.T) {
	names := []string{"Кабелі, USB 3.0; Type-C", "Кабелі", "USB 3.0; Type-C", "Кабелі. USB 3"}
	var products []supplier.Product
	for i, name := range names {
		id := fmt.Sprint(i + 1)
		products = append(products, uaProduct(id, func(p *supplier.Product) {
			p.Category = supplier.Category{ID: id, Name: name, Path: []string{"Дім", name}}
		}))
	}
	eachYML(t, func(t *testing.T, template string) {
		data, _ := export(t, products, plainFeed(t, template))
		c := readYML(t, data)
		for i, name := range names {
			require.Equal(t, []string{"Дім", name}, c.path(c.Offers[i].Category))
		}
	})
	data, _ := export(t, products, plainFeed(t, "woocommerce"))
	require.Equal(t, []string{`Дім > Кабелі\, USB 3.0; Type-C`, "Дім > Кабелі", "Дім > USB 3.0; Type-C", "Дім > Кабелі. USB 3"},
		of(shownBy(t, "csv", data), "Categories"))
}

// Half of a feed was read while it was written, a temporary file of a fixed name was
// written by two at once, and one was left behind and never took its place.
func TestFailureReadersAndWritersAtOnce(t *testing.T) {
	dir := t.TempDir()
	f := plainFeed(t, "yml")
	f.Out, f.Guard = filepath.Join(dir, "feed.yml"), history.Guard{Off: true}
	lists := [][]supplier.Product{catalogue(30), catalogue(60)}
	var whole [][]byte
	for _, products := range lists {
		data, _ := export(t, products, f)
		whole = append(whole, data)
	}
	var writers, reader sync.WaitGroup
	errs := make([]error, len(lists))
	for i, products := range lists {
		writers.Go(func() {
			for range 5 {
				_, err := Build(context.Background(), listOf(products, 7), []Feed{f}, testOptions())
				errs[i] = errors.Join(errs[i], err)
			}
		})
	}
	done, halves := make(chan struct{}), 0
	reader.Go(func() {
		for {
			data, err := os.ReadFile(f.Out)
			if err != nil || !bytes.Equal(data, whole[0]) && !bytes.Equal(data, whole[1]) {
				halves++
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	writers.Wait()
	close(done)
	reader.Wait()
	require.Equal(t, []error{nil, nil}, errs)
	require.Zero(t, halves, "a reader finds one whole feed or the other")
	require.Equal(t, []string{".feed.yml.categories", ".feed.yml.published", "feed.yml", "feed.yml.changes.csv", "feed.yml.report.csv"}, filesIn(t, dir))
}

// A feed without offers, or with few that are left, was published without a word, and its
// reader deleted the rest of the shop.
func TestFailureEmptyAndShrunkenFeeds(t *testing.T) {
	var all []supplier.Product
	for i := range 40 {
		all = append(all, uaProduct(fmt.Sprint("x", i), nil))
	}
	priceless := all[0]
	priceless.RRP = money.Amount{}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		f := plainFeed(t, info.Name)
		f.Out = filepath.Join(t.TempDir(), "feed")
		good, _ := export(t, all, f)
		var empty *EmptyError
		_, err := Build(context.Background(), listOf([]supplier.Product{priceless}, 1), []Feed{f}, testOptions())
		require.ErrorAs(t, err, &empty)
		var guard *GuardError
		_, err = Build(context.Background(), listOf(all[:8], 3), []Feed{f}, testOptions())
		require.ErrorAs(t, err, &guard)
		require.Contains(t, err.Error(), "offers fell from 40 to 8")
		now, err := os.ReadFile(f.Out)
		require.NoError(t, err)
		require.True(t, bytes.Equal(good, now), "the last good feed stays")
		f.Accept = true
		_, report := export(t, all[:8], f)
		require.EqualValues(t, 8, report.Offers)
	})
}

// What a person opens beside a feed is calculated where it holds a formula; the feed
// itself keeps the text, since a guard that nobody undoes becomes data.
func TestFailureFormulasBesideTheFeed(t *testing.T) {
	f := plainFeed(t, "csv")
	f.Out = filepath.Join(t.TempDir(), "feed.csv")
	data, _ := export(t, []supplier.Product{uaProduct("x1", func(p *supplier.Product) { p.SKU, p.Images = "=1+1", nil })}, f)
	require.Contains(t, string(data), "x1,=1+1,")
	report, err := os.ReadFile(f.Out + ReportEnding)
	require.NoError(t, err)
	require.Contains(t, string(report), "warning,'=1+1,pictures_missing")
}

// An address that the supplier had escaped was escaped once more, and the market could
// open no page and no picture.
func TestFailureAddressesEscapedTwice(t *testing.T) {
	racing.Skip(t)
	products := []supplier.Product{uaProduct("x1", func(p *supplier.Product) {
		p.Images = []string{"https://img.example/a.jpg?p=1&amp;q=2", "https://img.example/b.jpg?p=1&amp;amp;q=2"}
		p.URL = "https://shop.example/x1?p=1&amp;q=2"
	})}
	eachTemplate(t, func(t *testing.T, info templates.Info) {
		a := ask(t, info.Name)
		if a.asIs() {
			return
		}
		data, _ := export(t, products, targetFeed(t, info.Name))
		texts := string(textsOf(t, info.Format, data))
		if info.Format == "xml" || info.Format == "yml" {
			texts = strings.ReplaceAll(texts, "&amp;", "&") // once, as a reader does
		}
		require.NotContains(t, texts, "p=1&amp;")
		if !a.itsFiles {
			require.Contains(t, texts, "p=1&q=2")
		}
	})
}
