package mirror

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// memory is what outlasts a process of what it saw in the bucket.
type memory struct {
	Bucket string                   `json:"bucket"` // its address: what another one had says nothing of this one
	Files  map[string]bucket.Object `json:"files"`  // by name
}

// memoryPath is hidden beside the first file.
func (s *Set) memoryPath() string {
	return filepath.Join(filepath.Dir(s.files[0]), "."+path.Base(s.prefix)+".bucket")
}

// recall is what was remembered of the bucket, empty where that is nothing, or cannot be read:
// the files are compared with the bucket's by their hashes then, and the bucket's are taken.
func (s *Set) recall() sight {
	seen := sight{}
	text, err := os.ReadFile(s.memoryPath())
	if err != nil {
		return seen
	}
	var held memory
	if json.Unmarshal(text, &held) != nil || held.Bucket != s.bucket.String() {
		return seen
	}
	for _, file := range s.files {
		if at, known := held.Files[filepath.Base(file)]; known {
			seen[file] = at
		}
	}
	return seen
}

// remember keeps what is seen for later processes.
func (s *Set) remember() error {
	held := memory{Bucket: s.bucket.String(), Files: map[string]bucket.Object{}}
	for file, at := range s.seen {
		held.Files[filepath.Base(file)] = at
	}
	text, err := json.Marshal(held)
	if err != nil {
		return err
	}
	at := s.memoryPath()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	if err := durable.WriteFile(at, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return fmt.Errorf("remember what the bucket has: %w", err)
	}
	return nil
}
