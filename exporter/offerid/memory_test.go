package offerid

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/remark"
)

var lettersAndDigits = &Rule{Drop: regexp.MustCompile(`[^A-Za-z0-9]+`), Max: 20}

func open(t *testing.T, out string) *Memory {
	m, err := Open(out, lettersAndDigits)
	require.NoError(t, err)
	return m
}

func remember(t *testing.T, m *Memory, out string) {
	var b bytes.Buffer
	require.NoError(t, m.Remember(&b))
	require.NoError(t, os.WriteFile(Path(out), b.Bytes(), 0o644))
}

// TestIDsStay: what a product was called once it is called for good, whatever comes later.
func TestIDsStay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r.xml")
	first := open(t, out)
	require.Equal(t, "1000011", first.Of("100001-1"))
	require.Equal(t, "77", first.Of("77"))
	require.Equal(t, "1000011", first.Of("100001-1"), "asked twice")
	remember(t, first, out)

	later := open(t, out)
	own := later.Of("1000011")
	require.Regexp(t, `^1000011[0-9a-f]{8}$`, own, "the supplier's own id is another product's here")
	require.Equal(t, "1000011", later.Of("100001-1"))
	clash := later.Of("7-7")
	require.Regexp(t, `^77[0-9a-f]{8}$`, clash)
	require.Equal(t, "77", later.Of("77"))
	remember(t, later, out)

	last := open(t, out)
	for supplier, id := range map[string]string{"7-7": clash, "1000011": own, "100001-1": "1000011", "77": "77"} {
		require.Equal(t, id, last.Of(supplier))
	}
	remember(t, last, out)
	data, err := os.ReadFile(Path(out))
	require.NoError(t, err)
	require.Equal(t, 4, strings.Count(string(data), "\n"), "each stands once")
}

// TestFormOfIDs: every id is of the target's form, unique, and within its length.
func TestFormOfIDs(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "r.xml"))
	seen := map[string]string{}
	for _, own := range []string{"a-1", "a1", "a_1", "ї", "й", "--", strings.Repeat("9", 21), strings.Repeat("9", 22), strings.Repeat("9", 20), "a,\"1\n"} {
		id := m.Of(own)
		require.Regexp(t, `^[A-Za-z0-9]{1,20}$`, id, own)
		require.Empty(t, seen[id], own)
		seen[id] = own
	}
	require.Empty(t, m.Of(""))
}

// TestDamagedMemory: what can be read holds, and what is new is written behind it.
func TestDamagedMemory(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r.xml")
	require.NoError(t, os.WriteFile(Path(out), []byte("1-1,x9\n\"2-"), 0o644))
	m, err := Open(out, lettersAndDigits)
	var damaged *remark.DamagedError
	require.ErrorAs(t, err, &damaged)
	require.ErrorContains(t, err, ".r.xml.ids is damaged")
	require.Equal(t, "x9", m.Of("1-1"))
	require.Equal(t, "22", m.Of("2-2"))
	remember(t, m, out)
	again := open(t, out)
	require.Equal(t, "x9", again.Of("1-1"))
	require.Equal(t, "22", again.Of("2-2"))
}
