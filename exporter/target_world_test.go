package exporter

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/internal/office"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// worldProduct is a product that every target of this file takes, as change makes it.
func worldProduct(id string, change func(*supplier.Product)) supplier.Product {
	return uaProduct(id, func(p *supplier.Product) {
		p.Barcode = ""
		p.Attributes = []supplier.Attribute{{Name: "Матеріал", Value: "сталь"}}
		if change != nil {
			change(p)
		}
	})
}

// variantsOf are members of one group with these values of the attributes Колір, Розмір …
func variantsOf(group string, values ...[]string) (out []supplier.Product) {
	names := []string{"Колір", "Розмір", "Довжина", "Посадка"}
	for i, v := range values {
		out = append(out, worldProduct(fmt.Sprint(group, i), func(p *supplier.Product) {
			p.GroupID = group
			for k, value := range v {
				p.Attributes = append(p.Attributes, supplier.Attribute{Name: names[k], Value: value})
			}
		}))
	}
	return out
}

// pythonScript reads the tables whose files and options it is told line by line.
const pythonScript = `
import csv, json, sys
csv.field_size_limit(1 << 30)
for line in sys.stdin:
    file, options = json.loads(line)
    try:
        answer = [list(csv.reader(open(file, newline='', encoding='utf-8'), **options)), None]
    except Exception as e:
        answer = [None, repr(e)]
    print(json.dumps(answer), flush=True)
`

// python is one process for all tables of the tests: its start takes longer than a table. It ends
// with the tests, when nobody has its input open.
var python struct {
	sync.Mutex
	ask    *json.Encoder
	answer *json.Decoder
}

// pythonRows has Python's csv module read a table, with options by their names.
func pythonRows(t *testing.T, data []byte, options map[string]any) (rows [][]string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "table")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	python.Lock()
	defer python.Unlock()
	if python.ask == nil {
		command := exec.Command(office.Program(t, "python3"), "-c", pythonScript)
		in, err := command.StdinPipe()
		require.NoError(t, err)
		out, err := command.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, command.Start())
		python.ask, python.answer = json.NewEncoder(in), json.NewDecoder(out)
	}
	require.NoError(t, python.ask.Encode([]any{file, options}))
	var failed *string
	require.NoError(t, python.answer.Decode(&[]any{&rows, &failed}))
	require.Nil(t, failed, "%s", failed)
	return rows
}

// byHeading gives each row's cells by their headings.
func byHeading(t *testing.T, rows [][]string) (out []map[string]string) {
	t.Helper()
	for _, row := range rows[1:] {
		require.Len(t, row, len(rows[0]))
		cells := map[string]string{}
		for i, cell := range row {
			cells[rows[0][i]] = cell
		}
		out = append(out, cells)
	}
	return out
}

// tableOf builds a CSV feed and has two readers read it.
func tableOf(t *testing.T, template string, products []supplier.Product) ([]map[string]string, Report) {
	t.Helper()
	return tableOfFeed(t, products, targetFeed(t, template))
}

func tableOfFeed(t *testing.T, products []supplier.Product, f Feed) ([]map[string]string, Report) {
	t.Helper()
	data, report := export(t, products, f)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, rows, normalBreaks(pythonRows(t, data, map[string]any{"strict": true})), "the two readers differ")
	require.EqualValues(t, len(products), report.Offers+int64(len(report.Skipped))+report.NotSelected)
	return byHeading(t, rows), report
}

// normalBreaks has the line breaks that encoding/csv makes of CRLF within a cell.
func normalBreaks(rows [][]string) [][]string {
	for _, row := range rows {
		for i := range row {
			row[i] = strings.ReplaceAll(row[i], "\r\n", "\n")
		}
	}
	return rows
}

// bySKU gives the rows that have a SKU.
func bySKU(rows []map[string]string, heading string) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, row := range rows {
		if row[heading] != "" {
			out[row[heading]] = row
		}
	}
	return out
}

// TestTablesHaveOneCurrency: a price without its currency may not be in another one.
func TestTablesHaveOneCurrency(t *testing.T) {
	products := []supplier.Product{worldProduct("uah", nil), worldProduct("usd", func(p *supplier.Product) { p.Currency = "USD" })}
	for _, name := range []string{"woocommerce", "shopify"} {
		f := targetFeed(t, name)
		f.Price = pricing.Rule{}
		_, report := export(t, products, f)
		require.EqualValues(t, 1, report.Offers, name)
		require.Equal(t, []string{"currency_unknown"}, skipped(report, "USD"), name)
	}
}

// TestTheWorldsFeedsAreSmall: every cell of these templates is as short as its target wants.
func TestTheWorldsFeedsAreSmall(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	p := worldProduct("one", func(p *supplier.Product) {
		long := strings.Repeat("слово 👩‍👩‍👧‍👦 ", 4000)
		p.Names, p.Descriptions = supplier.Texts{UK: long}, supplier.Texts{UK: long}
		p.Brand, p.Category.Path = long, []string{long, long}
		p.Attributes = []supplier.Attribute{{Name: "Колір", Value: long}, {Name: "Розмір", Value: long}, {Name: "Матеріал", Value: long}}
	})
	limits := map[string]map[string]int{
		"google-tsv": {"title": 150, "description": 5000, "brand": 70, "mpn": 70, "product_type": 750, "color": 100, "size": 100, "material": 200},
		"meta":       {"title": 200, "description": 9999, "brand": 100, "mpn": 100, "product_type": 750, "color": 200, "size": 200, "material": 200},
		"shopify":    {"Title": 255, "Handle": 255},
	}
	for template, columns := range limits {
		data, _ := export(t, []supplier.Product{p}, targetFeed(t, template))
		options := map[string]any{"delimiter": ","}
		if template == "google-tsv" {
			options["delimiter"] = "\t"
		}
		row := byHeading(t, pythonRows(t, data, options))[0]
		for heading, limit := range columns {
			n := utf8.RuneCountInString(row[heading])
			require.LessOrEqual(t, n, limit, "%s %s", template, heading)
			if limit >= 100 && !slices.Contains([]string{"mpn", "Handle"}, heading) {
				require.Greater(t, n, limit*3/4, "%s %s is cut too soon", template, heading)
			}
		}
	}
}
