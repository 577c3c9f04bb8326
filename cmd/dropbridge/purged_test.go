//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// leaving is a shop that a person is to leave without a trace.
type leaving struct {
	*testing.T
	dir, config string
	journal     string // its address, "" for the usual one
	driver      string
	said        *output // all that the program has written
	traces      rig.Traces
}

// allowed is what still names a person after `purge`, by its folder, and as which the report and the README
// name it: copies of the journal, which new ones replace; books, which are records of accounting; order
// files that nobody has taken yet; and the names of files, by which they are known when they come again.
var allowed = map[string]string{"backups/": "backup", "books/": "book", "inbox/": "inbox", "state/": "file_name"}

// TestNoTraceOfAPerson: a shop where a person stands in all that it has, in every writing and state of an order,
// is asked to forget. No byte of any file and no row of any table names the person any more, but for
// what is allowed, and that is told.
func TestNoTraceOfAPerson(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		newLeaving(t, "", "sqlite").forgets()
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		newLeaving(t, rig.SharedPostgres(t).NewDatabase(t), "pgx").forgets()
	})
}

func newLeaving(t *testing.T, journal, driver string) *leaving {
	t.Helper()
	l := &leaving{T: t, dir: t.TempDir(), driver: driver, journal: journal, said: &output{}, traces: rig.NewTraces(t, "Журавель", "Zhuravel", "671112233", "67 111 22 33", "olena@shop.example")}
	service, err := sandbox.New(sandbox.Options{Tokens: []string{"leave-a-long-enough-word"}, Catalog: pricedCatalog(30, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), Speed: 100_000, Seed: 1, Now: time.Now})
	require.NoError(t, err)
	server := httptest.NewServer(service)
	t.Cleanup(func() {
		server.Close()
		require.NoError(t, service.Close())
	})
	token := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(token, []byte("leave-a-long-enough-word"), 0o600))
	l.config = fmt.Sprintf(`language: en
supplier: {base_url: %[1]q, token_file: %[2]q, idempotency: external_id}
inbox:
  settle: 50ms
  scan: 100ms
  follow: 200ms
  waybills: {template: csv, out: tracking/all.csv}
  sources: {keycrm: {template: generic, external_id_prefix: "KC-"}}
backup: {every: 1h}
notify: {webhook: {url: "http://127.0.0.1:9/nobody", secret_file: %[2]q}}
feeds: {shop: {template: csv, out: feeds/shop.csv, every: 1h}}
`, server.URL, token)
	if journal != "" {
		l.config += fmt.Sprintf("journal: %q\n", journal)
	} else {
		l.journal = filepath.Join(l.dir, "state", "journal.db")
	}
	return l
}

const personalHeading = "order_id;name;phone;email;city;branch;sku;quantity;price;comment\n"

// to is the row of an order to the person, and another one to somebody else.
func to(number, name, phone string) string {
	return fmt.Sprintf("%s;%s;%s;olena@shop.example;Київ;1;%%s;1;450.00;для Журавель\n%s0;Ткач Ірина;0670000301;;Київ;1;%%[1]s;1;450.00;\n", number, name, phone, number)
}

// file is an order file of the person.
func (l *leaving) file(rows ...string) string {
	sku := pricedCatalog(30, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)).Products[0].SKU
	text := personalHeading
	for _, row := range rows {
		text += fmt.Sprintf(row, sku)
	}
	return text
}

