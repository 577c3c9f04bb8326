package learn

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// The whole report of a service is said in Ukrainian: each line but what names an operation
// has Cyrillic words. The mapping stays as it is.
func TestReportsAreSaidInUkrainian(t *testing.T) {
	p := proposedFor(t, "crm", "testdata/cases/crm/orders.json", "testdata/cases/crm/products.json")
	var report strings.Builder
	require.NoError(t, p.WriteReport(&report, wording.Ukrainian))
	require.Contains(t, report.String(), "\nподивіться\n")
	for line := range strings.Lines(report.String()) {
		if strings.HasPrefix(line, " ") {
			require.True(t, strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }), line)
		}
	}
	require.Contains(t, p.Mapping, "# Proposed by")
}
