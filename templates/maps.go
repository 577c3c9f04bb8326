package templates

import (
	_ "embed"
	"path"

	"github.com/dropbridge/dropbridge/internal/packed"
)

// packedMaps are the files of maps/; they are unpacked when a feed asks for one. The test writes
// it: go test -run Packed -update .
//
//go:embed maps.zip
var packedMaps []byte

// Map is a built-in category map: what targets call the categories that shops usually have.
type Map struct {
	File string // the name to show in errors
	Data []byte // a CSV, as selection.ReadCategoryMap reads it
}

// Maps gives the built-in category maps, by their names.
func Maps() ([]Map, error) {
	files, err := packed.Files(packedMaps)
	if err != nil {
		return nil, err
	}
	var out []Map
	for _, file := range files {
		out = append(out, Map{File: path.Join("templates", file.Name), Data: file.Data})
	}
	return out, nil
}
