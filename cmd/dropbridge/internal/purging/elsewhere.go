package purging

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/config"
)

// elsewhere names the files beside those of orders that name the person: books may not be
// rewritten, and a copy of the journal is there for the day on which the journal is lost.
func elsewhere(ctx context.Context, c *config.Config, d *desk.Desk, person forget.Person, report *forget.Report) error {
	journals := ""
	if !c.JournalOnServer() {
		journals = filepath.Base(c.JournalAddress()) + "."
	}
	for _, place := range []struct{ dir, begins, code string }{
		{c.Backups(), "", "backup"}, {filepath.Dir(c.JournalAddress()), journals, "backup"}, {c.Path(c.Books.Out), "", "book"},
	} {
		if place.code == "backup" && place.dir != c.Backups() && journals == "" {
			continue
		}
		err := filepath.WalkDir(place.dir, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && place.begins != "" && path != place.dir:
				return fs.SkipDir
			case !entry.Type().IsRegular() || !strings.HasPrefix(entry.Name(), place.begins):
				return nil
			}
			found, err := person.InFile(path)
			if found {
				report.Keep(d, forget.Gone{Kind: place.code, Name: path}, place.code, path)
			}
			return errors.Join(err, ctx.Err())
		})
		if err != nil {
			return err
		}
	}
	return nil
}
