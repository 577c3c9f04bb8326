package purging

import (
	"context"
	"errors"
	"io"
	"math"
	"os"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/config"
)

// kept are the objects of the bucket behind the folders that may name a person and stay, by what their
// keys begin with: copies of the journal, and files that nobody has taken yet.
var kept = []struct{ prefix, code string }{{"backups/", "backup"}, {"inbox/", "inbox"}}

// behind names the objects that name the person.
func behind(ctx context.Context, c *config.Config, d *desk.Desk, person forget.Person, report *forget.Report) (err error) {
	b, err := c.Bucket()
	if err != nil || b == nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	for _, one := range kept {
		for object, err := range b.List(ctx, one.prefix, true) {
			if err != nil {
				return err
			}
			found, err := inObject(ctx, b, object.Key, person)
			if err != nil {
				return err
			}
			if at := b.String() + "/" + object.Key; found {
				report.Keep(d, forget.Gone{Kind: one.code, Name: at, Bytes: object.Size}, one.code, at)
			}
		}
	}
	return nil
}

// inObject reports whether an object names the person. What was taken away meanwhile does not.
func inObject(ctx context.Context, b *bucket.Bucket, key string, person forget.Person) (found bool, err error) {
	file, err := os.CreateTemp("", "dropbridge-*") // its owner's alone
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	_, err = b.Get(ctx, key, math.MaxInt64, func() (io.Writer, error) {
		_, err := file.Seek(0, io.SeekStart)
		return file, errors.Join(err, file.Truncate(0))
	})
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	}
	return person.InFile(file.Name())
}
