package mediatype

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	for name, want := range map[string]string{
		"shop.csv": "text/csv; charset=utf-8", "of/A.CSV": "text/csv; charset=utf-8", "a.tsv": "text/tab-separated-values; charset=utf-8",
		"feeds/prom.yml": "application/xml", "google.xml": "application/xml", "a.XLSX": Workbook, "prom.yml.gz": "application/gzip",
		"": "", "csv": "", "a.csv.part": "", "a.html": "", "a.json": "", "of.csv/a": "", "a.xlsm": "",
	} {
		require.Equal(t, want, Of(name), name)
	}
}
