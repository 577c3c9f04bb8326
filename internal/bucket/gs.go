//go:build gs

package bucket

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"

	"cloud.google.com/go/storage"
	"gocloud.dev/blob"
	"gocloud.dev/blob/gcsblob"
	"gocloud.dev/gcp"
	"google.golang.org/api/googleapi"
)

// openGoogle opens a bucket of Google Cloud Storage with the application's default credentials, or
// without any at the emulator that STORAGE_EMULATOR_HOST names, as Google's own library does.
func openGoogle(ctx context.Context, a Address) (Store, error) {
	client, err := googleClient(ctx, a)
	if err != nil {
		return nil, err
	}
	opened, err := gcsblob.OpenBucket(ctx, client, a.Name, nil)
	if err != nil {
		return nil, err
	}
	var library *storage.Client
	if opened.As(&library) {
		library.SetRetry(storage.WithPolicy(storage.RetryNever)) // the attempts are ours
	}
	return prefixed(opened, a.Prefix, googleDialect{}), nil
}

func googleClient(ctx context.Context, a Address) (*gcp.HTTPClient, error) {
	if os.Getenv("STORAGE_EMULATOR_HOST") != "" {
		return gcp.NewAnonymousHTTPClient(gcp.DefaultTransport()), nil
	}
	credentials, err := gcp.DefaultCredentials(ctx)
	if err != nil {
		return nil, &Error{Bucket: a.String(), Reason: WrongKey, Err: err}
	}
	return gcp.NewHTTPClient(gcp.DefaultTransport(), gcp.CredentialsTokenSource(credentials))
}

type googleDialect struct{}

func generationTag(at storage.ObjectAttrs) string { return strconv.FormatInt(at.Generation, 10) }

func (googleDialect) tag(at *blob.Attributes) string {
	var object storage.ObjectAttrs
	at.As(&object)
	return generationTag(object)
}

func (googleDialect) listTag(l *blob.ListObject) string {
	var object storage.ObjectAttrs
	l.As(&object)
	return generationTag(object)
}

// onlyGeneration makes a handle one that knows that generation alone.
func onlyGeneration(as func(any) bool, tag string) error {
	var handle **storage.ObjectHandle
	if !as(&handle) {
		return errors.ErrUnsupported
	}
	generation, err := strconv.ParseInt(tag, 10, 64)
	if err != nil {
		return err
	}
	*handle = (*handle).If(storage.Conditions{GenerationMatch: generation})
	return nil
}

func (googleDialect) write(o *blob.WriterOptions, tag string) {
	o.BeforeWrite = func(as func(any) bool) error { return onlyGeneration(as, tag) }
}

func (googleDialect) remove(o *blob.DeleteOptions, tag string) {
	o.BeforeDelete = func(as func(any) bool) error { return onlyGeneration(as, tag) }
}

func (googleDialect) why(err error) Reason {
	if errors.Is(err, storage.ErrBucketNotExist) {
		return NoBucket
	}
	answer, ok := errors.AsType[*googleapi.Error](err)
	if !ok {
		return ""
	}
	switch answer.Code {
	case http.StatusUnauthorized:
		return WrongKey
	case http.StatusForbidden:
		return Forbidden
	case http.StatusPreconditionFailed:
		return Changed
	}
	return ""
}
