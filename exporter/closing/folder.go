package closing

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Refusal is a folder that is not replaced, for what lies in it.
type Refusal struct{ message, way wording.Message }

// Error is the message in English.
func (r *Refusal) Error() string { return r.message.In(wording.English) }

// Hint is the way out in English.
func (r *Refusal) Hint() string { return r.way.In(wording.English) }

// Say is the message and the way out in a language.
func (r *Refusal) Say(l wording.Language) (what, way string) { return r.message.In(l), r.way.In(l) }

// CheckFolder refuses to put a month into a folder that holds anything else: what nobody
// wrote here would be gone with the folder that is replaced. Files of a month that somebody
// changed since are refused without overwrite. own are the names that a month's folder has.
func CheckFolder(folder string, own []string, overwrite bool, origin func(file string) place.Origin) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &Refusal{wording.NewMessage("closing.no_folder", folder), wording.NewMessage("closing.no_folder.way")}
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !slices.Contains(own, entry.Name()) || !entry.Type().IsRegular() {
			return &Refusal{wording.NewMessage("closing.foreign", folder, entry.Name()), wording.NewMessage("closing.foreign.way")}
		}
		if err := place.Check(path, overwrite, "the same command with --overwrite", func() place.Origin { return origin(path) }); err != nil {
			return err
		}
	}
	return nil
}
