package config

import (
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// JournalAddress is the journal's address: a path, or a PostgreSQL URL.
func (c *Config) JournalAddress() string {
	if c.JournalOnServer() {
		return c.Journal
	}
	return c.Path(c.Journal)
}

// JournalOnServer reports whether the journal is no file.
func (c *Config) JournalOnServer() bool { return strings.Contains(c.Journal, "://") }

// JournalMissing reports whether nothing was ever imported here, so that asking makes no folders.
func (c *Config) JournalMissing() bool {
	if c.JournalOnServer() {
		return false
	}
	_, err := os.Stat(c.JournalAddress())
	return errors.Is(err, fs.ErrNotExist) && !doubt.HasPast(c.Path(c.Inbox.Results), c.Path(c.Inbox.Dir))
}

// JournalGone reports whether the journal's file is missing although one was worked with:
// whoever only reads makes no empty one in its place.
func (c *Config) JournalGone() bool {
	if c.JournalOnServer() {
		return false
	}
	_, err := os.Stat(c.JournalAddress())
	return errors.Is(err, fs.ErrNotExist) && doubt.HasPast(c.Path(c.Inbox.Results), c.Path(c.Inbox.Dir))
}

// WithJournal is the text of a config that names another journal. Everything else of the text
// stays as it is, comments too. A text that cannot be written so is an error with the way out.
func WithJournal(file, text, address string) (string, error) {
	byHand := refusal.New(failure.Config, wording.NewMessage("migrate.config_by_hand", file), wording.NewMessage("migrate.config_by_hand.hint", address))
	parsed, err := parser.ParseBytes([]byte(text), 0)
	if err != nil || len(parsed.Docs) > 1 {
		return "", byHand
	}
	line, out := "journal: "+strconv.Quote(address), ""
	if held := journalToken(parsed); held != nil {
		out = replaceScalar(text, held, strconv.Quote(address))
	} else {
		out = atEnd(text, []string{line})
	}
	c, err := Read(file, []byte(out))
	if err != nil || c.Journal != address {
		return "", byHand
	}
	return out, nil
}

// journalToken is the value under journal at the top of a config, nil where there is none.
func journalToken(parsed *ast.File) *token.Token {
	if len(parsed.Docs) == 0 {
		return nil
	}
	keys, ok := parsed.Docs[0].Body.(*ast.MappingNode)
	if !ok {
		return nil
	}
	for _, value := range keys.Values {
		if value.Key.GetToken().Value == "journal" {
			return value.Value.GetToken()
		}
	}
	return nil
}

// replaceScalar puts a value in the place of a scalar that begins at a token, and stands on one
// line; the text stays as it is where it does not.
func replaceScalar(text string, held *token.Token, value string) string {
	all := strings.SplitAfter(text, "\n")
	row, column := held.Position.Line-1, held.Position.Column-1
	if row < 0 || row >= len(all) || column < 0 || column > len([]rune(all[row])) {
		return text
	}
	line := []rune(all[row])
	before, rest := string(line[:column]), string(line[column:])
	scalar := regexp.MustCompile(`^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#,}][^\n,}]*?)(\s+#.*|\s*[,}].*|\s*)(\n?)$`).FindStringSubmatch(rest)
	if scalar == nil {
		return text
	}
	all[row] = before + value + scalar[2] + scalar[3]
	return strings.Join(all, "")
}
