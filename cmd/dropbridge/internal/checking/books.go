package checking

import (
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/timing"
)

// checkBooks says of each book that is written by schedule where it goes, whether it can be written there,
// and when it is next.
func (p *Program) checkBooks(c *config.Config, add func(name, detail string, err error) bool) {
	files, err := c.BookFiles()
	if err != nil {
		return // said above
	}
	for _, f := range files {
		month, _, _ := f.Period(f.When.Next(p.Now()))
		detail, err := p.tryFolder(filepath.Dir(f.Out(month)))
		add("book "+f.Name, string(f.Book)+" → "+f.Out(month)+", "+detail+timing.Due(f.When, p.Now(), p.Say), err)
	}
}
