package house

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// floors is the house: a package may import what stands on lower floors, and of its
// own floor only what is listed for it.
var floors = map[string]int{
	"cmd/dropbridge":                      5,
	"cmd/dropbridge/internal/books":       5,
	"cmd/dropbridge/internal/checking":    5,
	"cmd/dropbridge/internal/daemon":      5,
	"cmd/dropbridge/internal/decisionlog": 5,
	"cmd/dropbridge/internal/entry":       5,
	"cmd/dropbridge/internal/errand":      5,
	"cmd/dropbridge/internal/foreign":     5,
	"cmd/dropbridge/internal/moving":      5,
	"cmd/dropbridge/internal/guidance":    5,
	"cmd/dropbridge/internal/purging":     5,
	"cmd/dropbridge/internal/lookup":      5,
	"cmd/dropbridge/internal/release":     5,
	"cmd/dropbridge/internal/reload":      5,
	"cmd/dropbridge/internal/sandboxing":  5,
	"cmd/dropbridge/internal/service":     5,
	"cmd/dropbridge/internal/sharing":     5,
	"internal/journal":                    4,
	"internal/journal/journaltest":        4,
	"internal/inboxtest":                  4,
	"internal/journal/move":               4,
	"internal/journal/clause":             4,
	"internal/journal/search":             4,
	"internal/journal/lite":               4,
	"internal/journal/paths":              4,
	"internal/journal/scan":               4,
	"internal/journal/schema":             4,
	"internal/journal/share":              4,
	"internal/terminal":                   4,
	"internal/web":                        4,
	"internal/web/page":                   4,
	"internal/approval":                   4,
	"internal/dispatch":                   4,
	"internal/fleet":                      3,
	"internal/config":                     4,
	"internal/config/logging":             4,
	"internal/config/inlets":              4,
	"internal/config/retention":           4,
	"internal/config/teach":               4,
	"internal/config/sheet":               3,
	"internal/config/timing":              1,
	"internal/config/bookfiles":           1,
	"internal/config/transfer":            1,
	"exporter":                            3,
	"exporter/act":                        3,
	"exporter/closing":                    3,
	"exporter/income":                     3,
	"exporter/mirror":                     3,
	"exporter/payouts":                    3,
	"exporter/exchange":                   3,
	"exporter/reading":                    3,
	"exporter/sales":                      3,
	"exporter/statement":                  3,
	"exporter/together":                   3,
	"exporter/statement/ledgertest":       3,
	"exporter/statement/sheets":           3,
	"importer":                            3,
	"importer/actfile":                    3,
	"importer/handover":                   3,
	"importer/handover/mailtest":          0,
	"exporter/book":                       2,
	"exporter/category":                   2,
	"exporter/chronology":                 2,
	"exporter/closed":                     2,
	"exporter/control":                    2,
	"exporter/encode":                     2,
	"exporter/history":                    2,
	"exporter/markup":                     2,
	"exporter/link":                       2,
	"exporter/lastlist":                   2,
	"exporter/union":                      2,
	"exporter/offerid":                    2,
	"exporter/place":                      2,
	"exporter/pricing":                    2,
	"exporter/remark":                     2,
	"exporter/remembered":                 2,
	"exporter/revise":                     2,
	"exporter/selection":                  2,
	"exporter/table":                      2,
	"exporter/template":                   2,
	"exporter/template/function":          2,
	"exporter/template/names":             2,
	"importer/decide":                     2,
	"importer/forget":                     2,
	"importer/desk":                       2,
	"importer/doubt":                      2,
	"importer/inlet":                      2,
	"importer/intake":                     2,
	"importer/folder":                     2,
	"importer/lexicon":                    2,
	"importer/orderfile":                  2,
	"importer/overview":                   2,
	"importer/posting":                    2,
	"importer/result":                     2,
	"importer/sheets":                     2,
	"importer/state":                      2,
	"importer/told":                       2,
	"importer/orderfile/cells":            2,
	"importer/orderfile/celltext":         2,
	"importer/orderfile/delivery":         2,
	"importer/orderfile/draft":            2,
	"importer/orderfile/field":            2,
	"importer/orderfile/orders":           2,
	"importer/orderfile/ordertemplate":    2,
	"importer/orderfile/payment":          2,
	"importer/orderfile/problem":          2,
	"importer/orderfile/resultfile":       2,
	"importer/orderfile/route":            2,
	"importer/orderfile/value":            2,
	"importer/orderfile/xmlscan":          2,
	"importer/waybill":                    2,
	"importer/waybill/keeper":             2,
	"internal/learn":                      2,
	"internal/learn/document":             2,
	"internal/learn/guess":                2,
	"internal/learn/proposal":             2,
	"internal/learn/lexicon":              1,
	"internal/learn/service":              1,
	"internal/register":                   1,
	"internal/settlement":                 1,
	"internal/standing":                   1,
	"internal/trouble":                    1,
	"internal/mailserver":                 1,
	"internal/notify":                     2,
	"internal/notify/channel":             2,
	"internal/notify/letter":              2,
	"internal/pricelist":                  2,
	"internal/pricelist/form":             2,
	"internal/pricelist/listfile":         2,
	"internal/backups":                    2,
	"internal/snapshot":                   2,
	"internal/web/access":                 2,
	"internal/web/accounts":               3,
	"internal/sftpd":                      3,
	"internal/web/courier":                3,
	"internal/web/keyring":                2,
	"internal/supplier/client":            2,
	"internal/supplier/xmlanswer":         2,
	"internal/supplier/drift":             2,
	"internal/supplier/jsonread":          1,
	"internal/supplier/mapping":           1,
	"internal/supplier/mapping/access":    1,
	"internal/supplier/mapping/convert":   1,
	"internal/supplier/mapping/jq":        1,
	"internal/supplier/mapping/orderbody": 1,
	"internal/supplier/mapping/verdict":   1,
	"internal/supplier/mapping/wire":      1,
	"internal/supplier/mapping/written":   1,
	"internal/supplier/suppliertest":      1,
	"internal/supplier/calls":             1,
	"internal/gsheet":                     1,
	"internal/gsheet/gsheettest":          1,
	"internal/bankfile":                   2,
	"internal/bucket":                     1,
	"internal/carry":                      1,
	"internal/bucket/buckettest":          1,
	"importer/objects":                    2,
	"internal/browsertest":                0,
	"internal/correlation":                0,
	"internal/pulse":                      0,
	"internal/csvtemplate":                0,
	"internal/whereabouts":                0,
	"internal/durable":                    0,
	"internal/failure":                    0,
	"internal/house":                      0,
	"internal/long":                       0,
	"internal/loopback":                   0,
	"internal/measure":                    0,
	"internal/mediatype":                  0,
	"internal/money":                      0,
	"internal/office":                     0,
	"internal/oneline":                    0,
	"internal/pattern":                    0,
	"internal/racing":                     0,
	"internal/refusal":                    0,
	"internal/rig":                        0,
	"internal/schedule":                   0,
	"internal/sandbox":                    0,
	"internal/sandbox/catalog":            0,
	"internal/sandbox/contract":           0,
	"internal/sandbox/dialect":            0,
	"internal/sandbox/dialect/documents":  0,
	"internal/sandbox/dialect/forms":      0,
	"internal/sandbox/dialect/graph":      0,
	"internal/sandbox/dialect/service":    0,
	"internal/sandbox/dialect/shape":      0,
	"internal/sandbox/dialect/shop":       0,
	"internal/sandbox/local":              0,
	"internal/sandbox/pricelists":         0,
	"internal/sandbox/trade":              0,
	"internal/sorting":                    0,
	"internal/spellout":                   0,
	"internal/deflate":                    0,
	"internal/packed":                     0,
	"internal/spreadsheet":                0,
	"internal/strictyaml":                 0,
	"internal/yamledit":                   0,
	"internal/supplier":                   0,
	"internal/testmain":                   0,
	"internal/swar":                       0,
	"internal/systemd":                    0,
	"internal/turnstile":                  0,
	"internal/wording":                    0,
	"samples":                             0,
	"templates":                           0,
}

