package exporter

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/office"
)

// node is an XML element as a reader that knows nothing of ours finds it.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []node     `xml:",any"`
}

func (n *node) all(name string) (out []*node) {
	for i := range n.Children {
		if n.Children[i].XMLName.Local == name {
			out = append(out, &n.Children[i])
		}
	}
	return out
}

func (n *node) text(name string) string {
	if found := n.all(name); len(found) > 0 {
		return found[0].Text
	}
	return ""
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// offersOf builds a target's feed, has xmllint read it, and gives its offers by id.
func offersOf(t *testing.T, template, dtd string, path ...string) (map[string]*node, Report, []byte) {
	t.Helper()
	data, report := export(t, targetCases(), targetFeed(t, template))
	file := filepath.Join(t.TempDir(), "feed.xml")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	args := []string{"--noout", "--nonet", file}
	if dtd != "" {
		args = append([]string{"--dtdvalid", filepath.Join("testdata", dtd)}, args...)
	}
	out, err := exec.Command(office.Program(t, "xmllint"), args...).CombinedOutput()
	require.NoError(t, err, string(out))
	var root node
	require.NoError(t, xml.Unmarshal(data, &root))
	at := []*node{&root}
	for _, name := range path {
		var next []*node
		for _, n := range at {
			next = append(next, n.all(name)...)
		}
		at = next
	}
	offers := map[string]*node{}
	for _, o := range at {
		id := o.attr("id")
		if id == "" {
			id = o.text("id")
		}
		require.NotContains(t, offers, id)
		offers[id] = o
	}
	require.EqualValues(t, report.Offers, len(offers))
	requireAccounted(t, report)
	return offers, report, data
}

// requireAccounted: every product is an offer or is named with a code and a mend.
func requireAccounted(t *testing.T, report Report) {
	t.Helper()
	require.EqualValues(t, len(targetCases()), report.Products)
	require.EqualValues(t, report.Products, report.Offers+int64(len(report.Skipped))+report.NotSelected)
	for _, s := range report.Skipped {
		require.NotEmpty(t, s.Code, s.SKU)
		require.Contains(t, s.Message.String(), ": ", "the mend follows the reason: %s", s.Message)
	}
}

func skipped(r Report, sku string) (out []string) {
	for _, s := range r.Skipped {
		if s.SKU == sku {
			out = append(out, string(s.Code))
		}
	}
	return out
}

// rowsOfTarget reads a text table with a reader that is not ours.
func rowsOfTarget(t *testing.T, template string) ([]string, []map[string]string, Report) {
	t.Helper()
	data, report := export(t, targetCases(), targetFeed(t, template))
	requireAccounted(t, report)
	r := csv.NewReader(bytes.NewReader(data))
	if strings.HasSuffix(template, "tsv") {
		r.Comma, r.LazyQuotes = '\t', true
	}
	heading, err := r.Read()
	require.NoError(t, err)
	require.Equal(t, len(heading), len(slices.Compact(slices.Sorted(slices.Values(heading)))), "headings are unique")
	var rows []map[string]string
	for {
		row, err := r.Read()
		if err == io.EOF {
			return heading, rows, report
		}
		require.NoError(t, err)
		m := map[string]string{}
		for i, cell := range row {
			m[heading[i]] = cell
		}
		rows = append(rows, m)
	}
}
