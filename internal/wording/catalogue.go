package wording

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed catalogue/*.yaml
var catalogueFiles embed.FS

// catalogue is every sentence by its key. It is read when the first one is said.
var catalogue = sync.OnceValue(func() map[string]*sentence {
	out := map[string]*sentence{}
	if err := readCatalogue(out); err != nil {
		panic("the embedded catalogue: " + err.Error()) // a test reads the same bytes
	}
	return out
})

func readCatalogue(into map[string]*sentence) error {
	return fs.WalkDir(catalogueFiles, "catalogue", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := catalogueFiles.ReadFile(path)
		if err != nil {
			return err
		}
		var part map[string]*sentence
		if err := yaml.UnmarshalWithOptions(data, &part, yaml.Strict()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for key, s := range part {
			if _, twice := into[key]; twice {
				return fmt.Errorf("%s: %s stands twice", path, key)
			}
			into[key] = s
		}
		return nil
	})
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
