package ordertemplate

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

var update = flag.Bool("update", false, "write compact.json.gz again")

func compactScalar(s strictyaml.Scalar, key string) []any {
	list := []any{s.Text, s.Line, s.Column}
	if key != s.Text {
		list = append(list, key)
	}
	return list
}

// packAgain says how a new or changed template gets into the compact form.
const packAgain = "go test ./importer/orderfile/ordertemplate -run TestCompact -update writes the compact form again"

// TestCompact: what the compact form holds is there as its YAML says it. A template that it does not
// hold, as a new one, is read as YAML, which only takes longer; so few of them may wait.
func TestCompact(t *testing.T) {
	if *update {
		writeCompact(t)
		return
	}
	all, left, waiting := builtInFiles(t), maps.Clone(compactTemplates()), 0
	for _, builtIn := range all {
		got := readCompact(builtIn.data)
		if got == nil {
			waiting++
			t.Logf("%s is read as YAML: %s", builtIn.file, packAgain)
			continue
		}
		delete(left, compactKey(builtIn.data))
		require.Equal(t, builtIn.decode(t), got, "%s: %s", builtIn.file, packAgain)
		require.NotSame(t, readCompact(builtIn.data), readCompact(builtIn.data), "who extends it changes it")
	}
	for _, text := range left {
		require.Fail(t, "the compact form holds a template whose YAML has changed or is gone", "%.300s: %s", text, packAgain)
	}
	require.Less(t, 4*waiting, len(all), packAgain)
}

// TestWhatIsNotCompactIsReadAsYAML: a template that the compact form does not hold becomes the same.
func TestWhatIsNotCompactIsReadAsYAML(t *testing.T) {
	require.Nil(t, readCompact([]byte("name: mine\n")))
	for _, name := range []string{"generic", "kasta", "shopify"} {
		from := templates.Open("")
		data, file, err := from.Read(templates.Orders, name)
		require.NoError(t, err)
		other := append(bytes.Clone(data), "# of another sum\n"...)
		require.Nil(t, readCompact(other))
		want, err := newLoader(from).compile(file, data)
		require.NoError(t, err)
		got, err := newLoader(from).compile(file, other)
		require.NoError(t, err)
		require.NotNil(t, got.Lexicon, name)
		want.Lexicon, got.Lexicon = nil, nil // of equal words; its phrases have no order
		require.Equal(t, want, got, name)
	}
}

// builtInFile is the YAML of a built-in template.
type builtInFile struct {
	file string
	data []byte
}

func builtInFiles(t *testing.T) (all []builtInFile) {
	t.Helper()
	from := templates.Open("")
	names, err := from.Names(templates.Orders)
	require.NoError(t, err)
	for _, name := range names {
		data, file, err := from.Read(templates.Orders, name)
		require.NoError(t, err)
		all = append(all, builtInFile{file, data})
	}
	require.NotEmpty(t, all)
	return all
}

func (b builtInFile) decode(t *testing.T) *templateFile {
	t.Helper()
	f := &templateFile{}
	require.NoError(t, strictyaml.Decode(b.file, b.data, f))
	return f
}

// writeCompact writes the compact form of all built-in templates.
func writeCompact(t *testing.T) {
	t.Helper()
	var out bytes.Buffer
	for _, builtIn := range builtInFiles(t) {
		text, err := json.Marshal(builtIn.decode(t), json.OmitZeroStructFields(true), json.Deterministic(true), json.WithMarshalers(json.JoinMarshalers(
			json.MarshalFunc(func(s spelling) ([]byte, error) { return json.Marshal(compactScalar(s.Scalar, s.key)) }),
			json.MarshalFunc(func(s strictyaml.Scalar) ([]byte, error) { return json.Marshal(compactScalar(s, s.Text)) }))))
		require.NoError(t, err)
		fmt.Fprintf(&out, ",\n\"%s\":%s", compactKey(builtIn.data), text)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	require.NoError(t, err)
	_, err = fmt.Fprintf(w, "{%s\n}\n", out.Bytes()[1:])
	require.NoError(t, errors.Join(err, w.Close()))
	require.NoError(t, os.WriteFile("compact.json.gz", packed.Bytes(), 0o644))
}

// TestTheBuiltInTemplatesAreReadCheaply: as YAML they take 240,000 allocations. What one takes that
// the compact form does not hold yet is left out.
func TestTheBuiltInTemplatesAreReadCheaply(t *testing.T) {
	allocations := testing.AllocsPerRun(1, func() {
		_, err := newLoader(templates.Open("")).choice((*loader).candidateLater)
		require.NoError(t, err)
	})
	for _, builtIn := range builtInFiles(t) {
		if readCompact(builtIn.data) == nil {
			allocations -= testing.AllocsPerRun(1, func() { builtIn.decode(t) })
		}
	}
	require.Less(t, allocations, 50_000.0)
}
