package templates

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed maps/*.csv
var maps embed.FS

// Map is a built-in category map: what targets call the categories that shops usually have.
type Map struct {
	File string // the name to show in errors
	Data []byte // a CSV, as selection.ReadCategoryMap reads it
}

// Maps gives the built-in category maps, by their names.
func Maps() ([]Map, error) {
	files, err := fs.Glob(maps, "maps/*.csv")
	if err != nil {
		return nil, err
	}
	var out []Map
	for _, file := range files {
		data, err := maps.ReadFile(file)
		if err != nil {
			return nil, err
		}
		out = append(out, Map{File: path.Join("templates", file), Data: data})
	}
	return out, nil
}
