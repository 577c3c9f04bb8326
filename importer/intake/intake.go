package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// Counter takes files in, and says what became of them. Use New. Its methods may be called
// concurrently.
type Counter struct {
	desk  *desk.Desk
	seed  maphash.Seed
	names [64]sync.Mutex // of one name no two files are taken in at once; names share them
}

// New is the counter of an inbox.
func New(d *desk.Desk) *Counter { return &Counter{desk: d, seed: maphash.MakeSeed()} }

// Receipt is what was taken in.
type Receipt struct {
	File   string // its name in the inbox
	Size   int64  // in bytes
	SHA256 string // of its bytes, in hex
	Again  bool   // the same bytes were given under this name before: no second file was made
}

// Take takes a file in under its own name. It appears in the inbox of the source whole or not
// at all, and survives the death of the machine once Take has returned. The same bytes under
// the same name are one file. What is not taken in is refused with a *Refused; any other error
// is one of the content's reader, of the disk or of the journal.
//
// Where two processes are given different files of one name in the same moment, the later one
// gets a number behind its name, as Receipt.File says. The same bytes are one file there, too.
func (c *Counter) Take(ctx context.Context, source, name string, content io.Reader) (Receipt, error) {
	dir, err := room(c.desk, source)
	if err == nil {
		err = checkName(c.desk, name)
	}
	if err != nil {
		return Receipt{}, err
	}
	part, taken, err := receive(dir, c.desk.Config.Now(), content)
	if err != nil {
		return Receipt{}, fmt.Errorf("take %s in: %w", told.OneLine(name), err)
	}
	defer os.Remove(part) // unless it was moved
	taken.File = name
	held := &c.names[maphash.String(c.seed, source+"/"+name)%uint64(len(c.names))]
	held.Lock()
	defer held.Unlock()
	if taken.Again, err = c.given(ctx, source, name, taken.SHA256); err != nil || taken.Again {
		return taken, err
	}
	to, err := c.desk.Config.Disk.Move(part, dir, name)
	if err == nil && filepath.Base(to) != name { // another process was faster
		if again, failed := c.given(ctx, source, name, taken.SHA256); failed == nil && again {
			taken.Again = true
			return taken, c.desk.Config.Disk.Remove(to)
		}
	}
	if err == nil {
		err = c.markDone(to)
	}
	if err != nil {
		return Receipt{}, fmt.Errorf("take %s in: %w", told.OneLine(name), err)
	}
	taken.File = filepath.Base(to)
	return taken, nil
}

// receive writes what is given into a hidden file of the folder, which is gone again where
// that fails.
func receive(dir string, now time.Time, content io.Reader) (part string, taken Receipt, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", taken, err
	}
	_ = durable.RemoveStale(dir, now) // what crashes left; what cannot go harms nothing
	file, err := os.CreateTemp(dir, durable.TempPrefix+"*.part")
	if err != nil {
		return "", taken, err
	}
	_, _ = durable.TryLock(file) // so that it is nobody's leftover; where there are no locks its age tells
	sum := sha256.New()
	taken.Size, err = io.Copy(io.MultiWriter(file, sum), io.LimitReader(content, folder.Largest+1))
	if err == nil && taken.Size > folder.Largest {
		err = RefuseSize()
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return "", taken, errors.Join(err, os.Remove(file.Name()))
	}
	taken.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return file.Name(), taken, nil
}

// given reports whether the same bytes were given under this name before. Another content
// under it is refused. The inbox is looked at first: what leaves it the journal knows.
func (c *Counter) given(ctx context.Context, source, name, sha string) (again bool, err error) {
	path := filepath.Join(c.desk.Config.Inbox, source, name)
	_, err = c.desk.Config.Disk.Look(path)
	lies := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("look for %s: %w", told.OneLine(name), err)
	}
	if lies && c.desk.Config.Disk.SHA(path) == sha {
		return true, nil
	}
	known, err := c.known(ctx, source, name)
	if err != nil {
		return false, err
	}
	for _, file := range known {
		again = again || file.SHA256 == sha
	}
	if !again && (lies || len(known) > 0) {
		return false, refuse(NameTaken, told.OneLine(name))
	}
	return again, nil
}

// known are the files of a source and a name that the journal has, the newest first.
func (c *Counter) known(ctx context.Context, source, name string) ([]state.File, error) {
	q := state.FileQuery{Account: c.desk.Config.Account, Sources: []string{source}, Names: []string{name}, Newest: true}
	files, err := c.desk.Journal.Files(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("find the file %s: %w", told.OneLine(name), err)
	}
	return files, nil
}

// markDone writes the done-file that the inbox waits for, where it does.
func (c *Counter) markDone(path string) error {
	if c.desk.Config.DoneSuffix == "" {
		return nil
	}
	return c.desk.WriteShared(path+c.desk.Config.DoneSuffix, func(io.Writer) error { return nil })
}
