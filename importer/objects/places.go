package objects

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/durable"
)

// InboxPrefix begins the keys of what waits in the inbox.
const InboxPrefix = inboxRoot + "/"

// Signs are the hidden files of the inbox and the results that tell of the journal.
type Signs struct {
	Names []string
	// Newest reports whether the first of two contents of one stands.
	Newest func(ours, theirs []byte) bool
}

// Places are the folders as they can be carried to another place. shared is who may read what
// people are given.
func (d *Disk) Places(shared durable.Access, signs Signs) (out []carry.Place) {
	for _, r := range d.roots {
		p := carry.Place{Dir: r.dir, Prefix: r.name, Deep: true, Takes: visible, Access: shared}
		switch r.name {
		case inboxRoot, resultsRoot:
			inbox := r.name == inboxRoot
			p.Newest = signs.Newest
			p.Takes = func(name string) bool {
				return slices.Contains(signs.Names, name) || visible(name) && !(inbox && folder.Ignored(name))
			}
		case spoolRoot:
			p.Access = durable.Access{Mode: 0o600}
			p.Takes = func(name string) bool { return visible(name) && !folder.IsOwner(name) }
		case archiveRoot, failedRoot:
			p.Beside = true
		}
		out = append(out, p)
	}
	for _, f := range d.waybills {
		out = append(out, carry.Place{Dir: f.dir, Prefix: f.name, Takes: f.has, Access: shared})
	}
	return out
}

func visible(name string) bool { return !strings.HasPrefix(name, ".") }

// Kept is a path as the journal keeps it where a bucket is behind the folders.
func (d *Disk) Kept(path string) string { return d.kept(path) }

// Path is what the journal kept so as a path of this machine.
func (d *Disk) Path(kept string) string { return d.path(kept) }

// Key is the key of what the journal kept, "" where that is a path of this machine.
func Key(kept string) string {
	key, found := strings.CutPrefix(kept, keyMark)
	if !found {
		return ""
	}
	return key
}

// KeptKey is a key as the journal keeps it.
func KeptKey(key string) string { return keyMark + key }

// MarkOf is what an object is recognised by while it lies in the inbox.
func MarkOf(at bucket.Object) string { return info{at, ""}.Mark() }

// Claimed is the journal that has claimed the inbox of a bucket, "" where none has.
func (d *Disk) Claimed() (journal string, err error) {
	if _, journal, err = d.readClaim(); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return journal, err
}
