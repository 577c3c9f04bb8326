package importer_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
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
	r := newRig(t, func(c *desk.Config) { c.Default.Words = lexicon.Overlay{States: known} })
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
