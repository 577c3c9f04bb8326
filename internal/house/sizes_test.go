package house

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// A package is read in an afternoon, or its doc.go says why it is larger, in a sentence
// that begins with largeBecause.
const (
	mostLines    = 4000
	mostFiles    = 30
	largeBecause = "It is large because"
)

// A package that does not fit into an hour has a glossary in its doc.go: a list of its
// words under the heading "# Words".
const (
	glossaryFrom = 1500 // lines
	mostWords    = 20
)

func TestPackagesAreSmall(t *testing.T) {
	racing.Skip(t)
	for _, r := range allRooms(t) {
		t.Logf("%-40s %6d lines %3d files", r.name, r.lines, len(r.files))
		if strings.Contains(r.doc, largeBecause) {
			continue
		}
		assert.LessOrEqual(t, r.lines, mostLines, "%s has too many lines; its doc.go may say: %s …", r.name, largeBecause)
		assert.LessOrEqual(t, len(r.files), mostFiles, "%s has too many files; its doc.go may say: %s …", r.name, largeBecause)
	}
}

func TestLargePackagesHaveAGlossary(t *testing.T) {
	racing.Skip(t)
	for _, r := range allRooms(t) {
		words := glossary(r.doc)
		if r.lines > glossaryFrom {
			assert.NotEmpty(t, words, "%s has %d lines: its doc.go needs a list of its words under the heading # Words", r.name, r.lines)
		}
		assert.LessOrEqual(t, len(words), mostWords, r.name)
		parts := nameParts(r)
		for _, word := range words {
			for part := range strings.FieldsSeq(word) {
				assert.True(t, parts[part], "%s explains %q, which is in none of its names", r.name, word)
			}
		}
	}
}

var glossaryLine = regexp.MustCompile(`^  - ([a-zA-Z ]+): `)

// glossary lists the words that a package's comment explains.
func glossary(doc string) []string {
	_, list, found := strings.Cut("\n"+doc, "\n# Words\n\n")
	if !found {
		return nil
	}
	var words []string
	for line := range strings.Lines(list) {
		if word := glossaryLine.FindStringSubmatch(line); word != nil {
			words = append(words, word[1])
		} else if !strings.HasPrefix(line, "   ") {
			break
		}
	}
	return words
}

// nameParts are the words of which the names of a package are made, in small letters, and
// what they begin with: "job" is in lateJobs.
func nameParts(r room) map[string]bool {
	parts := map[string]bool{}
	for ident := range r.info.Defs {
		word := ""
		for _, letter := range ident.Name {
			if unicode.IsUpper(letter) {
				word = ""
			}
			word += string(unicode.ToLower(letter))
			parts[word] = true
		}
	}
	return parts
}

func TestGlossary(t *testing.T) {
	doc := "Package p is one.\n\n# Words\n\n  - job: what is done\n    by one\n  - late: not yet\n\nMore.\n  - no: word\n"
	require.Equal(t, []string{"job", "late"}, glossary(doc))
	require.Empty(t, glossary("Package p has no words."))
	r := checked(t, "package p\nvar lateJobs, other int\n")
	require.True(t, nameParts(r)["jobs"])
	require.True(t, nameParts(r)["job"])
	require.False(t, nameParts(r)["lat3"])
	require.False(t, nameParts(r)["latejobs"])
}
