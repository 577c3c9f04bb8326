// Package samples is data: a small catalogue, order files as CRMs write them, answers of
// suppliers, and what comes of them, which are golden files of the tests.
package samples

import (
	"embed"

	"github.com/dropbridge/dropbridge/internal/packed"
)

// Files holds the order files.
//
//go:embed orders*
var Files embed.FS

// packedCatalog is catalog.json. The test writes it: go test -run Packed -update .
//
//go:embed catalog.zip
var packedCatalog []byte

// Catalog is the catalogue, as package catalog of the sandbox reads it.
func Catalog() ([]byte, error) {
	files, err := packed.Files(packedCatalog)
	if err != nil {
		return nil, err
	}
	return files[0].Data, nil
}
