package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/sorting"
)

// Disk is a desk.Disk with a bucket behind its roots. What lies elsewhere, such as a file
// that is imported by hand, is a file of this machine. Its operations end by themselves, as
// those of a file system do: a bucket's attempts are bounded.
type Disk struct {
	desk.Durably
	bucket   *bucket.Bucket
	roots    []root
	waybills []waybillFile
	silent   silence
}

// root is a folder with objects behind it.
type root struct {
	dir  string
	name string // with which the keys begin
}

// The names of the roots.
const (
	inboxRoot   = "inbox"
	resultsRoot = "results"
	archiveRoot = "archive"
	failedRoot  = "failed"
	spoolRoot   = "spool"
	waybillRoot = "waybills"
)

// New is a Disk for the folders of a config. Folders that the config leaves out have nothing
// behind them.
func New(b *bucket.Bucket, c desk.Config) *Disk {
	d := &Disk{bucket: b}
	for _, r := range []root{{c.Inbox, inboxRoot}, {c.Results, resultsRoot}, {c.Archive, archiveRoot}, {c.Failed, failedRoot}, {c.Spool, spoolRoot}} {
		if r.dir != "" {
			d.roots = append(d.roots, root{filepath.Clean(r.dir), r.name})
		}
	}
	d.addWaybills("", c.Default)
	for source, settings := range c.Sources {
		d.addWaybills(source, settings)
	}
	// A folder may lie in another one: the innermost is the one that counts.
	sorting.StableFunc(d.roots, func(a, b root) int { return len(b.dir) - len(a.dir) })
	return d
}

// place is where a path lies: in which root, and under which key; nil where it is a file of
// this machine alone.
func (d *Disk) place(path string) (in *root, key string) {
	path = filepath.Clean(path)
	for i := range d.roots {
		rest, found := strings.CutPrefix(path, d.roots[i].dir+string(filepath.Separator))
		if found {
			return &d.roots[i], d.roots[i].name + "/" + filepath.ToSlash(rest)
		}
		if path == d.roots[i].dir {
			return &d.roots[i], d.roots[i].name
		}
	}
	return d.placeOfWaybills(path)
}

// object is place for what lies in the bucket as such: not a root itself, and not hidden.
func (d *Disk) object(path string) (in *root, key string) {
	in, key = d.place(path)
	if in == nil || key == in.name || strings.HasPrefix(filepath.Base(path), ".") {
		return nil, ""
	}
	return in, key
}

// Write writes the file here, and puts it.
func (d *Disk) Write(path string, access durable.Access, note func(error), write func(io.Writer) error) error {
	if err := d.Durably.Write(path, access, note, write); err != nil {
		return err
	}
	if in, _ := d.object(path); in == nil {
		return nil
	}
	return d.Bring(path)
}

