package templates

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

func TestListDescribesEveryBuiltIn(t *testing.T) {
	list, err := Open("").List()
	require.NoError(t, err)
	found := map[string]Kind{}
	for _, info := range list {
		require.NotEmpty(t, info.Description, info.Name)
		require.NotEmpty(t, info.Format, info.Name)
		found[string(info.Kind)+"/"+info.Name] = info.Kind
	}
	for _, name := range []string{"feed/csv", "feed/xlsx", "feed/yml", "feed/yml-classic", "orders/generic", "supplier/default",
		"ledger/default", "ledger/1c-table", "ledger/bas-table", "ledger/excel",
		"waybills/csv", "waybills/woocommerce-tracking", "waybills/shopify-fulfilment", "waybills/prom", "waybills/keycrm", "waybills/aftership"} {
		require.Contains(t, found, name)
	}
}

// TestEveryBuiltInHasItsSample: what a template makes, or reads, lies beside those of the
// others, by its name. The tests that write these files are named where one is missing.
func TestEveryBuiltInHasItsSample(t *testing.T) {
	for kind, of := range map[Kind]struct{ files, how string }{
		Feed:     {"../exporter/testdata/targets/%s.golden", "go test ./exporter -run TestTargets/%s -update"},
		Orders:   {"../samples/sources/%s.csv.reading.json", "put a file as the source writes it beside it, then go test ./importer/orderfile -run TestSources/%s -update"},
		Waybills: {"../samples/waybills/%s.csv", "go test ./cmd/dropbridge -run TestSampleWaybills -update"},
	} {
		names, err := Open("").Names(kind)
		require.NoError(t, err)
		var want []string
		for _, name := range names {
			data, file, err := Open("").Read(kind, name)
			require.NoError(t, err)
			var says Info
			require.NoError(t, strictyaml.Head(file, data, &says))
			require.Equal(t, name, says.Name, "%s is called as it says", file)
			if kind == Orders && name == "generic" {
				continue // it is what all others extend
			}
			sample := fmt.Sprintf(of.files, name)
			require.FileExists(t, sample, "of %s: %s", file, strings.ReplaceAll(of.how, "%s", name))
			want = append(want, filepath.Clean(sample))
		}
		there, err := filepath.Glob(fmt.Sprintf(of.files, "*"))
		require.NoError(t, err)
		there = slices.DeleteFunc(there, func(file string) bool { return strings.HasSuffix(file, ".report.golden") })
		require.ElementsMatch(t, want, there, "no sample is left of a template that is gone")
	}
}

func TestReadLaysTheUsersFolderOver(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "feeds"), 0o755))
	own := filepath.Join(dir, "feeds", "csv.yaml")
	require.NoError(t, os.WriteFile(own, []byte("name: csv\ndescription: mine\nformat: csv\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "feeds", "extra.yaml"), []byte("format: csv\ndescription: more\n"), 0o644))

	data, file, err := Open(dir).Read(Feed, "csv")
	require.NoError(t, err)
	require.Contains(t, string(data), "mine")
	require.Equal(t, own, file)

	data, file, err = Open(dir).Read(Feed, "yml")
	require.NoError(t, err)
	require.NotEmpty(t, data)
	require.Equal(t, "templates/feeds/yml.yaml", file)

	data, _, err = Open("").Read(Feed, own)
	require.NoError(t, err)
	require.Contains(t, string(data), "mine")

	list, err := Open(dir).List()
	require.NoError(t, err)
	names := map[string]string{}
	for _, info := range list {
		if info.Kind == Feed {
			names[info.Name] = info.Description
		}
	}
	require.Equal(t, "mine", names["csv"])
	require.Equal(t, "more", names["extra"], "a file is named by its file name")
}

func TestUnknownTemplates(t *testing.T) {
	_, _, err := Open("").Read(Feed, "cvs")
	var unknown *UnknownError
	require.ErrorAs(t, err, &unknown)
	require.Equal(t, `unknown feed template "cvs"`, err.Error())
	require.Equal(t, `did you mean "csv"?`, unknown.Hint())
	_, _, err = Open("").Read(Orders, "something-else")
	require.ErrorAs(t, err, &unknown)
	require.Contains(t, unknown.Hint(), "generic")
	_, _, err = Open("").Read(Ledger, "1s")
	require.ErrorAs(t, err, &unknown)
	require.Equal(t, `unknown ledger template "1s"`, err.Error())
	require.Equal(t, `did you mean "1c"?`, unknown.Hint())
	_, _, err = Open("").Read(Feed, "nowhere/csv.yaml")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, _, err = Open("").Read(Feed, "..")
	require.ErrorAs(t, err, &unknown)
}

func TestABrokenTemplateOfTheUserIsNamed(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "feeds"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "feeds", "bad.yaml"), []byte("format: ["), 0o644))
	_, err := Open(dir).List()
	require.ErrorContains(t, err, "bad.yaml")
}
