package orderfile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/templates"
)

func automatic(t *testing.T) *ordertemplate.Template {
	t.Helper()
	p, err := automaticOnce()
	require.NoError(t, err)
	return p
}

// automaticOnce spares the tests compiling all templates for every file.
var automaticOnce = sync.OnceValues(func() (*ordertemplate.Template, error) {
	return ordertemplate.Load(templates.Open(""), ordertemplate.Automatic)
})

// TestSources holds the reading of a file of each source by its template, and that the
// headings choose it among all.
func TestSources(t *testing.T) {
	racing.Skip(t)
	names, err := templates.Open("").Names(templates.Orders)
	require.NoError(t, err)
	all := automatic(t)
	for _, name := range names {
		if name == "generic" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			path := samples + "sources/" + name + ".csv"
			own, err := ordertemplate.Load(templates.Open(""), name)
			require.NoError(t, err)
			r := readWith(t, path, Options{Profile: own})
			require.Equal(t, VerdictOK, r.Verdict, "%v", r.Problems)
			var got bytes.Buffer
			require.NoError(t, r.WriteJSON(&got))
			golden := path + ".reading.json"
			if *update {
				require.NoError(t, os.WriteFile(golden, got.Bytes(), 0o644))
			}
			require.Equal(t, string(readFile(t, golden)), got.String())

			chosen := readWith(t, path, Options{Profile: all})
			if !own.HasSigns() { // nobody knows the headings: a config names it
				require.Equal(t, "generic", chosen.Template)
				require.Empty(t, chosen.RecognisedBy())
				return
			}
			require.Equal(t, name, chosen.Template)
			require.NotEmpty(t, chosen.RecognisedBy())
			require.Equal(t, r.Orders, chosen.Orders)
			again := readWith(t, writeResult(t, path, chosen, sampleResults(chosen)), Options{Profile: all})
			require.Equal(t, name, again.Template, "the result file is still the source's")
			require.Equal(t, r.Orders, again.Orders)
		})
	}
}

// TestCasesByHeadings: with all templates at hand every case reads as with generic.
func TestCasesByHeadings(t *testing.T) {
	racing.Skip(t)
	all, chosen := automatic(t), map[string]int{}
	for _, path := range caseFiles(t) {
		if filepath.Base(filepath.Dir(path)) == "sources" {
			continue // they are read so in TestCases
		}
		want, got := readPath(t, path), readWith(t, path, Options{Profile: all})
		require.Equal(t, summaries(want), summaries(got), path)
		require.Equal(t, codes(want), codes(got), path)
		chosen[got.Template]++
	}
	require.NotZero(t, chosen["shopify"])
	require.NotZero(t, chosen["woocommerce"])
	require.NotZero(t, chosen["generic"])
}

// userFolder is a folder of templates with these order templates in it.
func userFolder(t *testing.T, files map[string]string) templates.Set {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "orders"), 0o755))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "orders", name+".yaml"), []byte(text), 0o644))
	}
	return templates.Open(dir)
}

const (
	mineRead = "name: mine\nextends: generic\nrecognised_by: [[Client, Mobile, Code]]\n" +
		"headings: {recipient_name: {then: [Client]}, phone: {then: [Mobile]}, sku: {then: [Code]}, quantity: {then: [Pieces, Packs]}}\n"
	mineFile = "Client;Mobile;Code;Pieces;Packs;order\nA;0670000101;KB-01;2;3;1\n"
)

func TestOwnTemplateIsChosen(t *testing.T) {
	racing.Skip(t)
	p, err := ordertemplate.Load(userFolder(t, map[string]string{"mine": mineRead}), ordertemplate.Automatic)
	require.NoError(t, err)
	path := writeTemp(t, "a.csv", []byte(mineFile))
	r := readWith(t, path, Options{Profile: p})
	requireReading(t, r, VerdictOK, []string{"1 [2] A +380670000101 /branch/ KB-01×2@ prepaid"}, nil)
	require.Equal(t, "mine", r.Template)
	require.Equal(t, []string{"Client", "Mobile", "Code"}, r.RecognisedBy())
	require.Equal(t, []string{"0 heading_missing", "0 heading_missing"}, codes(readWith(t, path, Options{Profile: automatic(t)})))
}

