// Package templates holds the built-in profiles as YAML files: feeds, order files, waybill
// files, suppliers, ledgers, acts of reconciliation, banks and the files of suppliers without an API, and the words by which
// learn knows fields. A folder of the
// user's lays over them: a file there goes before a built-in one of the same kind and name.
// Beside them are the built-in category maps, as CSV files.
package templates

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/wording"
)

//go:embed feeds/*.yaml orders/*.yaml suppliers/*.yaml lists/*.yaml ledger/*.yaml waybills/*.yaml handover/*.yaml tracking/*.yaml acts/*.yaml bank/*.yaml learn/*.yaml
var builtin embed.FS

// Kind is what a template is for.
type Kind string

// The kinds of template; each has a folder of its own.
const (
	Feed     Kind = "feed"
	Orders   Kind = "orders"
	Supplier Kind = "supplier"
	List     Kind = "list"
	Ledger   Kind = "ledger"
	Waybills Kind = "waybills"
	Handover Kind = "handover" // files of orders for a supplier without an API
	Tracking Kind = "tracking" // files of such a supplier with waybills
	Act      Kind = "act"
	Bank     Kind = "bank"  // how a bank writes its statements
	Learn    Kind = "learn" // words that are read all together: nobody chooses one of these by its name
)

// Kinds lists the kinds of templates that are chosen by name, in the order in which they are shown.
var Kinds = [...]Kind{Feed, Orders, Supplier, List, Ledger, Waybills, Handover, Tracking, Act, Bank}

func (k Kind) folder() string {
	return map[Kind]string{Feed: "feeds", Orders: "orders", Supplier: "suppliers", List: "lists", Ledger: "ledger", Waybills: "waybills", Handover: "handover", Tracking: "tracking", Act: "acts", Bank: "bank", Learn: "learn"}[k]
}

// Info is what every template says of itself.
type Info struct {
	Name        string `json:"name" yaml:"name"`
	Kind        Kind   `json:"kind" yaml:"kind"`
	Format      string `json:"format" yaml:"format"`
	Description string `json:"description" yaml:"description"`
}

// Set is the built-in templates under a user's folder.
type Set struct {
	user string
}

// Open lays the folder dir, with the same sub-folders, over the built-in
// templates. An empty dir means the built-in ones alone.
func Open(dir string) Set { return Set{user: dir} }

// Load reads a template of the set by its name, or the file of that path, and compiles it.
// compile gets the file's name for its errors.
func Load[T any](from Set, kind Kind, name string, compile func(file string, data []byte) (*T, error)) (*T, error) {
	data, file, err := from.Read(kind, name)
	if err != nil {
		return nil, err
	}
	return compile(file, data)
}

// Read gives a template's YAML and the file name to show in errors. The name is a
// template's name, or the path of a YAML file.
func (s Set) Read(kind Kind, name string) (data []byte, file string, err error) {
	if IsFile(name) {
		data, err = os.ReadFile(name)
		return data, name, err
	}
	if s.user != "" {
		file = filepath.Join(s.user, kind.folder(), name+".yaml")
		if data, err = os.ReadFile(file); !errors.Is(err, fs.ErrNotExist) {
			return data, file, err
		}
	}
	if now := Renamed(kind, name); now != name {
		return s.Read(kind, now)
	}
	file = path.Join("templates", kind.folder(), name+".yaml")
	data, err = builtin.ReadFile(path.Join(kind.folder(), name+".yaml"))
	if err != nil {
		return nil, "", s.unknown(kind, name)
	}
	return data, file, nil
}

// Renamed is the name that a built-in template has today, by the one that it had; any other
// name is given back. The old names are accepted for ever, as commands and configs have them.
func Renamed(kind Kind, name string) string {
	if now, old := formerNames(kind)[name]; old {
		return now
	}
	return name
}

// formerly are the names that templates had.
func formerly(kind Kind) (names []string) {
	for name := range formerNames(kind) {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// formerNames are the names of today by those that templates had.
func formerNames(kind Kind) map[string]string {
	if kind == Ledger {
		return map[string]string{"1c": "1c-table", "bas": "bas-table"}
	}
	return nil
}

// Own reports whether the name leads to a file of the user's, and not to a built-in template.
func (s Set) Own(kind Kind, name string) bool {
	if IsFile(name) {
		return true
	}
	if s.user == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(s.user, kind.folder(), name+".yaml"))
	return !errors.Is(err, fs.ErrNotExist)
}

// IsFile tells the path of a template's file from the name of a template.
func IsFile(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// UnknownError is a template name that is neither built in nor in the user's folder.
type UnknownError struct {
	Kind    Kind
	Name    string
	Nearest string
	Known   []string
}

func (e *UnknownError) Error() string { return e.what().In(wording.English) }

func (e *UnknownError) what() wording.Message {
	return wording.NewMessage("templates.unknown.of", string(e.Kind), e.Name)
}

// Hint names the nearest template, or all of them, in English.
func (e *UnknownError) Hint() string { return e.way().In(wording.English) }

func (e *UnknownError) way() wording.Message { return refusal.Choice(e.Nearest, e.Known) }

// InFlag is an error of reading the template that a flag names: of a name that is not known one in
// each language, and of a kind; another stays.
func InFlag(flag string, kind failure.Kind, err error) error {
	unknown, ok := errors.AsType[*UnknownError](err)
	if !ok {
		return err
	}
	return &refusal.Refusal{What: wording.NewMessage("usage.in_flag", flag, unknown.what()), Way: unknown.way(), Kind: kind, Cause: unknown}
}

// Failure is for whoever took the name to say: from a flag, or from the config.
func (e *UnknownError) Failure() failure.Kind { return failure.Unknown }

func (s Set) unknown(kind Kind, name string) error {
	known, err := s.Names(kind)
	if err != nil {
		return err
	}
	near := strictyaml.Nearest(name, slices.Concat(known, formerly(kind)))
	return &UnknownError{Kind: kind, Name: name, Nearest: near, Known: known}
}

// Names lists the templates of a kind, each once, sorted.
func (s Set) Names(kind Kind) ([]string, error) {
	files, err := fs.Glob(builtin, kind.folder()+"/*.yaml")
	if err != nil {
		return nil, err
	}
	if s.user != "" {
		own, err := filepath.Glob(filepath.Join(s.user, kind.folder(), "*.yaml"))
		if err != nil {
			return nil, err
		}
		files = append(files, own...)
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".yaml"))
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// List describes every template, by kind and then by name.
func (s Set) List() ([]Info, error) {
	var out []Info
	for _, kind := range Kinds {
		names, err := s.Names(kind)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			data, file, err := s.Read(kind, name)
			if err != nil {
				return nil, err
			}
			var info Info
			if err := strictyaml.Head(file, data, &info); err != nil {
				return nil, err
			}
			info.Name, info.Kind = name, kind
			out = append(out, info)
		}
	}
	return out, nil
}
