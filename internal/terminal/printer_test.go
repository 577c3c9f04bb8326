package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAFileGetsPlainLines: where no terminal shows it, progress is a line every few seconds,
// and the last count where there was one.
func TestAFileGetsPlainLines(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, "products")
	now := p.last
	p.now = func() time.Time { return now }
	p.Update(1, 0)
	p.Finish()
	require.Empty(t, out.String(), "short work says nothing")
	now = now.Add(5 * time.Second)
	p.Update(2, 10)
	p.Update(3, 10)
	p.Finish()
	require.Equal(t, "products: 2 of 10\nproducts: 3 of 10\n", out.String())
}

// TestALongListIsCut, and what is not ours stays on its line.
func TestALongListIsCut(t *testing.T) {
	report := exporter.Report{Feed: "shop", Out: "feeds/shop.csv", Products: 12, Bytes: 1500}
	for n := range 12 {
		report.Warnings = append(report.Warnings, fmt.Sprintf("odd\n\x1b[31m%d", n))
	}
	var out bytes.Buffer
	Printer{Out: &out, Language: wording.English}.Feed(report)
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, "shop: 12 products, 0 offers, 1.5 kB in 0.0 s → feeds/shop.csv", lines[0])
	require.Equal(t, "  note: odd [31m0", lines[1])
	require.Equal(t, "  … and 2 more warnings (feeds/shop.csv.report.csv has them)", lines[11])
	require.Len(t, lines, 13)
}
