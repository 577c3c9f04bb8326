package wording

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed catalogue/*.yaml
var catalogueFiles embed.FS

// part is a file of the catalogue. It is read when the first of its sentences is said: most
// runs of the program say few.
type part struct{ sentences func() map[string]*sentence }

// catalogue is the part that each sentence stands in, by the sentence's key.
var catalogue = sync.OnceValue(func() map[string]*part {
	out := map[string]*part{}
	if err := indexCatalogue(out); err != nil {
		panic("the embedded catalogue: " + err.Error()) // a test reads the same bytes
	}
	return out
})

// find finds a sentence by its key.
func find(key string) (*sentence, bool) {
	in, known := catalogue()[key]
	if !known {
		return nil, false
	}
	s, known := in.sentences()[key]
	return s, known
}

// indexCatalogue notes the keys of each file: what its lines begin with that are neither
// indented nor a comment.
func indexCatalogue(into map[string]*part) error {
	files, err := fs.ReadDir(catalogueFiles, "catalogue")
	for _, entry := range files {
		name := path.Join("catalogue", entry.Name())
		data, err := catalogueFiles.ReadFile(name)
		if err != nil {
			return err
		}
		in := &part{sync.OnceValue(func() map[string]*sentence {
			read, err := readPart(name, data)
			if err != nil {
				panic("the embedded catalogue: " + err.Error()) // as above
			}
			return read
		})}
		for line := range strings.Lines(string(data)) {
			key, _, isKey := strings.Cut(line, ":")
			if !isKey || strings.ContainsAny(key[:1], " #") {
				continue
			}
			if _, twice := into[key]; twice {
				return fmt.Errorf("%s: %s stands twice", name, key)
			}
			into[key] = in
		}
	}
	return err
}

func readPart(name string, data []byte) (read map[string]*sentence, err error) {
	if err := yaml.UnmarshalWithOptions(data, &read, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return read, nil
}

// Codes are the values that have words under a topic of the catalogue, sorted.
func Codes(topic string) (codes []string) {
	for key := range catalogue() {
		if code, under := strings.CutPrefix(key, topic+"."); under {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}
