package backups

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/schedule"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// Plan is where copies go, when they are made, and which of them are kept.
type Plan struct {
	Dir      string
	When     schedule.Schedule
	Keep     Policy
	Bucket   func() (*bucket.Bucket, error) // nil where none is behind the folders
	Trouble  string                         // the file that says what keeps copies from being made
	OnServer bool                           // the journal is no file: its server's tools copy it, and nothing here does
}

// trouble is why the last attempt failed.
type trouble struct {
	Error string    `json:"error"`
	Mend  string    `json:"mend,omitempty"` // "" where no way is known but the usual one
	Since time.Time `json:"since"`
}

// readTrouble is why the last attempt failed, zero where none did.
func readTrouble(file string) (t trouble, err error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	return t, err
}

// writeTrouble notes why an attempt failed; the zero value is that none did.
func writeTrouble(file string, t trouble) error {
	if t == (trouble{}) {
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

// Standing is how copies of a journal stand; of a journal that nobody has seen yet the id is "".
func (p Plan) Standing(id string, now time.Time) *standing.Backup {
	s := &standing.Backup{Folder: p.Dir, OnServer: p.OnServer}
	if p.OnServer {
		return s
	}
	t, err := readTrouble(p.Trouble)
	s.Error, s.Mend, s.Since = t.Error, t.Mend, t.Since
	var copies []Copy
	if err == nil && id != "" {
		copies, err = List(p.Dir, id, now)
	}
	if err != nil {
		s.Error = err.Error()
	}
	if len(copies) > 0 {
		age := int64(now.Sub(copies[0].At).Seconds())
		s.At, s.AgeSeconds = copies[0].At, &age
	}
	return s
}