// sameFloor lists the imports within a floor: a part of a package under its whole, and
// what all others may stand on.
var sameFloor = map[string][]string{
	"exporter/act":                     {"exporter/statement"},
	"exporter/exchange":                {"exporter/statement"},
	"cmd/dropbridge":                   {"cmd/dropbridge/internal/books", "cmd/dropbridge/internal/checking", "cmd/dropbridge/internal/daemon", "cmd/dropbridge/internal/decisionlog", "cmd/dropbridge/internal/entry", "cmd/dropbridge/internal/foreign", "cmd/dropbridge/internal/guidance", "cmd/dropbridge/internal/lookup", "cmd/dropbridge/internal/moving", "cmd/dropbridge/internal/purging", "cmd/dropbridge/internal/release", "cmd/dropbridge/internal/reload", "cmd/dropbridge/internal/sandboxing", "cmd/dropbridge/internal/service", "cmd/dropbridge/internal/sharing"},
	"cmd/dropbridge/internal/purging":  {"cmd/dropbridge/internal/service"},
	"cmd/dropbridge/internal/sharing":  {"cmd/dropbridge/internal/daemon"},
	"cmd/dropbridge/internal/daemon":   {"cmd/dropbridge/internal/books", "cmd/dropbridge/internal/errand", "cmd/dropbridge/internal/reload"},
	"exporter/category":                {"exporter/encode", "exporter/remark"},
	"exporter/closing":                 {"exporter/act", "exporter/income", "exporter/payouts", "exporter/sales", "exporter/statement", "exporter/statement/sheets"},
	"exporter/control":                 {"exporter/book"},
	"exporter/encode":                  {"exporter/markup"},
	"exporter/link":                    {"exporter/template"},
	"exporter/income":                  {"exporter/statement"},
	"exporter/mirror":                  {"exporter", "exporter/reading"},
	"exporter/payouts":                 {"exporter/statement"},
	"exporter/place":                   {"exporter/history"},
	"exporter/reading":                 {"exporter"},
	"exporter/offerid":                 {"exporter/remark"},
	"exporter/remark":                  {"exporter/markup"},
	"exporter/revise":                  {"exporter/markup", "exporter/template"},
	"exporter/statement/sheets":        {"exporter/statement"},
	"exporter/template":                {"exporter/category", "exporter/encode", "exporter/markup", "exporter/offerid", "exporter/pricing", "exporter/remark", "exporter/selection", "exporter/template/function", "exporter/template/names"},
	"exporter/template/function":       {"exporter/encode", "exporter/markup"},
	"exporter/union":                   {"exporter/lastlist", "exporter/selection", "exporter/template/function"},
	"importer/decide":                  {"importer/desk", "importer/state", "importer/told"},
	"importer/desk":                    {"importer/folder", "importer/lexicon", "importer/orderfile", "importer/state", "importer/told", "importer/waybill"},
	"importer/doubt":                   {"importer/desk", "importer/folder", "importer/orderfile", "importer/state", "importer/told"},
	"importer/forget":                  {"importer/desk", "importer/folder", "importer/result", "importer/state", "importer/told"},
	"importer/inlet":                   {"importer/desk", "importer/folder", "importer/result", "importer/state", "importer/told"},
	"importer/intake":                  {"importer/desk", "importer/folder", "importer/state", "importer/told"},
	"importer/folder":                  {"importer/orderfile/cells", "importer/told"},
	"importer/overview":                {"importer/desk", "importer/folder", "importer/orderfile", "importer/result", "importer/state", "importer/told"},
	"importer/posting":                 {"importer/desk", "importer/doubt", "importer/folder", "importer/state", "importer/told"},
	"importer/result":                  {"importer/desk", "importer/folder", "importer/orderfile", "importer/state", "importer/told"},
	"importer/sheets":                  {"importer/desk", "importer/intake", "importer/orderfile", "importer/orderfile/cells", "importer/overview", "importer/result", "importer/state", "importer/told"},
	"importer/state":                   {"importer/told"},
	"importer/waybill/keeper":          {"importer/desk", "importer/folder", "importer/state", "importer/told", "importer/waybill"},
	"importer/orderfile":               {"importer/lexicon", "importer/orderfile/cells", "importer/orderfile/celltext", "importer/orderfile/draft", "importer/orderfile/field", "importer/orderfile/orders", "importer/orderfile/ordertemplate", "importer/orderfile/problem", "importer/orderfile/resultfile", "importer/orderfile/route"},
	"importer/orderfile/cells":         {"importer/orderfile/celltext", "importer/orderfile/problem", "importer/orderfile/xmlscan"},
	"importer/orderfile/delivery":      {"importer/lexicon", "importer/orderfile/celltext", "importer/orderfile/field", "importer/orderfile/ordertemplate", "importer/orderfile/problem"},
	"importer/orderfile/draft":         {"importer/lexicon", "importer/orderfile/cells", "importer/orderfile/celltext", "importer/orderfile/field", "importer/orderfile/ordertemplate", "importer/orderfile/value"},
	"importer/orderfile/orders":        {"importer/lexicon", "importer/orderfile/cells", "importer/orderfile/celltext", "importer/orderfile/delivery", "importer/orderfile/field", "importer/orderfile/ordertemplate", "importer/orderfile/payment", "importer/orderfile/problem", "importer/orderfile/route", "importer/orderfile/value"},
	"internal/notify":                  {"internal/notify/channel", "internal/notify/letter"},
	"internal/notify/channel":          {"internal/notify/letter"},
	"importer/orderfile/ordertemplate": {"importer/lexicon", "importer/orderfile/cells", "importer/orderfile/celltext", "importer/orderfile/field", "importer/orderfile/problem"},
	"importer/orderfile/payment":       {"importer/lexicon", "importer/orderfile/celltext", "importer/orderfile/field", "importer/orderfile/problem"},
	"importer/orderfile/problem":       {"importer/orderfile/field"},
	"importer/orderfile/resultfile":    {"importer/orderfile/cells", "importer/orderfile/celltext", "importer/orderfile/problem", "importer/orderfile/xmlscan"},
	"importer/orderfile/route":         {"importer/orderfile/celltext", "importer/orderfile/problem"},
	"importer/orderfile/value":         {"importer/lexicon", "importer/orderfile/cells", "importer/orderfile/celltext", "importer/orderfile/problem"},
	"importer/orderfile/xmlscan":       {"importer/orderfile/celltext"},
	"internal/browsertest":             {"internal/testmain"},
	"internal/bucket/buckettest":       {"internal/bucket"},
	"internal/carry":                   {"internal/bucket"},
	"importer/objects":                 {"importer/desk", "importer/folder", "importer/state", "importer/told", "importer/waybill"},
	"internal/config":                  {"internal/approval", "internal/config/retention", "internal/config/logging"},
	"internal/config/bookfiles":        {"internal/config/timing"},
	"internal/config/teach":            {"internal/config"},
	"internal/config/inlets":           {"internal/config"},
	"internal/dispatch":                {"internal/journal/share"},
	"internal/bankfile":                {"importer/orderfile/cells", "importer/orderfile/celltext"},
	"internal/csvtemplate":             {"internal/strictyaml"},
	"internal/inboxtest":               {"internal/journal"},
	"internal/journal":                 {"internal/journal/clause", "internal/journal/lite", "internal/journal/paths", "internal/journal/scan", "internal/journal/schema", "internal/journal/search", "internal/journal/share"},
	"internal/journal/scan":            {"internal/journal/clause", "internal/journal/paths"},
	"internal/journal/search":          {"internal/journal/clause"},
	"internal/journal/move":            {"internal/journal", "internal/journal/paths"},
	"internal/learn":                   {"internal/learn/document", "internal/learn/guess", "internal/learn/proposal"},
	"internal/learn/proposal":          {"internal/learn/guess"},
	"internal/learn/service":           {"internal/learn/lexicon"},
	"internal/pricelist":               {"internal/pricelist/form", "internal/pricelist/listfile"},
	"internal/pricelist/form":          {"importer/orderfile/celltext", "internal/pricelist/listfile"},
	// A list's cells need the same care as those of an order file: encodings, workbooks, long numbers.
	"internal/pricelist/listfile":         {"importer/orderfile/cells", "importer/orderfile/celltext", "importer/orderfile/problem", "importer/orderfile/xmlscan"},
	"internal/sandbox":                    {"internal/browsertest", "internal/loopback", "internal/packed", "internal/sandbox/catalog", "internal/sandbox/contract", "internal/sandbox/trade"},
	"internal/sandbox/dialect":            {"internal/sandbox/dialect/documents", "internal/sandbox/dialect/forms", "internal/sandbox/dialect/graph", "internal/sandbox/dialect/service", "internal/sandbox/dialect/shape", "internal/sandbox/dialect/shop", "internal/packed", "internal/pattern"},
	"internal/sandbox/contract":           {"internal/pattern"},
	"internal/sandbox/dialect/shape":      {"internal/pattern"},
	"internal/sandbox/dialect/documents":  {"internal/pattern", "internal/sandbox/dialect/service", "internal/sandbox/dialect/shape"},
	"internal/sandbox/dialect/forms":      {"internal/sandbox/dialect/service", "internal/sandbox/dialect/shape"},
	"internal/sandbox/dialect/graph":      {"internal/sandbox/dialect/service", "internal/sandbox/dialect/shape"},
	"internal/sandbox/dialect/service":    {"internal/sandbox/dialect/shape"},
	"internal/sandbox/dialect/shop":       {"internal/sandbox/dialect/service", "internal/sandbox/dialect/shape"},
	"internal/sandbox/local":              {"internal/sandbox", "internal/sandbox/catalog", "samples"},
	"internal/sandbox/trade":              {"internal/sandbox/catalog", "internal/sandbox/contract"},
	"internal/pulse":                      {"internal/sorting"},
	"internal/failure":                    {"internal/wording"},
	"internal/refusal":                    {"internal/failure", "internal/wording"},
	"internal/rig":                        {"internal/durable", "internal/testmain"},
	"internal/spellout":                   {"internal/money", "internal/wording"},
	"internal/strictyaml":                 {"internal/failure", "internal/wording"},
	"internal/supplier":                   {"internal/failure", "internal/money", "internal/oneline", "internal/wording"},
	"internal/supplier/mapping":           {"internal/supplier/jsonread", "internal/supplier/mapping/access", "internal/supplier/mapping/convert", "internal/supplier/mapping/jq", "internal/supplier/mapping/orderbody", "internal/supplier/mapping/verdict", "internal/supplier/mapping/wire", "internal/supplier/mapping/written"},
	"internal/supplier/client":            {"internal/supplier/xmlanswer"},
	"internal/supplier/xmlanswer":         {"importer/orderfile/xmlscan"},
	"internal/supplier/mapping/access":    {"internal/supplier/jsonread", "internal/supplier/mapping/wire", "internal/supplier/mapping/written"},
	"internal/supplier/mapping/convert":   {"internal/supplier/jsonread", "internal/supplier/mapping/written"},
	"internal/supplier/mapping/jq":        {"internal/supplier/jsonread"},
	"internal/supplier/mapping/orderbody": {"internal/supplier/jsonread", "internal/supplier/mapping/jq", "internal/supplier/mapping/written"},
	"internal/supplier/mapping/verdict":   {"internal/supplier/jsonread", "internal/supplier/mapping/access", "internal/supplier/mapping/written"},
	"internal/supplier/mapping/wire":      {"internal/supplier/jsonread", "internal/supplier/mapping/written"},
	"internal/supplier/mapping/written":   {"internal/supplier/jsonread"},
	"templates":                           {"internal/failure", "internal/packed", "internal/refusal", "internal/strictyaml", "internal/wording"},
	"samples":                             {"internal/packed"},
	"internal/spreadsheet":                {"internal/deflate", "internal/sorting", "internal/swar"},
}

