package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// speakers are the folders whose code talks to people: commands, the terminal, the page, and the books.
var speakers = []string{"cmd/dropbridge", "internal/terminal", "internal/web", "exporter/statement", "exporter/sales"}

// programs are what programs read, and the help of commands, which is English as its flags are: a
// file, or a literal.
var programs = map[string]string{
	"cmd/dropbridge/exit.go":                                            "the table of exit codes in the help",
	"cmd/dropbridge/internal/service/command.go":                        "the help of each action",
	"internal/web/metrics.go":                                           "what metrics are, as Prometheus shows them",
	"exporter/statement/ledgertest/answer.go":                           "what a service for tests answers",
	"exporter/statement/ledgertest/server.go":                           "as above",
	`"embedded sandbox"`:                                                "its name in --json and in the baselines of answers",
	`"This folder is made anew by each ` + "`dropbridge demo`" + `.\n"`: "the content of a file whose name is what counts",
	`"nobody has this password"`:                                        "hashed where there is no such user, so that it takes as long",
	`"templates show"`:                                                  "the words of a command",
	`"line second"`:                                                     "two classes of a style sheet",
}

// unsaid are the calls whose sentences are not said to the user in his language: errors, which are
// English until somebody explains them, and logs.
var unsaid = regexp.MustCompile(`^(fmt\.Errorf|errors\.New|panic|.*\.(Debug|Info|Warn|Error)(Context)?|.*\.\w+VarP?|regexp\.\w+|.*Flags\(\)\..*)$`)

// helpFields are those of a command's help, which is English as its flags are.
var helpFields = []string{"Use", "Short", "Long", "Example", "Deprecated"}

// TestCommandsAreWithoutSentences: what commands and pages tell people is data of the catalogue in
// both languages, and the code holds its keys.
func TestCommandsAreWithoutSentences(t *testing.T) {
	racing.Skip(t)
	for _, folder := range speakers {
		require.NoError(t, filepath.WalkDir(filepath.Join("../..", folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name, err := filepath.Rel("../..", path)
			for _, said := range english(t, path) {
				require.NotEmpty(t, programs[said]+programs[filepath.ToSlash(name)], "%s says %s: it belongs to the catalogue", name, said)
			}
			return err
		}))
	}
}

func TestEnglishIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "code.go")
	require.NoError(t, os.WriteFile(path, []byte(`package code

func code() {
	p.printf("%d rows, all said\n", n)
	p.say("rows.said", "one", "Authorization", "%s: %s\n")
	logger.Info("it is said in logs")
	logger.Error("and as an error there")
	http.Error(w, "it is said to browsers", http.StatusNotFound)
	_ = fmt.Errorf("read the file: %w", err)
	_ = []string{"a second sentence", "dropbridge check all", "text/csv; charset=utf-8", "<rect rx=1 x=2/>", "order template", "order template "}
	failure.Mended(failure.Config, way, "read the file: %w", err)
	command := cobra.Command{Use: "learn FILE or ADDRESS", Short: "Propose a mapping"}
	flags.StringVar(&out, "out", "", "the file to write")
}
`), 0o600))
	require.Equal(t, []string{`"%d rows, all said\n"`, `"it is said to browsers"`, `"a second sentence"`}, english(t, path))
}

// english are the string literals of a file that are sentences, said elsewhere than in errors,
// logs and help.
func english(t *testing.T, path string) (literals []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var within []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			within = within[:len(within)-1]
			return true
		}
		if literal, ok := n.(*ast.BasicLit); ok && isSentence(literal) && !slices.ContainsFunc(within, isUnsaid) {
			literals = append(literals, literal.Value)
		}
		within = append(within, n)
		return true
	})
	return literals
}

// words are two words with a space between them, as names, paths and formats do not have; and
// unread what has them and is read by programs: an error around another, commands, headers of HTTP,
// markup.
var (
	words  = regexp.MustCompile(`[A-Za-z]{2,}[,:;]? [a-z]+`)
	unread = regexp.MustCompile(`%w|^\s*dropbridge |; charset=|realm=|^(private|public), |^<|^{{`)
)

func isSentence(literal *ast.BasicLit) bool {
	text, err := strconv.Unquote(literal.Value)
	if err != nil || literal.Kind != token.STRING || !words.MatchString(text) || unread.MatchString(text) {
		return false
	}
	_, named := catalogue()["check_name."+strings.TrimSuffix(text, " ")]
	return !named
}

// isUnsaid reports whether what stands within a node is said to nobody, in help or to logs.
func isUnsaid(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return callee(n.Fun) != "http.Error" && unsaid.MatchString(callee(n.Fun))
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && slices.Contains(helpFields, key.Name)
	case *ast.FuncDecl:
		return n.Name.Name == "Error"
	case *ast.Field:
		return true // a tag
	}
	return false
}

// callee is a called function as it is written.
func callee(fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return callee(fun.X) + "." + fun.Sel.Name
	case *ast.CallExpr:
		return callee(fun.Fun) + "()"
	}
	return ""
}