func TestOwnGenericGoesBeforeTheBuiltIn(t *testing.T) {
	own := strings.Replace(own, "name: own", "name: generic", 1)
	p, err := ordertemplate.Load(userFolder(t, map[string]string{"generic": own, "mine": "name: mine\nextends: generic\n"}), "mine")
	require.NoError(t, err)
	r := readWith(t, writeTemp(t, "a.csv", []byte("deal,client,mobile,code,pieces\n1,A,0670000101,KB-01,2\n")), Options{Profile: p})
	require.Equal(t, "mine", r.Template)
	require.Equal(t, "meest", r.Orders[0].Recipient.Delivery.Carrier)
}

// TestTwoTemplatesThatFit: of equal templates the first by name, unless they read the
// file differently; more own headings go before.
func TestTwoTemplatesThatFit(t *testing.T) {
	racing.Skip(t)
	with := func(old, text string) string { return strings.Replace(mineRead, old, text, 1) }
	for name, c := range map[string]struct {
		other, template string
		codes           []string
	}{
		"read alike":          {with("name: mine", "name: other"), "mine", []string{}},
		"another quantity":    {with("[Pieces, Packs]", "[Packs, Pieces]"), "", []string{"0 headings_unknown"}},
		"another carrier":     {mineRead + "defaults: {carrier: meest}\n", "", []string{"0 headings_unknown"}},
		"another mark":        {mineRead + "decimal_mark: ','\n", "", []string{"0 headings_unknown"}},
		"more own headings":   {with("Mobile, Code]]", "Mobile, Code, order]]"), "other", []string{}},
		"other words of cash": {mineRead + "words: {payments: {cod: [later]}}\n", "", []string{"0 headings_unknown"}},
	} {
		t.Run(name, func(t *testing.T) {
			other := strings.Replace(c.other, "name: mine", "name: other", 1)
			p, err := ordertemplate.Load(userFolder(t, map[string]string{"mine": mineRead, "other": other}), ordertemplate.Automatic)
			require.NoError(t, err)
			r := readWith(t, writeTemp(t, "a.csv", []byte(mineFile)), Options{Profile: p})
			require.Equal(t, c.codes, codes(r), "%v", r.Problems)
			require.Equal(t, c.template, r.Template)
			if len(c.codes) > 0 {
				require.Contains(t, r.Problems[0].Message, "mine and other")
			}
		})
	}
}

// TestTwoRowsOfHeadings: the lower row goes before the upper one, and only a row that
// certainly is one of headings counts.
func TestTwoRowsOfHeadings(t *testing.T) {
	racing.Skip(t)
	order := "УТ-1;Лисенко Юрій;0670000101;Чайник;KB-01;2;450,00"
	want := []string{"УТ-1 [4] Лисенко Юрій +380670000101 /branch/ KB-01×2@450.00 prepaid"}
	title, upper := "На дату: 04.12.26;;;;;;", "Номер;Контрагент;Телефон;Номенклатура;Склад;;"
	for name, c := range map[string]struct {
		rows   []string
		orders []string
		codes  []string
	}{
		"two rows":                {[]string{title, upper, ";;;;Артикул;Кількість;Ціна", order}, want, nil},
		"an unknown one below":    {[]string{title, "Номер;Контрагент;Телефон;Номенклатура;Артикул;Кількість;Склад", ";;;;;;Свободный", order}, []string{"УТ-1 [4] Лисенко Юрій +380670000101 /branch/ KB-01×2@ prepaid"}, []string{"3 order_number_missing"}},
		"a digit below":           {[]string{title, upper, ";;;;Артикул;Кількість;Ціна 1", order}, nil, []string{"0 heading_missing", "0 heading_missing"}},
		"a blank row between":     {[]string{upper, "", ";;;;Артикул;Кількість;Ціна", order}, nil, []string{"0 heading_missing", "0 heading_missing"}},
		"one row, then the order": {[]string{title, "", "Номер;Контрагент;Телефон;Номенклатура;Артикул;Кількість;Ціна", order}, want, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := ordertemplate.Load(templates.Open(""), "1c")
			require.NoError(t, err)
			r := readWith(t, writeTemp(t, "a.csv", []byte(lines(c.rows...))), Options{Profile: p})
			require.Equal(t, append([]string{}, c.orders...), summaries(r), "%v", r.Problems)
			if c.codes != nil {
				require.Subset(t, codes(r), c.codes)
			}
		})
	}
}

