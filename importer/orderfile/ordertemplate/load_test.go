package ordertemplate

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/templates"
)

// TestCandidatesAreTheirTemplates holds what a built-in template is chosen by to what it
// compiles to: by itself, and when a file has chosen it.
func TestCandidatesAreTheirTemplates(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	names, err := templates.Open("").Names(templates.Orders)
	require.NoError(t, err)
	later, signs := newLoader(templates.Open("")), 0
	for _, name := range names {
		want, err := newLoader(templates.Open("")).load(name)
		require.NoError(t, err)
		got, err := later.candidateLater(name)
		require.NoError(t, err)
		require.Equal(t, want.signs, got.signs, name)
		require.Equal(t, want.own, got.own, name)
		require.Equal(t, want.twoRows, got.twoRows, name)
		whole := got.whole()
		require.NotNil(t, whole.Lexicon, name)
		require.Same(t, whole, got.whole(), name)
		want.Lexicon, whole.Lexicon = nil, nil // of equal words; its phrases have no order
		require.Equal(t, want, whole, name)
		signs += len(got.signs)
	}
	require.NotZero(t, signs)
}

// TestOwnTemplateIsCompiledAtOnce: a mistake behind the headings of a template that nobody
// has vouched for is named before a file comes.
func TestOwnTemplateIsCompiledAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "orders"), 0o755))
	text := "name: mine\nkind: orders\nextends: generic\nrecognised_by: [[лід, угода]]\nwords: {carriers: {pigeon: [голуб]}}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "orders", "mine.yaml"), []byte(text), 0o644))
	_, err := Load(templates.Open(dir), Automatic)
	require.ErrorContains(t, err, `unknown carrier "pigeon"`)
}
