package terminal

import (
	"fmt"
	"io"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Printer writes for people. What cannot be written is lost: a terminal that is gone is no
// reason to fail.
type Printer struct {
	Out      io.Writer
	Language wording.Language
}

// shown is how many entries of a long list are shown; --json has all.
const shown = 10

func (p Printer) printf(format string, args ...any) { fmt.Fprintf(p.Out, format, args...) }

// say writes a sentence of the catalogue on a line.
func (p Printer) say(key string, values ...any) {
	p.printf("%s\n", oneline.Unbroken(p.word(key, values...)))
}

// item writes a sentence of the catalogue below a line.
func (p Printer) item(key string, values ...any) {
	p.printf("  %s\n", oneline.Unbroken(p.word(key, values...)))
}

// word is a sentence of the catalogue.
func (p Printer) word(key string, values ...any) string {
	return wording.NewMessage(key, values...).In(p.Language)
}