// Bring puts the file as it lies here.
func (d *Disk) Bring(path string) error {
	in, key := d.place(path)
	if in == nil {
		return nil
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = d.bucket.Put(context.Background(), key, file)
	return err
}

// Rename renames a private copy here, and puts it under its lasting name, unless it is there:
// that is made of its hash.
func (d *Disk) Rename(path, to string) error {
	if err := d.Durably.Rename(path, to); err != nil {
		return err
	}
	in, key := d.object(to)
	if in == nil {
		return nil
	}
	file, err := os.Open(to)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err = d.bucket.Create(context.Background(), key, file); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Remove takes the object away, and the file here.
func (d *Disk) Remove(path string) error {
	if in, key := d.object(path); in != nil {
		if err := d.bucket.Delete(context.Background(), key, ""); err != nil {
			return err
		}
	}
	return d.Durably.Remove(path)
}

// Look is the object at a path; of a private copy the file here has the same content.
func (d *Disk) Look(path string) (fs.FileInfo, error) {
	in, key := d.object(path)
	if in == nil {
		return d.Durably.Look(path)
	}
	if in.name == spoolRoot {
		if info, err := d.Durably.Look(path); err == nil {
			return info, nil
		}
	}
	at, err := d.bucket.Stat(context.Background(), key)
	if errors.Is(err, fs.ErrNotExist) && in.name == inboxRoot {
		if info, err := d.Durably.Look(path); err == nil && info.Mode().IsRegular() {
			return nil, told.Refuse("trouble.beside_bucket", d.bucket.String())
		}
	}
	if err != nil {
		return nil, err
	}
	return info{at, filepath.Base(path)}, nil
}

// List names the objects of a folder, and what lies in it here alone: temporary files of the
// spool, and what somebody has dropped into the folder though the bucket is read.
func (d *Disk) List(dir string) ([]fs.DirEntry, error) {
	in, key := d.place(dir)
	if in == nil {
		return d.Durably.List(dir)
	}
	var out []fs.DirEntry
	known := map[string]bool{}
	for at, err := range d.bucket.List(context.Background(), key+"/", false) {
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(at.Key, key+"/"), "/")
		if name == "" && at.Size == 0 {
			continue // with which a console shows an empty folder
		}
		known[name] = true
		out = append(out, fs.FileInfoToDirEntry(info{at, name}))
	}
	if in.name != inboxRoot && in.name != spoolRoot {
		return out, nil
	}
	here, err := d.Durably.List(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range here {
		if !known[entry.Name()] && !entry.IsDir() {
			out = append(out, entry)
		}
	}
	return out, nil
}

// CopyInto reads an object of the inbox into the spool while hashing it.
func (d *Disk) CopyInto(spool, path string, strict bool) (copied folder.Copied, err error) {
	in, key := d.object(path)
	if in == nil || in.name == spoolRoot {
		return d.Durably.CopyInto(spool, path, strict)
	}
	at, temp, err := d.download(key, spool)
	if err != nil {
		return copied, err
	}
	copied = folder.Copied{Path: temp, Mark: info{at, ""}.Mark(), SHA: folder.SHAOf(temp)}
	if copied.SHA == "" {
		return copied, errors.Join(fs.ErrInvalid, os.Remove(temp))
	}
	return copied, nil
}

// download reads an object into a temporary file of a folder, and makes it durable there.
func (d *Disk) download(key, dir string) (at bucket.Object, temp string, err error) {
	file, err := os.CreateTemp(dir, durable.TempPrefix+"*.tmp")
	if err != nil {
		return at, "", fmt.Errorf("copy into the spool: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	at, err = d.bucket.Get(context.Background(), key, folder.Largest, func() (io.Writer, error) {
		_, err := file.Seek(0, io.SeekStart)
		return file, errors.Join(err, file.Truncate(0))
	})
	if errors.Is(err, bucket.ErrTooLarge) {
		err = folder.TooLarge(at.Size)
	}
	if err == nil {
		err = file.Sync()
	}
	return at, file.Name(), errors.Join(err, file.Close())
}

// SHA is that of the object, as its put said or as it is read; of a private copy that of the
// file here.
func (d *Disk) SHA(path string) string {
	in, key := d.object(path)
	if in == nil {
		return d.Durably.SHA(path)
	}
	if in.name == spoolRoot {
		if sha := d.Durably.SHA(path); sha != "" {
			return sha
		}
	}
	at, err := d.bucket.Stat(context.Background(), key)
	if err != nil || at.SHA256 != "" {
		return at.SHA256
	}
	_, temp, err := d.download(key, os.TempDir())
	if err != nil {
		return ""
	}
	defer os.Remove(temp)
	return folder.SHAOf(temp)
}

// Fetch has an object at hand. A private copy never changes; another file is fetched where it
// is not as it lies here.
func (d *Disk) Fetch(path string) error {
	in, key := d.place(path)
	if in == nil || key == in.name {
		return nil
	}
	sha := d.Durably.SHA(path)
	if sha != "" && (in.name == spoolRoot || strings.HasPrefix(filepath.Base(path), ".")) {
		return nil
	}
	at, err := d.bucket.Stat(context.Background(), key)
	if errors.Is(err, fs.ErrNotExist) || err == nil && sha != "" && at.SHA256 == sha {
		return nil
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	at, temp, err := d.download(key, filepath.Dir(path))
	if err != nil {
		return err
	}
	if err := os.Chtimes(temp, at.ModTime, at.ModTime); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return d.Durably.Rename(temp, path)
}

// Place is that of the bucket.
func (d *Disk) Place() string { return d.bucket.Place() }

// Grows is false: an object appears whole.
func (d *Disk) Grows() bool { return false }
