package desk

import (
	"io"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// Disk is what the importer asks of the file system where an order file or its result must
// outlast a crash: when a method returns nil, its effect survives the death of the machine.
type Disk interface {
	// Write replaces a file whole, for those whom access names; note is told what of the
	// access could not be given.
	Write(path string, access durable.Access, note func(error), write func(io.Writer) error) error
	// Move moves a file into a folder, under that name or a free one like it, which it returns.
	Move(path, dir, name string) (string, error)
	// Rename gives a file another name in its folder.
	Rename(path, to string) error
}

// Durably is Disk as internal/durable does it.
type Durably struct{}

// Write is durable.WriteFileFor.
func (Durably) Write(path string, access durable.Access, note func(error), write func(io.Writer) error) error {
	return durable.WriteFileFor(path, access, note, write)
}

// Move is durable.Move.
func (Durably) Move(path, dir, name string) (string, error) { return durable.Move(path, dir, name) }

// Rename renames, and has the folder remember it.
func (Durably) Rename(path, to string) error {
	if err := os.Rename(path, to); err != nil {
		return err
	}
	return durable.SyncDir(filepath.Dir(to))
}
