package backups

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/bucket"
)

// Prefix begins the keys of copies in the bucket.
const Prefix = "backups/"

// carry puts a copy into the bucket, unless it lies there already, and takes those away that nothing
// keeps there. Without a bucket it does nothing.
func (k *Keeper) carry(ctx context.Context, id string, c Copy, now time.Time) (err error) {
	to, err := k.Bucket()
	if err != nil || to == nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	key := Prefix + c.Name
	if _, err := to.Stat(ctx, key); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.Open(filepath.Join(k.Dir, c.Name))
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := to.Create(ctx, key, file); err != nil {
		return err
	}
	return k.sweep(ctx, to, id, now)
}

// sweep takes the copies of a journal away that nothing keeps in the bucket.
func (k *Keeper) sweep(ctx context.Context, in *bucket.Bucket, id string, now time.Time) error {
	var copies []Copy
	for object, err := range in.List(ctx, Prefix+begins(id), true) {
		if err != nil {
			return err
		}
		if c, ours := named(id, strings.TrimPrefix(object.Key, Prefix)); ours {
			copies = append(copies, c)
		}
	}
	var failed error
	for _, c := range k.Keep.over(newestFirst(copies, now), k.When.Zone()) {
		failed = errors.Join(failed, in.Delete(ctx, Prefix+c.Name, ""))
	}
	return failed
}
