package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
)

const (
	mostSessions = 1000             // that are kept at a time
	extendedFor  = 10 * time.Minute // by how much a session's end moves until that is written
	secretBytes  = 32
)

// store keeps sessions in memory and in a file, so that they outlive the program. It knows
// the hashes of tokens alone: whoever reads the file is nobody. Beside what the library asks
// for, it moves the end of a session without ever bringing one back that was ended meanwhile.
type store struct {
	now    func() time.Time
	file   string // "": in memory alone
	logger *slog.Logger

	mu     sync.Mutex
	secret []byte          // signs forms, as long as there are sessions
	all    map[string]kept // by the hash of their token
}

type kept struct {
	data    []byte
	ends    time.Time
	written time.Time // the end that stands in the file
}

// sessionFile is what the file holds.
type sessionFile struct {
	Secret   []byte                 `json:"secret"`
	Sessions map[string]keptSession `json:"sessions"` // by the hash of their token
}

type keptSession struct {
	Data []byte    `json:"data"`
	Ends time.Time `json:"ends"`
}

// openStore is a store of the sessions of a file that have not ended. Of a file that cannot be
// read nobody is logged in; the next session replaces it.
func openStore(file string, now func() time.Time, logger *slog.Logger) *store {
	s := &store{now: now, file: file, logger: logger, all: map[string]kept{}}
	if err := s.load(); err != nil {
		logger.Warn("the sessions of the last run are lost: log in again", "file", file, "error", err)
	}
	if len(s.all) == 0 {
		s.secret = make([]byte, secretBytes)
		rand.Read(s.secret) // it never fails: the program ends instead
	}
	return s
}

func (s *store) load() error {
	if s.file == "" {
		return nil
	}
	data, err := os.ReadFile(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var read sessionFile
	if err == nil {
		err = json.Unmarshal(data, &read)
	}
	if err == nil && len(read.Secret) != secretBytes {
		err = fmt.Errorf("its secret has %d bytes", len(read.Secret))
	}
	if err != nil {
		return err
	}
	s.secret = read.Secret
	for hash, one := range read.Sessions {
		if !s.now().After(one.Ends) {
			s.all[hash] = kept{one.Data, one.Ends, one.Ends}
		}
	}
	return nil
}

// save writes all sessions. Where that cannot be done they are those of this run alone.
func (s *store) save() {
	if s.file == "" {
		return
	}
	written := sessionFile{Secret: s.secret, Sessions: map[string]keptSession{}}
	for hash, one := range s.all {
		written.Sessions[hash] = keptSession{one.data, one.ends}
	}
	err := os.MkdirAll(filepath.Dir(s.file), 0o700)
	if err == nil {
		err = durable.WriteFileFor(s.file, durable.Access{Mode: 0o600}, func(error) {}, func(w io.Writer) error { return json.NewEncoder(w).Encode(written) })
	}
	if err != nil {
		if gone := os.Remove(s.file); !errors.Is(gone, fs.ErrNotExist) { // nor is a session that was ended to live on in it
			err = errors.Join(err, gone)
		}
		s.logger.Warn("sessions are not kept: who is logged in has to log in again after a restart", "file", s.file, "error", err)
	}
	for hash, one := range s.all { // whether it could be written or not: what is asked often is not to try each time
		one.written = one.ends
		s.all[hash] = one
	}
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Find is the data of a session that has not ended.
func (s *store) Find(token string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, found := s.all[hashOf(token)]
	if !found || s.now().After(one.ends) {
		return nil, false, nil
	}
	return one.data, true, nil
}

// Commit keeps a session until then, and lets go of those that have ended, or would end first
// where they are too many.
func (s *store) Commit(token string, data []byte, ends time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	maps.DeleteFunc(s.all, func(_ string, one kept) bool { return now.After(one.ends) })
	for len(s.all) >= mostSessions {
		delete(s.all, s.first())
	}
	s.all[hashOf(token)] = kept{data: data, ends: ends}
	s.save()
	return nil
}

// first is the session that ends first.
func (s *store) first() (hash string) {
	for other, one := range s.all {
		if hash == "" || one.ends.Before(s.all[hash].ends) {
			hash = other
		}
	}
	return hash
}

// Delete ends a session.
func (s *store) Delete(token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, hashOf(token))
	s.save()
	return nil
}

// extend moves the end of a session that is there, to last at most.
func (s *store) extend(token string, ends, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, found := s.all[hashOf(token)]
	if !found {
		return
	}
	one.ends = ends
	if last.Before(ends) {
		one.ends = last
	}
	s.all[hashOf(token)] = one
	if one.ends.Sub(one.written) >= extendedFor {
		s.save()
	}
}
