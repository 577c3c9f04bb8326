package entry

import (
	"io"
	"time"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Program is what the commands have of the program that they are part of. The functions are
// asked once a command runs, when its flags are known.
type Program struct {
	In        io.Reader
	Out, Err  io.Writer
	LookupEnv func(string) (string, bool)
	Config    func() (*config.Config, error)
	JSON      func() bool // the report is for programs
	PrintJSON func(report any) error
	Spoken    func() wording.Language
}

// word is a sentence of the catalogue in the language of the config.
func (p *Program) word(key string, values ...any) string {
	return wording.NewMessage(key, values...).In(p.Spoken())
}

// misuse is what was asked for and cannot be, with the way out under the key with .way.
func misuse(key string, values ...any) error {
	return refusal.New(failure.Usage, wording.NewMessage(key, values...), wording.NewMessage(key+".way"))
}

// day is a day as people write it, "" for none.
func day(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Local().Format(time.DateOnly)
}
