//go:build azblob || gs

package bucket

import (
	"context"
	"errors"
	"io"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// cloud is Store on gocloud.dev/blob. What differs between providers is its dialect.
type cloud struct {
	blob    *blob.Bucket
	dialect dialect
	once    func(context.Context) context.Context // keeps the library from attempts of its own; nil: it makes none
}

// attempt is the context of one attempt.
func (c *cloud) attempt(ctx context.Context) context.Context {
	if c.once == nil {
		return ctx
	}
	return c.once(ctx)
}

// dialect is what one provider says in its own way.
type dialect interface {
	// tag and listTag are the tag of an object as it was looked at and as it was listed.
	tag(at *blob.Attributes) string
	listTag(o *blob.ListObject) string
	// write makes a write one that needs a tag, and remove does so for taking away.
	write(o *blob.WriterOptions, tag string)
	remove(o *blob.DeleteOptions, tag string)
	// why is the reason of an error that the provider has a name of its own for, "" where the
	// library's own code tells it.
	why(err error) Reason
}

// Stat is the object's attributes.
func (c *cloud) Stat(ctx context.Context, key string) (Object, error) {
	at, err := c.blob.Attributes(c.attempt(ctx), key)
	if err != nil {
		return Object{}, err
	}
	return Object{Key: key, Size: at.Size, ModTime: at.ModTime, Tag: c.dialect.tag(at), SHA256: at.Metadata[metaSHA]}, nil
}

// Read opens the object from its beginning.
func (c *cloud) Read(ctx context.Context, key string) (io.ReadCloser, error) {
	return c.blob.NewReader(c.attempt(ctx), key, nil)
}

// Write uploads; what fails on the way leaves nothing.
func (c *cloud) Write(ctx context.Context, key string, content io.ReadSeeker, sha string, when Condition) error {
	o := &blob.WriterOptions{ContentType: contentType(key), DisableContentTypeDetection: true,
		Metadata: map[string]string{metaSHA: sha}, IfNotExist: when.Absent}
	if when.Tag != "" {
		c.dialect.write(o, when.Tag)
	}
	return c.blob.Upload(c.attempt(ctx), key, content, o)
}

// Delete takes the object away.
func (c *cloud) Delete(ctx context.Context, key string, when Condition) error {
	o := &blob.DeleteOptions{}
	if when.Tag != "" {
		c.dialect.remove(o, when.Tag)
	}
	return c.blob.DeleteWithOptions(c.attempt(ctx), key, o)
}

// List is one page.
func (c *cloud) List(ctx context.Context, prefix string, flat bool, from []byte) ([]Object, []byte, error) {
	o := &blob.ListOptions{Prefix: prefix, Delimiter: "/"}
	if flat {
		o.Delimiter = ""
	}
	if from == nil {
		from = blob.FirstPageToken
	}
	listed, next, err := c.blob.ListPage(c.attempt(ctx), from, pageSize, o)
	if err != nil {
		return nil, nil, err
	}
	page := make([]Object, 0, len(listed))
	for _, l := range listed {
		object := Object{Key: l.Key, Folder: l.IsDir}
		if !l.IsDir {
			object.Size, object.ModTime, object.Tag = l.Size, l.ModTime, c.dialect.listTag(l)
		}
		page = append(page, object)
	}
	return page, next, nil
}

// Why asks the provider first, then the library.
func (c *cloud) Why(err error) Reason {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) {
		return Away
	}
	if why := c.dialect.why(err); why != "" {
		return why
	}
	switch gcerrors.Code(err) {
	case gcerrors.NotFound:
		return NotThere
	case gcerrors.FailedPrecondition:
		return Changed
	case gcerrors.PermissionDenied:
		return Forbidden
	case gcerrors.InvalidArgument:
		return BadKey
	case gcerrors.Unimplemented:
		return NoCompare
	}
	return Away
}

// Close closes the library's bucket.
func (c *cloud) Close() error { return c.blob.Close() }

// prefixed is a store whose keys stand behind a prefix of the bucket.
func prefixed(opened *blob.Bucket, prefix string, d dialect) *cloud {
	if prefix != "" {
		opened = blob.PrefixedBucket(opened, strings.TrimSuffix(prefix, "/")+"/")
	}
	return &cloud{blob: opened, dialect: d}
}
