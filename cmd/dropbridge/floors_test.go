package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// floors is the house: a package may import what stands on lower floors, and of its
// own floor only what is listed for it.
var floors = map[string]int{
	"cmd/dropbridge":                4,
	"internal/journal":              3,
	"internal/web":                  3,
	"exporter":                      2,
	"exporter/book":                 2,
	"exporter/control":              2,
	"exporter/history":              2,
	"exporter/markup":               2,
	"exporter/pricing":              2,
	"exporter/sales":                2,
	"exporter/selection":            2,
	"exporter/statement":            2,
	"exporter/statement/ledgertest": 2,
	"exporter/table":                2,
	"importer":                      2,
	"importer/lexicon":              2,
	"importer/orderfile":            2,
	"importer/waybill":              2,
	"internal/learn":                2,
	"internal/snapshot":             2,
	"internal/supplier":             1,
	"internal/money":                1,
	"internal/durable":              1,
	"internal/sandbox":              1,
	"internal/sandbox/catalog":      1,
	"internal/sandbox/dialect":      1,
	"internal/spreadsheet":          1,
	"internal/browsertest":          1,
	"internal/office":               1,
	"internal/racing":               1,
	"internal/strictyaml":           1,
	"internal/wording":              1,
	"templates":                     1,
	"samples":                       1,
}

// sameFloor lists the imports within a floor: a part of a package under its whole,
// and the reader of YAML under all that is written in YAML.
var sameFloor = map[string][]string{
	"exporter":           {"exporter/history", "exporter/markup", "exporter/pricing", "exporter/selection"},
	"exporter/control":   {"exporter/book", "internal/wording"},
	"exporter/sales":     {"exporter/book", "exporter/control", "exporter/table", "internal/wording"},
	"exporter/statement": {"exporter/book", "exporter/control", "exporter/table", "internal/wording"},
	"importer":           {"importer/lexicon", "importer/orderfile", "importer/waybill"},
	"importer/orderfile": {"importer/lexicon"},
	"internal/sandbox":   {"internal/browsertest", "internal/sandbox/catalog"},
	"internal/supplier":  {"internal/money", "internal/strictyaml"},
	"templates":          {"internal/strictyaml"},
}

const module = "github.com/dropbridge/dropbridge/"

func TestFloors(t *testing.T) {
	command := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	command.Dir = "../.."
	out, err := command.Output()
	require.NoError(t, err)
	seen := 0
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; seen++ {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		err := decoder.Decode(&pkg)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		name := strings.TrimPrefix(pkg.ImportPath, module)
		require.Contains(t, floors, name, "a new package needs its floor")
		for _, imported := range pkg.Imports {
			below, ours := strings.CutPrefix(imported, module)
			if ours {
				require.NoError(t, mayImport(name, below))
			}
		}
	}
	require.Equal(t, len(floors), seen, "every package of the table is there")
}

func TestFloorsRefuseUpwardImports(t *testing.T) {
	for _, c := range [][2]string{
		{"exporter", "importer"}, {"importer", "internal/journal"}, {"internal/sandbox", "internal/supplier"},
		{"internal/supplier", "cmd/dropbridge"}, {"importer/orderfile", "importer"},
	} {
		require.Error(t, mayImport(c[0], c[1]), "%s → %s", c[0], c[1])
	}
	require.NoError(t, mayImport("internal/journal", "importer"))
}

func mayImport(from, to string) error {
	if floors[to] < floors[from] {
		return nil
	}
	for _, allowed := range sameFloor[from] {
		if allowed == to {
			return nil
		}
	}
	return &floorError{from, to}
}

type floorError struct{ from, to string }

func (e *floorError) Error() string { return e.from + " must not import " + e.to }
