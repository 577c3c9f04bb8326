package table

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// FuzzCompile: no template makes the compiler panic, and one that compiles can be written with.
func FuzzCompile(f *testing.F) {
	f.Add("name: a\nkind: ledger\nformat: csv\ndelimiter: tab\ncolumns: [{value: debit}]\n")
	f.Add("name: a\nkind: ledger\nformat: csv\nencoding: utf-16le\nheadings: false\ncolumns: [{constant: x}]\n")
	f.Fuzz(func(t *testing.T, yaml string) {
		template, err := Compile[Ledger]("t.yaml", []byte(yaml), LedgerBook)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		var out bytes.Buffer
		wrong, err := marshal(newRows(template, kinds[Ledger](), &out), each(entries()))
		require.NoError(t, wrong)
		require.NoError(t, err)
	})
}

// FuzzCells: whatever a text holds, a reader finds the same number of rows and cells, and
// the text itself where nothing had to stand for a part of it.
func FuzzCells(f *testing.F) {
	f.Add(`a";b`, `\.`)
	f.Add(" \r\n=1", "\x00\xff")
	f.Add("\ufeff", "'")
	f.Fuzz(func(t *testing.T, a, b string) {
		const head = "name: a\nkind: ledger\nformat: csv\nheadings: false\ndefuse: false\ncolumns: [{value: description}, {value: document_number}]\n"
		for _, delimiter := range []string{",", ";", "tab"} {
			template, err := Compile[Ledger]("t.yaml", []byte(head+"delimiter: '"+delimiter+"'\n"), LedgerBook)
			require.NoError(t, err)
			var out bytes.Buffer
			wrong, err := marshal(newRows(template, kinds[Ledger](), &out), each([]Ledger{{Description: a, DocumentNumber: b}, {Description: "x", DocumentNumber: "y"}}))
			require.NoError(t, wrong)
			require.NoError(t, err)
			r := csv.NewReader(&out)
			r.Comma = template.delimiter
			rows, err := r.ReadAll()
			require.NoError(t, err)
			require.Len(t, rows, 2)
			for i, text := range []string{a, b} {
				if utf8.ValidString(text) && !strings.ContainsAny(text, "\x00\r\uFFFD") {
					require.Equal(t, text, rows[0][i])
				}
			}
		}
	})
}
