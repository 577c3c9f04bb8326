package learn

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/document"
	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// learnFrom proposes from one text.
func learnFrom(t *testing.T, name, text string) (*proposal.Proposal, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return Propose(context.Background(), Options{Sources: []string{file}})
}

func builtInWords(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	words, err := lexicon.Load(templates.Open(""))
	require.NoError(t, err)
	return words
}

func pathIn(p *proposal.Proposal, operation, field string) string {
	for _, o := range p.Operations {
		for _, f := range o.Fields {
			if o.Operation == operation && f.Field == field {
				return f.Path
			}
		}
	}
	return ""
}

// hugeDocument has n schemas, each of which leads to the next ones.
func hugeDocument(n int) string {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.3","info":{"title":"huge","version":"1"},"paths":{"/products":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/S0"}}}}}}}}},"components":{"schemas":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"S%d":{"type":"object","properties":{"id":{"type":"string"},"sku":{"type":"string"},"drop_price":{"type":"string"},"next":{"$ref":"#/components/schemas/S%d"},"other":{"$ref":"#/components/schemas/S%d"},"far":{"$ref":"#/components/schemas/S%d"}}}`,
			i, (i+1)%n, (i*7+3)%n, (i*31+11)%n)
	}
	b.WriteString(`}}}`)
	return b.String()
}

func TestHugeDocument(t *testing.T) {
	racing.Skip(t)
	start := time.Now()
	p, err := learnFrom(t, "huge.json", hugeDocument(long.Or(4000, 20_000)))
	require.NoError(t, err)
	require.Equal(t, "drop_price", pathIn(p, "products", "drop_price"))
	require.Less(t, time.Since(start), MaxTime)
}

func TestBrokenInputIsNamed(t *testing.T) {
	racing.Skip(t)
	document, err := os.ReadFile("testdata/cases/swagger2/swagger.json")
	require.NoError(t, err)
	for name, c := range map[string]struct{ text, want string }{
		"cut":          {string(document[:len(document)/2]), "line 1[0-9], column [0-9]+: it ends in the middle"},
		"empty":        {" \n", "it is empty"},
		"text":         {"hello there", "neither JSON, YAML nor a page"},
		"binary":       {"\x89PNG\x00\x01", "neither JSON nor YAML"},
		"number":       {"15", "it holds one value"},
		"no list":      {`{"a":1}`, "no list of products, orders, shipments or ledger"},
		"no paths":     {`{"openapi":"3.0.0","info":{"title":"x","version":"1"}}`, "describes no request"},
		"wrong shapes": {`{"openapi":"3.0.0","info":[],"paths":{"/products":5}}`, "the document is broken"},
		"wrong paths":  {`{"swagger":"2.0","paths":[1,2]}`, "the document is broken"},
		"deep JSON":    {strings.Repeat(`{"a":`, 12000) + "1" + strings.Repeat("}", 12000), "it is no whole JSON"},
		"deep schemas": {`{"openapi":"3.0.0","paths":{"/products":` + strings.Repeat(`{"get":`, 400) + "1" + strings.Repeat("}", 400) + `}}`, "nested too deep"},
		"deep YAML":    {"a:\n" + strings.Repeat("- ", 50000) + "x", "nested too deep"},
		"flow YAML":    {"a: " + strings.Repeat("[", 50000), "nested too deep"},
		"YAML bomb":    {"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f]\nh: [*g,*g,*g,*g,*g,*g,*g,*g]\n", "too large"},
		"YAML circle":  {"openapi: 3.0.0\npaths: &p\n  /products: *p\n", "too large or nested too deep|no YAML|neither JSON, YAML"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := learnFrom(t, "input", c.text)
			require.Error(t, err)
			require.Regexp(t, c.want, err.Error())
			require.NotContains(t, err.Error(), "\n")
			hinted, ok := err.(interface{ Hint() string })
			require.True(t, ok)
			require.NotEmpty(t, hinted.Hint())
		})
	}
}

func TestMoneyOfExamplesKeepsItsNotation(t *testing.T) {
	p, err := learnFrom(t, "doc.json", `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/products":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{
		"example":[{"id":1,"sku":"A","name":"Лампа","drop_price":12345678901234567.10,"rrp":12345678901234567.11}]}}}}}}}}`)
	require.NoError(t, err)
	require.Equal(t, "drop_price is not above rrp", p.Sanity[0].Name.In(wording.English))
	require.True(t, p.Sanity[0].OK, "as floats both would be the same")
	require.Equal(t, "drop_price", pathIn(p, "products", "drop_price"))
}

// TestAUsersWordsAreRecognised: a word in a file of the user's folder makes a field known.
func TestAUsersWordsAreRecognised(t *testing.T) {
	const sample = `[{"id":1,"sku":"A-1","name":"Лампа","nasha_tsina":"10.00","rrp":"15.00"},{"id":2,"sku":"A-2","name":"Чайник","nasha_tsina":"20.00","rrp":"35.00"}]`
	p, err := learnFrom(t, "products.json", sample)
	require.NoError(t, err)
	require.Empty(t, pathIn(p, "products", "drop_price"))

	folder := t.TempDir()
	words := filepath.Join(folder, "learn", "mine.yaml")
	require.NoError(t, os.Mkdir(filepath.Dir(words), 0o755))
	require.NoError(t, os.WriteFile(words, []byte("fields:\n  product:\n    drop_price: {names: [nasha tsina]}\n"), 0o644))
	file := filepath.Join(t.TempDir(), "products.json")
	require.NoError(t, os.WriteFile(file, []byte(sample), 0o644))
	options := Options{Sources: []string{file}, Templates: templates.Open(folder)}
	p, err = Propose(t.Context(), options)
	require.NoError(t, err)
	require.Contains(t, pathIn(p, "products", "drop_price"), "nasha_tsina")

	require.NoError(t, os.WriteFile(words, []byte("fields:\n  product:\n    dropp_price: {names: [nasha tsina]}\n"), 0o644))
	_, err = Propose(t.Context(), options)
	require.EqualError(t, err, words+`:3:5: unknown key "dropp_price"`)
}

func FuzzLearn(f *testing.F) {
	for _, pattern := range []string{"testdata/cases/*/*.json", "testdata/cases/*/*.yaml"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(f, err)
			f.Add(data)
		}
	}
	words := builtInWords(f)
	f.Add([]byte(`<html><script>SwaggerUIBundle({url: "/openapi.json"})</script>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		fetch, err := document.NewReader(document.Access{}, words)
		require.NoError(t, err)
		in, err := fetch.Recognise(context.Background(), "fuzz", data, nil)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		s := in.Description
		if s == nil {
			s = &service.Description{Operations: []*service.Operation{in.Sample}}
		}
		p := proposal.Of(s, guess.Classify(s, words), "")
		for line := range strings.Lines(p.Mapping) {
			require.NotContains(t, strings.TrimSuffix(line, "\n"), "\r")
		}
		_, err = fetch.Recognise(context.Background(), "the proposal", []byte(p.Mapping), nil)
		require.NoError(t, err, "a proposal is YAML: %s", p.Mapping)
		if p.Complete() {
			requireCompiles(t, p)
		}
	})
}
