package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// readers are the folders whose code names Cyrillic words without saying them: it looks for
// them in what it reads, makes goods and persons up, or shows one as an example.
var readers = []string{
	"cmd/dropbridge", "exporter/category", "exporter/pricing", "exporter/selection", "importer/lexicon", "importer/orderfile",
	"internal/config", "internal/learn", "internal/money", "internal/sandbox", "internal/supplier/jsonread", "internal/supplier/mapping",
}

// TestCodeIsWithoutSentences: what people read is data of the catalogue, so that it can be
// translated and read as a whole.
func TestCodeIsWithoutSentences(t *testing.T) {
	racing.Skip(t)
	found := map[string][]string{}
	require.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel("../..", filepath.Dir(path))
		if literals := cyrillic(t, path); len(literals) > 0 {
			name = filepath.ToSlash(name)
			found[name] = append(found[name], literals...)
		}
		return err
	}))
	for name, literals := range found {
		reads := slices.ContainsFunc(readers, func(folder string) bool { return strings.HasPrefix(name+"/", folder+"/") })
		reads = reads || strings.HasSuffix(name, "test") // what tests are made of
		require.True(t, reads, "%s says %s: it belongs to the catalogue", name, literals[0])
	}
}

func TestCyrillicIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "code.go")
	require.NoError(t, os.WriteFile(path, []byte("package code\n\n// слово\nvar a, b, c = \"word\", \"слово\", `ще`\n"), 0o600))
	require.Equal(t, []string{`"слово"`, "`ще`"}, cyrillic(t, path))
}

// cyrillic are the string literals of a file that have Cyrillic letters.
func cyrillic(t *testing.T, path string) (literals []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING &&
			strings.ContainsFunc(literal.Value, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
			literals = append(literals, literal.Value)
		}
		return true
	})
	return literals
}