// TestTwoRowsOfMergedHeadings: a workbook's merged heading holds for both rows.
func TestTwoRowsOfMergedHeadings(t *testing.T) {
	k := book{sheets: []testSheet{{name: "Лист1", rows: [][]any{
		{"На дату: 04.12.26"},
		{"Номер", "Контрагент", "Телефон", "Номенклатура", "Товар", nil, nil},
		{nil, nil, nil, nil, "Артикул", "Кількість", "Ціна"},
		{"УТ-1", "Лисенко Юрій", "0670000101", "Чайник", "KB-01", raw("2"), raw("450")},
		{nil, nil, nil, "Лампа", "KB-02", raw("1"), raw("320")},
	}, merges: []string{"A2:A3", "B2:B3", "C2:C3", "D2:D3", "E2:G2"}}}}
	path := writeTemp(t, "a.xlsx", k.build(t))
	r := readWith(t, path, Options{Profile: automatic(t)})
	requireReading(t, r, VerdictOK, []string{"УТ-1 [4 5] Лисенко Юрій +380670000101 /branch/ KB-01×2@450.00 KB-02×1@320.00 prepaid"}, nil)
	require.Equal(t, "1c", r.Template)
	require.Equal(t, 3, r.HeadingRow())
	again := readWith(t, writeResult(t, path, r, sampleResults(r)), Options{Profile: automatic(t)})
	require.Equal(t, r.Orders, again.Orders)
}

// TestDecimalMark: where a source has one mark, an amount that could be read in two ways
// can be read; and a mark that would make thousandths is still refused.
func TestDecimalMark(t *testing.T) {
	racing.Skip(t)
	read := func(mark, amount string) *Report {
		p, err := ordertemplate.Compile("p.yaml", []byte("name: p\nextends: generic\n"+mark))
		require.NoError(t, err)
		return readWith(t, writeTemp(t, "a.csv", []byte(lines(heads, "1;А;0670000101;;;KB-01;1;"+amount))), Options{Profile: p})
	}
	for _, c := range []struct{ mark, amount, price, code string }{
		{"", "1.234", "", "2 amount_ambiguous"},
		{`decimal_mark: ","`, "1.234", "1234.00", ""},
		{`decimal_mark: ","`, "1.234 грн", "1234.00", ""},
		{`decimal_mark: ","`, "500.00", "500.00", ""},
		{`decimal_mark: ","`, "1,234", "", "2 amount_ambiguous"},
		{`decimal_mark: "."`, "1,234", "1234.00", ""},
		{`decimal_mark: "."`, "1 234,50", "1234.50", ""},
	} {
		r := read(c.mark, c.amount)
		if c.code != "" {
			require.Equal(t, []string{c.code}, codes(r), "%+v", c)
			continue
		}
		require.Empty(t, codes(r), "%+v", c)
		require.Equal(t, c.price, r.Orders[0].Items[0].Price.String())
	}
}

func TestYoIsYe(t *testing.T) {
	r := readText(t, lines("Номер заказа;ФИО;Телефон;Артикул;Количество;Цена;Способ оплаты", "1;Ёлкин Пётр;0670000101;KB-01;2;100;Наложенный платёж"))
	requireReading(t, r, VerdictOK, []string{"1 [2] Ёлкин Пётр +380670000101 /branch/ KB-01×2@100.00 cod=200.00"}, nil)
}
