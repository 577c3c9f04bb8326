package document

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// folder brings the parts of a document that stand in other files of its folder into it.
// What lies outside the folder is not read.
type folder struct {
	files fs.FS
	tree  map[string]any // of the document
	self  string         // its own name
	read  map[string]any // other files, nil for those that are none
	left  int            // values that may still be copied
}

const (
	maxFolderFiles = 200
	maxFolderDepth = 150
)

// gatherFolder follows the references of a document in a file to the other files beside it.
func gatherFolder(name string, tree map[string]any) {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return // the references stay, and are told as such that were not followed
	}
	defer func() { _ = root.Close() }()
	f := &folder{files: root.FS(), tree: tree, self: filepath.Base(name), read: map[string]any{}, left: maxNodes}
	f.follow(tree, "", nil, 0)
}

// follow rewrites the references below a value of a file; way are the keys around it.
func (f *folder) follow(v any, file string, way []string, depth int) {
	if f.left--; f.left < 0 || depth > maxFolderDepth {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			f.follow(item, file, way, depth+1)
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			f.replace(v, ref, file, way, depth)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			f.follow(v[key], file, append(slices.Clip(way), key), depth+1)
		}
	}
}

// replace makes a reference into another file one inside the document. What stands for a
// whole path is put there itself, as the document has no place for such parts.
func (f *folder) replace(v map[string]any, ref, file string, way []string, depth int) {
	name, pointer, _ := strings.Cut(ref, "#")
	if strings.Contains(name, "://") || name == "" && file == "" {
		return
	}
	target := file
	if name != "" {
		target = path.Join(path.Dir(file), name)
	}
	if target == f.self {
		v["$ref"] = "#" + pointer
		return
	}
	part, ok := f.part(target, pointer)
	if !ok {
		return
	}
	if len(way) == 2 && way[0] == "paths" {
		delete(v, "$ref")
		maps.Copy(v, copyOf(part, &f.left).(map[string]any))
		f.follow(v, target, way, depth+1)
		return
	}
	v["$ref"] = f.keep(part, target, pointer, sectionOf(way), depth)
}

// keep puts a part among the document's components, once, and gives the reference to it.
func (f *folder) keep(part map[string]any, target, pointer, section string, depth int) string {
	where := []string{"components", section}
	if service.Literal(f.tree["swagger"]) != "" {
		where = []string{section}
		if section == "schemas" {
			where = []string{"definitions"}
		}
	}
	at := f.tree
	for _, key := range where {
		next, ok := at[key].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[key] = next
		}
		at = next
	}
	name := partName(target + pointer)
	if _, known := at[name]; !known {
		kept, _ := copyOf(part, &f.left).(map[string]any)
		at[name] = kept
		f.follow(kept, target, append(slices.Clip(where), name), depth+1)
	}
	return "#/" + strings.Join(where, "/") + "/" + name
}

// sectionOf is the kind of component that stands at a place of a document.
func sectionOf(way []string) string {
	for i := len(way) - 1; i >= 0; i-- {
		switch way[i] {
		case "schema", "properties", "items", "allOf", "oneOf", "anyOf", "additionalProperties", "schemas", "definitions":
			return "schemas"
		case "parameters", "responses":
			return way[i]
		case "requestBody":
			return "requestBodies"
		}
	}
	return "schemas"
}

// partName is a component's name for a place in a file.
func partName(text string) string {
	return "file_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, text)
}

// part is an object of another file of the folder.
func (f *folder) part(name, pointer string) (map[string]any, bool) {
	v, known := f.read[name]
	if !known {
		if len(f.read) >= maxFolderFiles {
			return nil, false
		}
		v = f.load(name)
		f.read[name] = v
	}
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if step == "" {
			continue
		}
		object, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		v = object[pointerSigns.Replace(step)]
	}
	object, ok := v.(map[string]any)
	return object, ok
}

// load reads a file of the folder, nil where it is none that can be read.
func (f *folder) load(name string) any {
	if !fs.ValidPath(name) {
		return nil
	}
	info, err := fs.Stat(f.files, name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxDocument {
		return nil
	}
	data, err := fs.ReadFile(f.files, name)
	if err != nil {
		return nil
	}
	v, err := decode(name, data)
	if err != nil {
		return nil
	}
	return v
}

// copyOf copies a value, as each place is rewritten by itself.
func copyOf(v any, left *int) any {
	if *left--; *left < 0 {
		return nil
	}
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copyOf(v[i], left)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = copyOf(value, left)
		}
		return out
	}
	return v
}
