package templates

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"io/fs"
	"path"
)

// packedMaps are the files of maps/, which packed have an eighth of their size; they are unpacked
// when a feed asks for one. The test writes it: go test -run Packed -update .
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
	packed, err := zip.NewReader(bytes.NewReader(packedMaps), int64(len(packedMaps)))
	if err != nil {
		return nil, err
	}
	var out []Map
	for _, file := range packed.File {
		data, err := fs.ReadFile(packed, file.Name)
		if err != nil {
			return nil, err
		}
		out = append(out, Map{File: path.Join("templates", file.Name), Data: data})
	}
	return out, nil
}
