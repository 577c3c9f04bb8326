package ordertemplate

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
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

// TestCompact: each built-in template is there as its YAML says it.
func TestCompact(t *testing.T) {
	from := templates.Open("")
	names, err := from.Names(templates.Orders)
	require.NoError(t, err)
	var out bytes.Buffer
	for _, name := range names {
		data, file, err := from.Read(templates.Orders, name)
		require.NoError(t, err)
		want := &templateFile{}
		require.NoError(t, strictyaml.Decode(file, data, want))
		if !*update {
			require.Equal(t, want, readCompact(data), "%s: go test -run Compact -update . writes it", name)
			require.NotSame(t, readCompact(data), readCompact(data), "who extends it changes it")
			continue
		}
		text, err := json.Marshal(want, json.OmitZeroStructFields(true), json.Deterministic(true), json.WithMarshalers(json.JoinMarshalers(
			json.MarshalFunc(func(s spelling) ([]byte, error) { return json.Marshal(compactScalar(s.Scalar, s.key)) }),
			json.MarshalFunc(func(s strictyaml.Scalar) ([]byte, error) { return json.Marshal(compactScalar(s, s.Text)) }))))
		require.NoError(t, err)
		fmt.Fprintf(&out, ",\n\"%x\":%s", sha256.Sum256(data), text)
	}
	if *update {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		require.NoError(t, err)
		_, err = fmt.Fprintf(w, "{%s\n}\n", out.Bytes()[1:])
		require.NoError(t, errors.Join(err, w.Close()))
		require.NoError(t, os.WriteFile("compact.json.gz", packed.Bytes(), 0o644))
	}
}

func TestWhatIsNotCompactIsReadAsYAML(t *testing.T) {
	require.Nil(t, readCompact([]byte("name: mine\n")))
}

// TestTheBuiltInTemplatesAreReadCheaply: as YAML they take 240,000 allocations.
func TestTheBuiltInTemplatesAreReadCheaply(t *testing.T) {
	allocations := testing.AllocsPerRun(1, func() {
		_, err := newLoader(templates.Open("")).choice((*loader).candidateLater)
		require.NoError(t, err)
	})
	require.Less(t, allocations, 50_000.0)
}
