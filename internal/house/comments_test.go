package house

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

var (
	words     = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}_]*`)
	firstWord = regexp.MustCompile(`^[\p{L}_][\p{L}\p{N}_]*`)

	// inText is a name in the middle of a sentence; what is quoted, and a member of something,
	// is none. A unit (kB) is too short for one.
	inText = regexp.MustCompile(`(?:^|[\s(])([a-z]{2,}[A-Z]\w*)`)
	seen   = regexp.MustCompile(`\b[Ss]ee ([A-Z][a-z]\w*)`)
)

// folder is what stands in the Go files of one folder, of all systems and with its tests.
type folder struct {
	files    []*ast.File
	declared map[string]bool // functions, methods and types
	names    map[string]bool // all identifiers, and the words in texts
}

// foldersOf parses the folders of all packages. Types are not checked: a comment is held
// by its words alone.
func foldersOf(listing []listed, files *token.FileSet) ([]folder, error) {
	var all []folder
	for _, pkg := range listing {
		if !strings.HasPrefix(pkg.ImportPath, module) {
			continue
		}
		paths, err := filepath.Glob(filepath.Join(pkg.Dir, "*.go"))
		if err != nil {
			return nil, err
		}
		var parsed []*ast.File
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			parsed = append(parsed, file)
		}
		all = append(all, newFolder(parsed...))
	}
	return all, nil
}

func newFolder(files ...*ast.File) folder {
	f := folder{files: files, declared: map[string]bool{}, names: map[string]bool{}}
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				f.declared[node.Name.Name] = true
			case *ast.TypeSpec:
				f.declared[node.Name.Name] = true
			case *ast.Ident:
				f.names[node.Name] = true
			case *ast.BasicLit:
				for _, word := range words.FindAllString(node.Value, -1) {
					f.names[word] = true
				}
			}
			return true
		})
	}
	return f
}

// strays are the comments that name something else than what they stand on, or something
// that is not there, by the places of what they stand on.
func (f folder) strays(at func(token.Pos) string) (strays []string) {
	stray := func(pos token.Pos, is string) { strays = append(strays, at(pos)+": "+is) }
	for _, file := range f.files {
		ast.Inspect(file, func(node ast.Node) bool {
			for _, c := range contractsOf(node) {
				if begins, wrong := f.wrong(c); wrong {
					stray(node.Pos(), "the comment of "+strings.Join(c.names, ", ")+" begins with "+begins)
				}
			}
			return true
		})
		for _, group := range file.Comments {
			for _, name := range f.missing(group.Text()) {
				stray(group.Pos(), "a comment names "+name+", which the package does not")
			}
		}
	}
	return strays
}

// contract is a comment with the names of what it stands on.
type contract struct {
	text  string
	names []string
	must  bool // begin with one of the names: functions do
	decl  bool // of the package, not a field
}

// contractsOf are the comments of a declaration or a field itself, not of what is within.
func contractsOf(node ast.Node) []contract {
	switch node := node.(type) {
	case *ast.FuncDecl:
		return []contract{{text: node.Doc.Text(), names: []string{node.Name.Name}, must: !isTest(node.Name.Name), decl: true}}
	case *ast.GenDecl:
		all := []contract{{text: node.Doc.Text(), decl: true}}
		for _, spec := range node.Specs {
			one := contract{decl: true}
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				one.text, one.names = spec.Doc.Text(), []string{spec.Name.Name}
			case *ast.ValueSpec:
				one.text, one.names = spec.Doc.Text(), namesOf(spec.Names)
			}
			all = append(all, one)
			all[0].names = append(all[0].names, one.names...)
		}
		return all
	case *ast.Field:
		return []contract{{text: node.Doc.Text(), names: namesOf(node.Names)}}
	}
	return nil
}

func namesOf(idents []*ast.Ident) (names []string) {
	for _, ident := range idents {
		names = append(names, ident.Name)
	}
	return names
}

// isTest reports whether a function is run by its name: what such a one proves is said as
// a plain sentence.
func isTest(name string) bool {
	return slices.ContainsFunc([]string{"Test", "Benchmark", "Example", "Fuzz"}, func(kind string) bool { return strings.HasPrefix(name, kind) })
}

// wrong reports whether a comment begins with a word that is, or has to be, another name
// than its own: one that is written as no sentence begins, or is that of a function or a
// type. A group of values begins as it likes where that is a plain word.
func (f folder) wrong(c contract) (begins string, wrong bool) {
	begins = firstWord.FindString(c.text)
	if c.text == "" || slices.Contains(c.names, begins) {
		return "", false
	}
	return begins, c.must || isName(begins) || c.decl && len(c.names) == 1 && f.declared[begins] && !isTest(c.names[0])
}

// isName reports whether a word is written as a name: in small letters at the beginning of
// a sentence, or with a capital inside. HTTP and HTML are words.
func isName(word string) bool {
	if word == "" {
		return false
	}
	small, rest := strings.ToLower(word), word[1:]
	return word[0] == small[0] && unicode.IsLetter(rune(word[0])) ||
		strings.ContainsFunc(rest, unicode.IsUpper) && strings.ContainsFunc(rest, unicode.IsLower)
}

// missing are the names in a comment that are not in the package.
func (f folder) missing(text string) (names []string) {
	for _, pattern := range []*regexp.Regexp{inText, seen} {
		for _, match := range pattern.FindAllStringSubmatch(text, -1) {
			if !f.names[match[1]] {
				names = append(names, match[1])
			}
		}
	}
	return names
}

func TestCommentsNameWhatTheyStandOn(t *testing.T) {
	racing.Skip(t)
	listing, err := listPackages()
	require.NoError(t, err)
	files := token.NewFileSet()
	folders, err := foldersOf(listing, files)
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, f := range folders {
		for _, stray := range f.strays(func(pos token.Pos) string { return files.Position(pos).String() }) {
			assert.NoError(t, errors.New(stray))
		}
	}
}

func TestStrayComments(t *testing.T) {
	for text, want := range map[string]string{
		"// Close ends it.\nfunc Open() {}\nfunc Close() {}":           "the comment of Open begins with Close",
		"// IsOpen: so it is.\nfunc isOpen() {}":                       "the comment of isOpen begins with IsOpen",
		"// How it ends.\nfunc end() {}":                               "the comment of end begins with How",
		"// (that ends it)\nfunc end() {}":                             "the comment of end begins with ",
		"// each goes on.\nfunc (b box) every() {}\ntype box int":      "the comment of every begins with each",
		"// crate is one.\ntype box int":                               "the comment of box begins with crate",
		"// Case is one.\ntype box int\ntype Case int":                 "the comment of box begins with Case",
		"// sizes are all.\nconst (\n\tsmall = 1\n\tlarge = 2\n)":      "the comment of small, large begins with sizes",
		"const (\n\t// tiny is least.\n\tsmall = 1\n)":                 "the comment of small begins with tiny",
		"type box struct {\n\t// from is where.\n\tFrom int\n}":        "the comment of From begins with from",
		"type box interface {\n\t// shut ends.\n\tClose()\n}":          "the comment of Close begins with shut",
		"// TestAll holds all.\nfunc TestEach() {}":                    "the comment of TestEach begins with TestAll",
		"// box is as newBox makes it.\ntype box int":                  "a comment names newBox, which the package does not",
		"type box struct {\n\tname string // see ParseName\n}":         "a comment names ParseName, which the package does not",
		"func f() {\n\t// The oldBox is gone.\n}":                      "a comment names oldBox, which the package does not",
		"// end ends, see Start.\nfunc end() {}\nfunc Start() {}":      "",
		"// What ends last.\nconst (\n\tsmall = 1\n\tlarge = 2\n)":     "",
		"// A box is closed.\ntype box int":                            "",
		"type box struct {\n\t// Of both.\n\tlid int\n}\nfunc Of() {}": "",
		"// HTML stays as it was.\nfunc TestText() {}":                 "",
		"// Case by case.\nfunc TestText() {}\ntype Case int":          "",
		"// large and small are all.\nconst small, large = 1, 2":       "",
		"//go:noinline\nfunc f() {}":                                   "",
		"// f takes \"newBox\" and {newBox}, 3 kB.\nfunc f() {}":       "",
		"// f takes newBox of the file.\nfunc f() { use(`newBox`) }":   "",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", "package p\n"+text, parser.ParseComments)
		require.NoError(t, err)
		var wanted []string
		if want != "" {
			wanted = []string{": " + want}
		}
		require.Equal(t, wanted, newFolder(file).strays(func(token.Pos) string { return "" }), text)
	}
}
