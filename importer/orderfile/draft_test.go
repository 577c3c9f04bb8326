package orderfile

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/orderfile/ordertemplate"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/spreadsheet"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

func TestColumns(t *testing.T) {
	text := lines("№;ПІБ того;Teлефон;SKU;Кількість;Ціна;Нотатка;Телефон;Телефон отримувача;***", "1;А;0670000101;KB-01;1;1;x;0670000101;0670000102;")
	r := readWith(t, writeTemp(t, "a.csv", []byte(text)), Options{Profile: automatic(t)})
	var got []string
	for _, c := range r.Columns() {
		got = append(got, strings.TrimSpace(strings.Join([]string{spreadsheet.ColumnName(c.Index), c.Meaning, c.Nearest, c.Means, strings.Repeat("+", c.Choice)}, " ")))
	}
	require.Equal(t, []string{"A order_number   +", "B  піб recipient_name", "C  телефон phone", "D sku   +", "E quantity   +", "F price   +", "G", "H phone   ++", "I phone   +", "J"}, got)
	require.Equal(t, 1, r.HeadingRow())
	require.Equal(t, []string{"0 heading_missing"}, codes(r))
}

// TestDraftReads: the draft of a file with headings that nobody knows reads that file.
func TestDraftReads(t *testing.T) {
	racing.Skip(t)
	rows := []string{"Мобільний чи вайбер;Хто;Наш код;Штук;По чому;Населений пункт;Дата", "0670000101;Коваль Олена;KB-01;2;450,00;Київ;12.05.2026",
		"0670000102;Гнатюк Степан;KB-02;1;320,50;Львів;12.05.2026"}
	want := []string{"[2] Коваль Олена +380670000101 Київ/branch/ KB-01×2@450.00 prepaid", "[3] Гнатюк Степан +380670000102 Львів/branch/ KB-02×1@320.50 prepaid"}
	for name, path := range map[string]string{
		"semicolons": writeTemp(t, "crm.csv", []byte(lines(rows...))),
		"commas":     writeTemp(t, "crm.csv", []byte("\""+strings.ReplaceAll(strings.ReplaceAll(strings.Join(rows, "\n"), ";", "\",\""), "\n", "\"\n\"")+"\"\n")),
		"1251":       writeTemp(t, "crm.csv", to1251(t, lines(rows...))),
		"workbook":   writeTemp(t, "crm.xlsx", book{sheets: []testSheet{{name: "a", rows: cellsOf(rows)}}}.build(t)),
	} {
		t.Run(name, func(t *testing.T) {
			r := readWith(t, path, Options{Profile: automatic(t)})
			require.Equal(t, VerdictRejected, r.Verdict)
			draft := r.Draft()
			require.Contains(t, draft, `phone: {then: ["Мобільний чи вайбер"]}`)
			p, err := ordertemplate.Load(userFolder(t, map[string]string{"crm": draft}), ordertemplate.Automatic)
			require.NoError(t, err, draft)
			r = readWith(t, path, Options{Profile: p})
			got := summaries(r)
			for i := range got {
				_, got[i], _ = strings.Cut(got[i], " ") // the made number
			}
			require.Equal(t, want, got, draft)
			require.Equal(t, "crm", r.Template)
		})
	}
}

func cellsOf(rows []string) [][]any {
	var out [][]any
	for _, row := range rows {
		var cells []any
		for _, text := range strings.Split(row, ";") {
			cells = append(cells, text)
		}
		out = append(out, cells)
	}
	return out
}

func TestDraftOfNothing(t *testing.T) {
	for _, text := range []string{"", "\n\n", "x\n", "<html></html>"} {
		require.Empty(t, readWith(t, writeTemp(t, "a.csv", []byte(text)), Options{Profile: automatic(t)}).Draft())
	}
}

// FuzzDraft: whatever stands in a file, its draft is a template, or lacks a heading that
// it names itself as missing.
func FuzzDraft(f *testing.F) {
	f.Add("Хто;Код;Штук\nА Б;K1;2\n")
	f.Add("a\tb\t(c)\tc (d)\n")
	f.Add("\"a\"\"b\",'c',\u2028,{x\n1,2,3,4\n")
	p, err := ordertemplate.Load(templates.Open(""), ordertemplate.Automatic)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		path := writeTemp(t, "a.csv", []byte(text))
		r, err := Read(t.Context(), path, filepath.Base(path), Options{Profile: p, Limits: fuzzLimits})
		require.NoError(t, err)
		draft := r.Draft()
		if draft == "" {
			return
		}
		_, err = ordertemplate.Compile("draft.yaml", []byte(draft))
		e, _ := errors.AsType[*strictyaml.Error](err)
		require.True(t, err == nil || e != nil && strings.Contains(e.Message, "no heading for"), "%v\n%s", err, draft)
	})
}
