package backups

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Fetch brings a copy of a journal from a bucket into a folder, and gives its path: the one of a name, or
// with "" the newest one. Where there is none, or copies of several journals lie there and no name says
// which is meant, that is a *refusal.Refusal.
func Fetch(ctx context.Context, from *bucket.Bucket, name, dir string, now time.Time) (path string, err error) {
	copies, err := listed(ctx, from, now)
	if err != nil {
		return "", err
	}
	if name, err = chosen(copies, name, from.String()); err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	_, err = from.Get(ctx, Prefix+name, math.MaxInt64, func() (io.Writer, error) {
		_, err := file.Seek(0, io.SeekStart)
		return file, errors.Join(err, file.Truncate(0))
	})
	return path, err
}

// listed are the copies of all journals in a bucket, the newest first.
func listed(ctx context.Context, in *bucket.Bucket, now time.Time) (copies []Copy, err error) {
	for object, err := range in.List(ctx, Prefix, true) {
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(object.Key, Prefix)
		if c, is := named(idIn(name), name); is {
			copies = append(copies, c)
		}
	}
	return newestFirst(copies, now), nil
}

// idIn is what the name of a copy has of its journal's id.
func idIn(name string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(name, "journal-"), "-")
	return id
}

// mostNamed is how many copies a refusal names.
const mostNamed = 5

// chosen is the name of the copy that is meant.
func chosen(copies []Copy, name, bucket string) (string, error) {
	var names []string
	for _, c := range copies {
		names = append(names, c.Name)
	}
	some := strings.Join(names[:min(len(names), mostNamed)], ", ")
	switch {
	case len(copies) == 0:
		return "", refusal.New(failure.Other, wording.NewMessage("restore.none_there", bucket), wording.NewMessage("restore.none_there_way"))
	case name != "" && !slices.Contains(names, name):
		return "", refusal.New(failure.Usage, wording.NewMessage("restore.not_there", bucket, oneline.Clean(name, 80)), wording.NewMessage("restore.name_way", some))
	case name != "":
		return name, nil
	case slices.ContainsFunc(copies, func(c Copy) bool { return idIn(c.Name) != idIn(names[0]) }):
		return "", refusal.New(failure.Usage, wording.NewMessage("restore.several_there", bucket), wording.NewMessage("restore.name_way", some))
	}
	return names[0], nil
}
