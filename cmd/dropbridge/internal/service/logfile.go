package service

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// The log has at most this many bytes in each of its files: the newest, and those before it.
const (
	logSize = 10_000_000
	logKept = 3
)

// LogFile is a log that does not grow for ever: the full file is moved to NAME.1, what was there to
// NAME.2, and so on; the oldest goes. Its methods may be called concurrently. Use OpenLog.
type LogFile struct {
	path string
	most int64 // bytes of a file

	mu   sync.Mutex
	file *os.File
	size int64
}

// OpenLog goes on with the log of that path, or begins one.
func OpenLog(path string) (*LogFile, error) {
	l := &LogFile{path: path, most: logSize}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return l, l.open()
}

func (l *LogFile) open() error {
	file, err := os.OpenFile(l.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	l.file, l.size = file, info.Size()
	return nil
}

// Write implements io.Writer. A line is in one file.
func (l *LogFile) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size > 0 && l.size+int64(len(p)) > l.most {
		if err := l.rotate(); err != nil {
			return 0, fmt.Errorf("begin a new %s: %w", l.path, err)
		}
	}
	n, err := l.file.Write(p)
	l.size += int64(n)
	return n, err
}

// rotate begins a new file. Windows moves no file that is open, so that a log which somebody else
// holds open is begun again by emptying it: it is to stay bounded.
func (l *LogFile) rotate() error {
	_ = l.file.Close() // what is in it was written
	for i := logKept; i > 1; i-- {
		_ = os.Rename(l.kept(i-1), l.kept(i)) // as far as there are such
	}
	if err := os.Rename(l.path, l.kept(1)); err != nil {
		if err := os.Truncate(l.path, 0); err != nil && !errors.Is(err, os.ErrNotExist) {
			return errors.Join(err, l.open())
		}
	}
	return l.open()
}

func (l *LogFile) kept(i int) string { return fmt.Sprintf("%s.%d", l.path, i) }

// Close ends the log.
func (l *LogFile) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}
