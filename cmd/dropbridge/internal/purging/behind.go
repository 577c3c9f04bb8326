package purging

import (
	"context"
	"errors"
	"io"
	"math"
	"os"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/importer/objects"
	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/config"
)

// kept are the objects of the bucket behind the folders that may name a person and stay, by what their
// keys begin with: copies of the journal, and files that nobody has taken yet.
var kept = []place{{backups.Prefix, codeBackup, nil}, {objects.InboxPrefix, "inbox", nil}}

// behind names the objects that name the person.
func behind(ctx context.Context, c *config.Config, d *desk.Desk, person forget.Person, report *forget.Report) (err error) {
	b, err := c.Bucket()
	if err != nil || b == nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	for _, one := range kept {
		for object, err := range b.List(ctx, one.path, true) {
			if err != nil {
				return err
			}
			gone := forget.Gone{Kind: one.code, Name: b.String() + "/" + object.Key, Bytes: object.Size}
			if err := fetched(ctx, b, object.Key, func(path string) error { return one.keep(d, person, path, gone, report) }); err != nil {
				return err
			}
		}
	}
	return olderContents(ctx, b, d, report)
}

// versionCodes are those of a bucket that keeps older contents of objects, or may.
var versionCodes = map[bucket.Versions]string{bucket.VersionsKept: "versions", bucket.VersionsUnknown: "versions_unknown"}

// olderContents names the bucket where it keeps what was written over or taken away: it names people as long
// as that stays, and purge takes none of it away.
func olderContents(ctx context.Context, b *bucket.Bucket, d *desk.Desk, report *forget.Report) error {
	versions, err := b.Versions(ctx)
	if code := versionCodes[versions]; err == nil && code != "" {
		report.Keep(d, forget.Gone{Kind: code, Name: b.String()}, code, b.String())
	}
	return err
}

// fetched has an object looked at in a file of its owner's alone. What was taken away meanwhile is not.
func fetched(ctx context.Context, b *bucket.Bucket, key string, look func(path string) error) (err error) {
	file, err := os.CreateTemp("", "dropbridge-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	_, err = b.Get(ctx, key, math.MaxInt64, func() (io.Writer, error) {
		_, err := file.Seek(0, io.SeekStart)
		return file, errors.Join(err, file.Truncate(0))
	})
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return look(file.Name())
}
