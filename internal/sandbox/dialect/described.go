package dialect

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"io/fs"
	"sync"
)

// packedDocuments are the files of openapi/, which packed have a seventh of their size. The test
// writes it: go test -run Packed -update .
//
//go:embed openapi.zip
var packedDocuments []byte

// documentsByName are the descriptions of services, by the names of their dialects.
var documentsByName = sync.OnceValue(func() map[string][]byte {
	packed, err := zip.NewReader(bytes.NewReader(packedDocuments), int64(len(packedDocuments)))
	if err != nil {
		panic("the built-in documents: " + err.Error()) // a test reads the same bytes
	}
	out := map[string][]byte{}
	for _, name := range []string{"bare", "envelope", "offers"} {
		if out[name], err = fs.ReadFile(packed, "openapi/"+name+".json"); err != nil {
			panic("the built-in documents: " + err.Error()) // as above
		}
	}
	return out
})
