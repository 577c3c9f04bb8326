package importer_test

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// withColumn is a file with another column, of which each row has a cell.
func withColumn(name string, cells ...string) string {
	lines := strings.Split(strings.TrimSuffix(heading, "\n")+";"+name+"\n", "\n")[:1]
	for n, cell := range cells {
		lines = append(lines, strings.TrimSuffix(row(string(rune('1'+n))), "\n")+";"+cell)
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestWhatNobodyKnewIsListed: each word once, with how often it came, until the refused rows
// are read again with its meaning.
func TestWhatNobodyKnewIsListed(t *testing.T) {
	known := map[string]string{}
	r := newRig(t, anyFile, func(c *desk.Config) { c.Default.Words = lexicon.Overlay{States: known} })
	r.importFile(r.write("orders.csv", withColumn("Статус", "Бурмосимо", "Бурмосимо", "Новий")))
	want := []overview.Unclear{{File: "orders.csv", List: orderfile.States, Word: "Бурмосимо", Times: 2}}
	for range 2 { // the second time it is not read anew
		list, err := r.im.Unclear(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, list)
	}
	require.ErrorIs(t, r.im.ReadAgain(t.Context(), "", "other.csv"), fs.ErrNotExist)

	r.stop()
	known["Бурмосимо"] = "post"
	r.start()
	require.NoError(t, r.im.ReadAgain(t.Context(), "", "orders.csv"))
	list, err := r.im.Unclear(t.Context())
	require.NoError(t, err)
	require.Empty(t, list, "they are being read")
	dropped, err := filepath.Glob(filepath.Join(r.config().Inbox, "orders*.rejected.csv"))
	require.NoError(t, err)
	require.Len(t, dropped, 1)
	require.Equal(t, "accepted accepted", statuses(r.importFile(dropped[0])))
	require.Equal(t, map[string]int{"1": 1, "2": 1, "3": 1}, r.shop.posts)
}

// paidBy is a file of which an odd heading says how its orders are paid.
func paidBy() string {
	return withColumn("Розрахунок з менеджером", "Накладений платіж", "Передоплата", "Накладений платіж")
}

// TestAColumnThatWasNotRead is listed with its heading and its first cells, and what they speak of.
func TestAColumnThatWasNotRead(t *testing.T) {
	running(t, func(t *testing.T, r *rig) {
		r.write("inbox/orders.csv", paidBy())
		wait(time.Minute)
		require.Empty(t, r.shop.allPosts())
		list, err := r.im.Unclear(t.Context())
		require.NoError(t, err)
		require.Equal(t, []overview.Unclear{{File: "orders.csv", List: orderfile.Ignore, Word: "Розрахунок з менеджером", Times: 1,
			Cells: []string{"Накладений платіж", "Передоплата"}, Likely: field.PaymentMethod}}, list)
	}, anyFile)
}

// TestASourceSaysWhatAColumnHolds, and then its orders are paid as it says.
func TestASourceSaysWhatAColumnHolds(t *testing.T) {
	r := newRig(t, anyFile, func(c *desk.Config) {
		c.Default.Columns = map[string]field.Field{"розрахунок з менеджером": field.PaymentMethod}
	})
	require.Equal(t, "accepted accepted accepted", statuses(r.importFile(r.write("orders.csv", paidBy()))))
	var methods []string
	for _, number := range []string{"1", "2", "3"} {
		var sent supplier.NewOrder
		require.NoError(t, json.Unmarshal(r.order(number).Body, &sent))
		methods = append(methods, sent.Payment.Method)
	}
	require.Equal(t, []string{supplier.PaymentCOD, supplier.PaymentPrepaid, supplier.PaymentCOD}, methods)
}

// TestAFileIsRefusedInTheReadersLanguage, whatever that of the file is, and an earlier version's
// reason as it stands.
func TestAFileIsRefusedInTheReadersLanguage(t *testing.T) {
	r := newRig(t)
	require.True(t, r.importFile(r.write("bad.csv", "garbage;\x00\x01\n1;2;3")).Refused)
	for language, want := range map[wording.Language]string{
		wording.English:   "format_unknown: neither a text table nor a workbook",
		wording.Ukrainian: wording.NewMessage("finding.file_refused", "bad.csv", "format_unknown: "+wording.NewMessage("format_unknown").In(wording.Ukrainian)).In(wording.Ukrainian),
	} {
		r.stop()
		r.adjust = func(c *desk.Config) { c.Language = language }
		r.start()
		findings := r.status().Findings
		require.Len(t, findings, 1)
		require.Contains(t, findings[0].Message, want)
	}
	require.Equal(t, "code: why", state.File{Reason: "code: why"}.Why(wording.Ukrainian))
}

// TestRefusedRowsAreListedUntilTheyAreCorrected: those that no word settles, with the order's
// number and the reason in any language, the first of many.
func TestRefusedRowsAreListedUntilTheyAreCorrected(t *testing.T) {
	r := newRig(t)
	text := heading + row("ok")
	for n := range 12 {
		text += unreadable(strconv.Itoa(n))
	}
	first := r.importFile(r.write("orders.csv", text))
	list, err := r.im.Unclear(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 10)
	require.Equal(t, []any{3, "0", 12, 12}, []any{list[0].Row, list[0].Number, list[0].Rows, list[9].Row})
	require.Contains(t, list[0].Problem.Say(wording.English), "is no phone")
	require.NotContains(t, list[0].Problem.Say(wording.Ukrainian), "is no phone")

	r.clock.After(time.Minute)
	r.importFile(r.write("corrected.csv", heading+row("0")+row("1")))
	_, err = r.im.Refresh(t.Context(), first)
	require.NoError(t, err)
	list, err = r.im.Unclear(t.Context())
	require.NoError(t, err)
	require.Equal(t, []any{"2", 10, 10}, []any{list[0].Number, list[0].Rows, len(list)})
}
