package sftpd

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// mostAhead is how many parts of a file may have come whose beginning has not: programs send some dozens
// of parts before they wait for an answer.
const mostAhead = 1024

// mostGiven is how many files that were taken in a client finds by their names.
const mostGiven = 1000

// begin begins an upload. One of the same name that waits for another begins anew.
func (v *visit) begin(name string) (*upload, error) {
	if old := v.takeAway(name); old != nil {
		v.drop(old)
	}
	if v.conn.uploads.Add(1) > mostUploads {
		v.conn.uploads.Add(-1)
		return nil, errTooMany
	}
	file, err := os.CreateTemp(v.server.Parts, durable.TempPrefix+"*.part")
	if err != nil {
		v.conn.uploads.Add(-1)
		return nil, err
	}
	_, _ = durable.TryLock(file) // so that it is nobody's leftover
	return &upload{visit: v, name: name, file: file, ahead: map[int64]int64{}}, nil
}

// WriteAt implements io.WriterAt.
func (u *upload) WriteAt(p []byte, at int64) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	end := at + int64(len(p))
	if u.broken != nil {
		return 0, u.broken
	}
	var err error
	if at < 0 || end > folder.Largest {
		err = intake.RefuseSize()
	} else {
		_, err = u.file.WriteAt(p, at)
	}
	if err != nil {
		u.broken = u.visit.fail(u.name, err)
		return 0, u.broken
	}
	u.cover(at, end)
	if len(u.ahead) > mostAhead {
		u.broken = u.visit.refuse("gap")
		return 0, u.broken
	}
	return len(p), nil
}

// cover notes a part.
func (u *upload) cover(at, end int64) {
	u.ahead[at] = max(end, u.ahead[at])
	for grown := true; grown; {
		grown = false
		for from, to := range u.ahead {
			if from <= u.whole {
				u.whole, grown = max(u.whole, to), true
				delete(u.ahead, from)
			}
		}
	}
}

// TransferError implements sftp.TransferError: the connection was cut.
func (u *upload) TransferError(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.broken = err
}

// size is how much of it there is.
func (u *upload) size() int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.whole
}

// Close implements io.Closer: the client has sent all. Where that cannot be taken in nothing is left.
func (u *upload) Close() error {
	if u.visit.server.Counter.Passing(u.name) && u.unbroken() == nil {
		u.visit.hold(u.name, u)
		return nil
	}
	err := u.visit.finish(u, u.name)
	if err != nil {
		u.visit.drop(u)
	}
	return err
}

// unbroken is why an upload is not whole.
func (u *upload) unbroken() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.broken == nil && len(u.ahead) > 0 {
		u.broken = u.visit.refuse("gap")
	}
	return u.broken
}

// finish takes an upload in under a name, or goes on holding it where that is on its way to another.
func (v *visit) finish(u *upload, name string) error {
	if err := u.unbroken(); err != nil {
		return err
	}
	if v.server.Counter.Passing(name) {
		v.hold(name, u)
		return nil
	}
	if _, err := u.file.Seek(0, io.SeekStart); err != nil {
		return v.fail(name, err)
	}
	taken, err := v.server.Counter.Take(v.ctx, v.source, name, u.file)
	if err != nil {
		return v.fail(name, err)
	}
	v.server.Logger.Info("order file taken in", "key", v.by, "source", v.source, "file", taken.File, "bytes", taken.Size, "again", taken.Again)
	v.note(info{name, taken.Size, 0o444, time.Now()})
	v.drop(u)
	return nil
}

// note keeps what was taken in, for whoever looks whether all has come.
func (v *visit) note(taken info) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.given) == mostGiven {
		clear(v.given) // whoever looks does so at once
	}
	v.given[taken.name] = taken
}

// drop discards an upload. What cannot go is no matter for the client: it goes with the next start.
func (v *visit) drop(u *upload) {
	if err := u.discard(); err != nil {
		v.server.Logger.Warn("what was sent of a file is left", "file", u.name, "error", err)
	}
}

// discard takes away what was written of an upload.
func (u *upload) discard() error {
	u.visit.conn.uploads.Add(-1)
	return errors.Join(u.file.Close(), os.Remove(u.file.Name()))
}

// hold keeps an upload that waits for its other name.
func (v *visit) hold(name string, u *upload) {
	v.mu.Lock()
	old := v.passing[name]
	u.name, v.passing[name] = name, u
	v.mu.Unlock()
	if old != nil {
		v.drop(old)
	}
}

// takeAway is the upload that waits under a name, nil for none. It waits no more.
func (v *visit) takeAway(name string) *upload {
	v.mu.Lock()
	defer v.mu.Unlock()
	u := v.passing[name]
	delete(v.passing, name)
	return u
}

// waiting are the uploads that wait for their other name.
func (v *visit) waiting() (list []fs.FileInfo) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for name, u := range v.passing {
		list = append(list, info{name, u.size(), 0o644, time.Now()})
	}
	return list
}

// letGo takes away what waits for another name when the client is gone.
func (v *visit) letGo() {
	v.mu.Lock()
	left := v.passing
	v.passing = map[string]*upload{}
	v.mu.Unlock()
	for _, u := range left {
		v.drop(u)
	}
}
