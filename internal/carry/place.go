package carry

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Place is a folder of this machine and the keys of what lies in it.
type Place struct {
	Dir    string
	Prefix string // of the keys, without a slash at its end
	// Takes says which names belong to it. Hidden names do where it says so.
	Takes func(name string) bool
	Deep  bool // with the folders in it
	// Set says that the files belong together: one that the other side does not have is gone.
	Set bool
	// Beside says that a file which is in the way of another content is kept under another name.
	Beside bool
	// Newest says which of two contents of a file stands where both sides have one; nil: the other side's.
	Newest func(ours, theirs []byte) bool
	Access durable.Access
}

// Places are all folders that are carried, and what in them is not.
type Places struct {
	list []Place
}

// NewPlaces are places, of which the innermost counts for what lies in several.
func NewPlaces(list ...Place) *Places {
	p := &Places{slices.Clone(list)}
	sorting.StableFunc(p.list, func(a, b Place) int { return cmp.Compare(len(b.Prefix), len(a.Prefix)) })
	return p
}

// at is the place of a key, and the file's path; nil where no place has it.
func (p *Places) at(key string) (*Place, string) {
	for i := range p.list {
		place := &p.list[i]
		rest, found := strings.CutPrefix(key, place.Prefix+"/")
		if !found || !place.Deep && strings.Contains(rest, "/") || !place.Takes(path.Base(key)) {
			continue
		}
		return place, filepath.Join(place.Dir, filepath.FromSlash(rest))
	}
	return nil, ""
}

// roots are the prefixes that lists begin with, each once.
func (p *Places) roots() (out []string) {
	for _, place := range p.list {
		root, _, _ := strings.Cut(place.Prefix, "/")
		if !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	slices.Sort(out)
	return out
}

// Key is the key of a path, "" where no place has it.
func (p *Places) Key(file string) string {
	dir, name := filepath.Split(filepath.Clean(file))
	dir = filepath.Clean(dir)
	best, out := -1, ""
	for _, place := range p.list {
		rest, inside := inFolder(place.Dir, dir)
		if !inside || rest != "" && !place.Deep || !place.Takes(name) {
			continue
		}
		depth := 2 * len(place.Dir)
		if place.Set {
			depth++ // a feed lies where it likes, also in a folder of the importer's
		}
		if depth > best {
			best, out = depth, path.Join(place.Prefix, filepath.ToSlash(rest), name)
		}
	}
	return out
}

// Path is the path of a key, "" where no place has it.
func (p *Places) Path(key string) string {
	_, path := p.at(key)
	return path
}

// Absolute are the same places with whole paths.
func (p *Places) Absolute() *Places {
	out := &Places{slices.Clone(p.list)}
	for i := range out.list {
		if dir, err := filepath.Abs(out.list[i].Dir); err == nil {
			out.list[i].Dir = dir
		}
	}
	return out
}

// inFolder is where a folder lies in another one, "" for that one itself.
func inFolder(outer, inner string) (rest string, inside bool) {
	if inner == outer {
		return "", true
	}
	return strings.CutPrefix(inner, strings.TrimSuffix(outer, string(filepath.Separator))+string(filepath.Separator))
}
