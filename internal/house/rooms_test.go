package house

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// room is a package of the program: its production code, parsed and type-checked.
type room struct {
	name  string // its path below the module
	doc   string // the comment of its package
	files []*ast.File
	paths []string // of the files, in the same order
	lines int
	info  *types.Info
	types *types.Package

	fileSet *token.FileSet // says where in the files something stands
}

// listed is what the go command tells of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
}

// listPackages are the packages of the program, of its libraries and of Go, and where the compiler
// left what it made of each. The go command is asked once for all tests.
var listPackages = sync.OnceValues(func() (all []listed, err error) {
	command := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports", "./...")
	command.Dir = "../.."
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages: %w: %s", err, complaint.String())
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg listed
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, pkg)
	}
})

var readRooms = sync.OnceValues(rooms)

// allRooms are the packages of the program, read once for all tests.
func allRooms(t *testing.T) []room {
	t.Helper()
	all, err := readRooms()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

// rooms parses and checks every package of the module. What they import comes from the
// build cache, as the compiler left it.
func rooms() ([]room, error) {
	listing, err := listPackages()
	if err != nil {
		return nil, err
	}
	compiled := map[string]string{}
	var ours []listed
	for _, pkg := range listing {
		compiled[pkg.ImportPath] = pkg.Export
		if strings.HasPrefix(pkg.ImportPath, module) {
			ours = append(ours, pkg)
		}
	}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) })
	var all []room
	for _, pkg := range ours {
		r, err := readRoom(pkg, files, imports)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

func readRoom(pkg listed, files *token.FileSet, imports types.Importer) (room, error) {
	r := room{name: strings.TrimPrefix(pkg.ImportPath, module),
		info: newInfo(), fileSet: files}
	for _, name := range pkg.GoFiles {
		path := filepath.Join(pkg.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return room{}, err
		}
		file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return room{}, err
		}
		r.files, r.paths = append(r.files, file), append(r.paths, path)
		r.lines += bytes.Count(text, []byte("\n"))
		r.doc += file.Doc.Text()
	}
	var err error
	r.types, err = (&types.Config{Importer: imports}).Check(pkg.ImportPath, files, r.files, r.info)
	return r, err
}

// checked is a package of one file.
func checked(t *testing.T, text string) room {
	t.Helper()
	files := token.NewFileSet()
	r := room{name: "p", info: newInfo(), fileSet: files}
	file, err := parser.ParseFile(files, "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	r.files, r.paths = []*ast.File{file}, []string{"p.go"}
	r.types, err = (&types.Config{}).Check("p", files, r.files, r.info)
	require.NoError(t, err)
	return r
}

func newInfo() *types.Info {
	return &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
}
