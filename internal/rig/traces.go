package rig

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/hex"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Traces are words in all the writings in which bytes may hold them. It knows nothing of how the
// program looks for persons: it is what shows whether that has found all.
type Traces [][]byte

// NewTraces are those of some words, in any case and encoding.
func NewTraces(t testing.TB, words ...string) (all Traces) {
	t.Helper()
	for _, word := range words {
		for _, written := range []string{word, strings.ToLower(word), strings.ToUpper(word)} {
			all = append(all, []byte(written), []byte(hex.EncodeToString([]byte(written))), []byte(url.QueryEscape(written)), []byte(escaped(written)))
			for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
				wide, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(written))
				require.NoError(t, err)
				all = append(all, wide)
			}
			if narrow, err := charmap.Windows1251.NewEncoder().Bytes([]byte(written)); err == nil {
				all = append(all, narrow)
			}
		}
	}
	return all
}

// escaped is a word as JSON writes it in ASCII.
func escaped(word string) string {
	var out strings.Builder
	for _, r := range word {
		if r < 0x80 {
			out.WriteRune(r)
			continue
		}
		fmt.Fprintf(&out, `\u%04x`, r)
	}
	return out.String()
}

// In reports whether bytes hold a trace, unpacked where they are packed.
func (all Traces) In(data []byte) bool {
	if all.plainly(data) || all.plainly([]byte(html.UnescapeString(string(data)))) {
		return true
	}
	if packed, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
		unpacked, _ := io.ReadAll(packed) // what can be read of one that is cut
		return all.In(unpacked)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(archive.File, func(entry *zip.File) bool {
		part, err := entry.Open()
		if err != nil {
			return false
		}
		defer part.Close()
		unpacked, _ := io.ReadAll(part)
		return all.plainly([]byte(entry.Name)) || all.In(unpacked)
	})
}

func (all Traces) plainly(data []byte) bool {
	return slices.ContainsFunc(all, func(one []byte) bool { return bytes.Contains(data, one) })
}

// InFolder are the files below a folder that hold a trace, or are named by one, as paths from there.
func (all Traces) InFolder(t testing.TB, dir string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if all.In(data) || all.plainly([]byte(entry.Name())) {
			name, _ := filepath.Rel(dir, path)
			found = append(found, filepath.ToSlash(name))
		}
		return err
	}))
	return found
}

// InDatabase are the rows that hold a trace, of all tables in all schemas, each as "table: row".
func (all Traces) InDatabase(t testing.TB, driver, address string) (found []string) {
	t.Helper()
	return all.InRows(Rows(t, driver, address))
}

// InRows are those of the rows that hold a trace, each as "table: row".
func (all Traces) InRows(rows []Row) (found []string) {
	for _, row := range rows {
		if all.In([]byte(row.Text)) {
			found = append(found, row.Table+": "+row.Text)
		}
	}
	return found
}

// Row is a row of a database with its values as texts, and bytes as they are.
type Row struct{ Table, Text string }

// Rows are those of all tables in all schemas of a database.
func Rows(t testing.TB, driver, address string) (rows []Row) {
	t.Helper()
	db, err := sql.Open(driver, address)
	require.NoError(t, err)
	defer db.Close()
	list := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if driver == "pgx" {
		list = `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) FROM information_schema.tables
			WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`
	}
	tables := 0
	eachRow(t, db, list, func(table string) {
		tables++
		eachRow(t, db, "SELECT * FROM "+table, func(text string) { rows = append(rows, Row{table, text}) })
	})
	require.NotZero(t, tables)
	return rows
}

// eachRow gives the rows of a query as texts, with bytes as they are.
func eachRow(t testing.TB, db *sql.DB, query string, do func(string)) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	require.NoError(t, err)
	defer rows.Close()
	names, err := rows.Columns()
	require.NoError(t, err)
	var list []string
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		require.NoError(t, rows.Scan(into...))
		texts := make([]string, len(values))
		for i, value := range values {
			texts[i] = fmt.Sprint(value)
			if raw, is := value.([]byte); is {
				texts[i] = string(raw)
			}
		}
		list = append(list, strings.Join(texts, "|"))
	}
	require.NoError(t, rows.Err())
	for _, text := range list {
		do(text)
	}
}
