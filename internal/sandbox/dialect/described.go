package dialect

import (
	_ "embed"
	"path"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/packed"
)

// packedDocuments are the files of openapi/. The test writes it: go test -run Packed -update .
//
//go:embed openapi.zip
var packedDocuments []byte

// documentsByName are the descriptions of services, by the names of their dialects.
var documentsByName = sync.OnceValue(func() map[string][]byte {
	files, err := packed.Files(packedDocuments)
	if err != nil {
		panic("the built-in documents: " + err.Error()) // a test reads the same bytes
	}
	out := map[string][]byte{}
	for _, file := range files {
		out[strings.TrimSuffix(path.Base(file.Name), ".json")] = file.Data
	}
	return out
})