func (l *leaving) put(name, text string) {
	l.Helper()
	path := filepath.Join(l.dir, filepath.FromSlash(name))
	require.NoError(l, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(l, os.WriteFile(path, []byte(text), 0o600))
}

// ask runs a command, and gives what it prints.
func (l *leaving) ask(want int, command ...string) string {
	l.Helper()
	var out, errs bytes.Buffer
	code := run(l.Context(), append([]string{"--config", filepath.Join(l.dir, "dropbridge.yaml")}, command...), os.LookupEnv, nil, &out, &errs)
	require.Equal(l, want, code, "%v: %s %s", command, &out, &errs)
	return out.String()
}

// fill has the person in all that the shop has.
func (l *leaving) fill() {
	l.Helper()
	narrow, err := charmap.Windows1251.NewEncoder().String(l.file(to("2", "Журавель Олена", "+38 067 111 22 33")))
	require.NoError(l, err)
	foreign, err := charmap.Windows1251.NewEncoder().String("Журавель Олена;0671112233\n")
	require.NoError(l, err)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(l.file(to("3", "ЖУРАВЕЛЬ ОЛЕНА", "0671112233")))
	require.NoError(l, err)
	l.put("inbox/plain.csv", l.file(to("1", "Журавель Олена", "+380671112233"), to("7", "Zhuravel Olena", "(067) 111-22-33")))
	l.put("inbox/narrow.csv", narrow)
	l.put("inbox/wide.csv", wide)
	l.put("inbox/book.xlsx", workbook(l.T, l.file(to("4", "Журавель Олена", "0671112233"))))
	l.put("inbox/keycrm/crm.csv", l.file(to("5", "Журавель Олена", "0671112233")))
	l.put("inbox/refused.csv", strings.Replace(l.file(to("6", "Журавель Олена", "0671112233")), ";1;450.00;для", "-NONE;1;450.00;для", 1))
	l.put("inbox/wrong.csv", strings.Replace(l.file(to("8", "Журавель Олена", "067")), "olena@", "olena@@", 1))
	l.put("inbox/bad.csv", foreign)
	l.put("inbox/"+calledAfter, l.file(to("11", "Журавель Олена", "0671112233")))
}

// workbook is a CSV text as a workbook of texts.
func workbook(t *testing.T, text string) string {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	for y, line := range strings.Split(strings.TrimSpace(text), "\n") {
		for x, cell := range strings.Split(line, ";") {
			at, err := excelize.CoordinatesToCellName(x+1, y+1)
			require.NoError(t, err)
			require.NoError(t, book.SetCellStr("Sheet1", at, cell))
		}
	}
	var out bytes.Buffer
	require.NoError(t, book.Write(&out))
	return out.String()
}

// forgets has the shop work, and then forget.
func (l *leaving) forgets() {
	l.fill()
	d := startDaemon(l.T, l.dir, l.config)
	done := func() bool {
		s := d.snapshot(l.T)
		return s.Orders["accepted"] >= 14 && s.Inbox.Waiting == 0 && s.Orders["ready"]+s.Orders["sending"]+s.Orders["unknown"] == 0
	}
	require.Eventually(l, done, patience, 100*time.Millisecond, "%s", d.errs)
	l.put("inbox/again.csv", l.file(to("1", "Журавель Олена", "0671112233"), strings.Replace(to("2", "Журавель Олена", "0671112233"), ";1;450", ";7;450", 1)))
	if l.driver == "sqlite" {
		l.ask(0, "backup", filepath.Join(l.dir, "backups", "saved.db"))
	} else {
		l.put("backups/saved.sql", "COPY orders: Журавель Олена")
	}
	p := d.clerk(l.T)
	require.Contains(l, p.upload("", "uploaded.csv", l.file(to("12", "Журавель Олена", "0671112233"))), "uploaded.csv")
	require.Eventually(l, func() bool {
		again, err := filepath.Glob(filepath.Join(l.dir, "archive", "again*"))
		return err == nil && len(again) == 1 && d.snapshot(l.T).Orders["accepted"] >= 16
	}, patience, 100*time.Millisecond, "%s", d.errs)
	for _, address := range []string{"/orders?q=0671112233", "/orders?q=%D0%96%D1%83%D1%80%D0%B0%D0%B2%D0%B5%D0%BB%D1%8C", "/orders/1"} {
		p.get(address)
	}
	answer, err := http.Get(d.url + "metrics")
	require.NoError(l, err)
	require.NoError(l, answer.Body.Close())
	l.ask(0, "resolve", "2", "--keep")
	require.Eventually(l, func() bool {
		return !slices.ContainsFunc(l.purge("067 111 22 33").Kept, func(k forget.Kept) bool { return k.Code == "not_final" || k.Code == "open_file" })
	},
		patience, time.Second, "%s", d.errs) // each is a search through all that there is
	require.Zero(l, d.stop(), "%s", d.errs)
	require.False(l, l.traces.In([]byte(strings.ReplaceAll(d.errs.String(), calledAfter, ""))), "the log names nobody: %s", d.errs)
	l.requireGone()
}

// calledAfter is that of a file that is called after the person.
const calledAfter = "Zhuravel Olena 2.csv"

// purge purges, or tells what would go.
func (l *leaving) purge(who string, flags ...string) (report forget.Report) {
	l.Helper()
	said := ask(l.T, filepath.Join(l.dir, "dropbridge.yaml"), append([]string{"purge", "--person", who, "--json"}, flags...)...)
	require.NoError(l, json.Unmarshal([]byte(said), &report), said)
	return report
}

// requireGone purges by all that is known of the person, and searches all that there is.
func (l *leaving) requireGone() {
	l.Helper()
	zone, err := time.LoadLocation(supplier.LocalZone)
	require.NoError(l, err)
	l.ask(0, "orders", "--month", time.Now().In(zone).Format("2006-01"), "--out", filepath.Join(l.dir, "books", "orders.xlsx"))
	l.put("inbox/later.csv", l.file(to("13", "Журавель Олена", "0671112233")))
	told := map[string]string{}
	for _, who := range []string{"067 111 22 33", "olena@shop.example", "Олена Журавель", "Zhuravel Olena"} {
		for _, kept := range l.purge(who, "--apply").Kept {
			require.NotEmpty(l, kept.Hint)
			told[strings.TrimPrefix(kept.Name, l.dir+"/")] = kept.Code
		}
	}
	found := l.traces.InFolder(l, l.dir)
	rows := l.traces.InDatabase(l, l.driver, l.journal)
	require.Len(l, rows, 1, "%q", rows)
	require.Contains(l, rows[0], calledAfter)
	for _, name := range found {
		code, is := told[name]
		if name == "state/journal.db" { // of which the row above is
			code, is = told[calledAfter]
		}
		require.True(l, is, "%s names the person, and is not told: %v", name, told)
		require.Contains(l, slices.Collect(maps.Values(allowed)), code, name)
		require.Equal(l, allowed[strings.SplitAfter(name, "/")[0]], code, name)
	}
	for _, code := range allowed {
		require.Contains(l, slices.Collect(maps.Values(told)), code, "it is shown by this test")
	}
	orders := rig.NewTraces(l, "Ткач").InDatabase(l, l.driver, l.journal)
	require.GreaterOrEqual(l, len(orders), 9, "others stay")
	require.Contains(l, l.ask(0, "status", "1"), "the person was forgotten on 20")
}