const module = "github.com/dropbridge/dropbridge/"

func TestFloors(t *testing.T) {
	t.Parallel()
	imports, err := readImports()
	require.NoError(t, err)
	seen := 0
	for path := range imports {
		name, ours := strings.CutPrefix(path, module)
		if !ours {
			continue
		}
		seen++
		require.Contains(t, floors, name, "a new package needs its floor")
		for _, imported := range imports[path] {
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
		{"internal/supplier", "cmd/dropbridge"}, {"importer/orderfile", "importer"}, {"importer/orderfile/cells", "importer/orderfile/ordertemplate"}, {"importer/orderfile/orders", "importer/orderfile"},
		{"internal/supplier", "internal/supplier/client"},
		{"internal/supplier/mapping", "internal/supplier/client"}, {"internal/supplier/jsonread", "internal/supplier/mapping"},
		{"exporter/encode", "exporter/template"}, {"exporter/template", "exporter"},
	} {
		require.Error(t, mayImport(c[0], c[1]), "%s → %s", c[0], c[1])
	}
	require.NoError(t, mayImport("internal/journal", "importer"))
}

// TestWhatTheProgramDoesNotLink: libraries that each start pays for, in megabytes and allocations,
// and that stand behind a build tag or in tests; see the README, "What the libraries cost".
func TestWhatTheProgramDoesNotLink(t *testing.T) {
	t.Parallel()
	imports, err := readImports()
	require.NoError(t, err)
	linked := linkedBy(imports, module+"cmd/dropbridge")
	require.Contains(t, linked, module+"internal/bucket")
	for _, library := range []string{
		"gocloud.dev/", "google.golang.org/", "cloud.google.com/", "github.com/Azure/", "go.opentelemetry.io/", "github.com/aws/aws-sdk-go-v2/service/s3",
		"github.com/getkin/", "github.com/santhosh-tekuri/", "github.com/nyaruka/", "github.com/stretchr/", "go.yaml.in/",
	} {
		require.False(t, slices.ContainsFunc(linked, func(path string) bool { return strings.HasPrefix(path, library) }), library)
	}
}

// TestWhatAPackageLinks: the model is a leaf, and what writes or reckons does not link
// what speaks HTTP or runs jq. (The library of workbooks links net/http by itself.)
func TestWhatAPackageLinks(t *testing.T) {
	t.Parallel()
	all, err := readImports()
	require.NoError(t, err)
	for _, name := range []string{
		"internal/money", "internal/oneline", "internal/supplier", "internal/supplier/jsonread", "exporter/book", "exporter/encode", "exporter/pricing", "exporter/history",
	} {
		linked := linkedBy(all, module+name)
		require.Contains(t, linked, module+name)
		require.NotContains(t, strings.Join(linked, " "), "itchyny/gojq", name)
		for _, path := range linked {
			if strings.HasPrefix(path, module) {
				require.NotContains(t, all[path], "net/http", "%s links %s", name, path)
			}
		}
	}
}

// readImports gives what every package of the program, of its libraries and of Go imports.
func readImports() (map[string][]string, error) {
	all, err := listPackages()
	if err != nil {
		return nil, err
	}
	imports := map[string][]string{}
	for _, pkg := range all {
		imports[pkg.ImportPath] = pkg.Imports
	}
	return imports, nil
}

// linkedBy are a package and all that it imports, and what they import.
func linkedBy(imports map[string][]string, path string) []string {
	linked, seen := []string{path}, map[string]bool{path: true}
	for i := 0; i < len(linked); i++ {
		for _, below := range imports[linked[i]] {
			if !seen[below] {
				seen[below] = true
				linked = append(linked, below)
			}
		}
	}
	return linked
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
