package closing

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// CheckFolder refuses to put a month into a folder that holds anything else: what nobody
// wrote here would be gone with the folder that is replaced. Files of a month that somebody
// changed since are refused without overwrite. own are the names that a month's folder has.
func CheckFolder(folder string, own []string, overwrite bool, origin func(file string) place.Origin) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return refuse("closing.no_folder", folder)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !slices.Contains(own, entry.Name()) || !entry.Type().IsRegular() {
			return refuse("closing.foreign", folder, entry.Name())
		}
		if err := place.Check(path, overwrite, wording.NewMessage("place.same_command"), func() place.Origin { return origin(path) }); err != nil {
			return err
		}
	}
	return nil
}

// refuse refuses a folder, with the way out that stands under the key and ".way".
func refuse(key string, values ...any) error {
	return refusal.New(failure.Config, wording.NewMessage(key, values...), wording.NewMessage(key+".way"))
}
