// Package trouble keeps in a file why something failed last, for another process that asks how
// things stand.
package trouble

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// Trouble is why something failed last; the zero value is that it did not.
type Trouble struct {
	Error string    `json:"error"`
	Mend  string    `json:"mend,omitempty"` // "" where no way is known but the usual one
	Since time.Time `json:"since"`
	Of    string    `json:"of,omitempty"` // what stood in the file that it is about, where it is about one
}

// Read is the trouble in a file, zero where there is no file.
func Read(file string) (t Trouble, err error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	return t, err
}

// Write notes a trouble in a file for its owner alone; the zero value takes the file away.
func Write(file string, t Trouble) error {
	if t == (Trouble{}) {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return durable.WriteFileFor(file, durable.Access{Mode: 0o600}, func(error) {}, func(w io.Writer) error { return json.NewEncoder(w).Encode(t) })
}
