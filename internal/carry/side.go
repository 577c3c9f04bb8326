package carry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
	"time"
)

// Entry is a file of a side.
type Entry struct {
	Key  string
	Size int64
	Mark string // changes with the content
	Time time.Time
}

// Odd is something that lies among the files and cannot be carried as it is.
type Odd struct {
	Name string // its path, or its key
	Err  error
}

// Side is where files are carried from or to.
type Side interface {
	// List are all its files, and what lies among them that cannot be carried.
	List(ctx context.Context) ([]Entry, []Odd, error)
	// Read is a file's content, which its caller closes; its error is fs.ErrNotExist where it is
	// gone, and errMoved where it is another one by now.
	Read(ctx context.Context, e Entry) (*os.File, error)
	// Still reports whether a file looks as it did when it was read.
	Still(e Entry) bool
	// Write puts a file whole; e says of which time it is. It returns the entry that it became.
	Write(ctx context.Context, e Entry, content io.ReadSeeker) (Entry, error)
	// Remove takes a file away that the other side does not have, where that is its place; removed
	// says whether it was.
	Remove(ctx context.Context, e Entry) (removed bool, err error)
	// Stands reports whether a file of this side is to stay although the other one's has another content.
	Stands(e Entry, other *os.File) bool
}

// sums remember the contents of a side's files, as long as they look as they did.
type sums struct {
	mu    sync.Mutex
	known map[string]known
}

type known struct{ mark, sha string }

func (s *sums) get(e Entry) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.known[e.Key]; k.mark == e.Mark {
		return k.sha
	}
	return ""
}

func (s *sums) set(e Entry, sha string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]known{}
	}
	s.known[e.Key] = known{e.Mark, sha}
}

// SHA is the SHA-256 of the content of a side's file in hex.
func SHA(ctx context.Context, side Side, e Entry) (string, error) {
	file, err := side.Read(ctx, e)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return hashOf(file)
}

// hashOf is the SHA-256 of a file's content in hex; it is read from its beginning then.
func hashOf(file io.ReadSeeker) (string, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	_, err := file.Seek(0, io.SeekStart)
	return hex.EncodeToString(hash.Sum(nil)), err
}
