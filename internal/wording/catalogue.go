package wording

import (
	"embed"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed catalogue/*.yaml
var catalogueFiles embed.FS

// entry is a sentence as it stands in the catalogue. It is read when it is first said: most runs
// of the program say few.
type entry struct {
	key, text string
	once      sync.Once
	sentence  sentence
}

// read is the sentence.
func (e *entry) read() *sentence {
	e.once.Do(func() {
		if err := yaml.UnmarshalWithOptions([]byte(e.text), &e.sentence, yaml.Strict()); err != nil {
			panic("the embedded catalogue: " + e.key + ": " + err.Error()) // a test reads the same bytes
		}
	})
	return &e.sentence
}

// catalogue is the entries by their keys.
var catalogue = sync.OnceValue(func() map[string]*entry {
	out := make(map[string]*entry, usualEntries)
	files, err := fs.ReadDir(catalogueFiles, "catalogue")
	for _, file := range files {
		data, unread := catalogueFiles.ReadFile(path.Join("catalogue", file.Name()))
		err = errors.Join(err, unread)
		index(out, string(data))
	}
	if err != nil {
		panic("the embedded catalogue: " + err.Error()) // as above
	}
	return out
})

// usualEntries is for how many entries there is room at first.
const usualEntries = 4096

// find finds a sentence by its key.
func find(key string) (*sentence, bool) {
	in, known := catalogue()[key]
	if !known {
		return nil, false
	}
	return in.read(), true
}

// index notes the entries of a file: a key, with which a line begins, and the indented lines
// below it. Comments stand before a key.
func index(into map[string]*entry, file string) {
	for file != "" {
		line, rest, _ := strings.Cut(file, "\n")
		file = rest
		if line == "" || line[0] == '#' {
			continue
		}
		end := 0
		for strings.HasPrefix(file[end:], " ") {
			below, _, _ := strings.Cut(file[end:], "\n")
			end = min(end+len(below)+1, len(file))
		}
		key, _, _ := strings.Cut(line, ":")
		into[key] = &entry{key: key, text: file[:end]}
		file = file[end:]
	}
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
