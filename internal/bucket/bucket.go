package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// Bucket is a store that is asked again where that may help. Its errors are *Error. Its
// methods may be called concurrently.
type Bucket struct {
	store   Store
	address Address
	options Options
}

// Options say how patient a bucket is; zero values are the defaults named beside them.
type Options struct {
	Attempts int           // how often an operation is tried: 5
	Pause    time.Duration // before the second attempt, twice as long before each further one: 250 ms, at most 8 s
	Attempt  time.Duration // the longest that one attempt without content may take: 30 s
	// Pace is the least that content is to come or go by, in bytes a second: 128 KiB. An
	// attempt with content may take so much longer.
	Pace  int64
	After func(time.Duration) <-chan time.Time // time.After
}

func (o *Options) complete() {
	setInt(&o.Attempts, 5)
	setInt(&o.Pause, 250*time.Millisecond)
	setInt(&o.Attempt, 30*time.Second)
	setInt(&o.Pace, 128<<10)
	if o.After == nil {
		o.After = time.After
	}
}

func setInt[T ~int | ~int64](value *T, standard T) {
	if *value == 0 {
		*value = standard
	}
}

// longestPause bounds the pause between two attempts.
const longestPause = 8 * time.Second

// Open opens the bucket of an address, as ParseAddress reads it. Nothing is asked of it yet.
func Open(ctx context.Context, address string, o Options) (*Bucket, error) {
	a, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	var store Store
	switch a.Scheme {
	case "s3":
		store, err = openS3(ctx, a)
	case "azblob":
		store, err = openAzure(ctx, a)
	case "gs":
		store, err = openGoogle(ctx, a)
	case "file":
		store, err = openFolder(a)
	default:
		store = Memory()
	}
	if failure.Hint(err) != "" {
		return nil, err
	}
	if err != nil {
		return nil, &Error{Bucket: a.String(), Reason: Refused, Err: err}
	}
	return New(store, a, o), nil
}

// New is a bucket on a store, under the name of an address.
func New(store Store, a Address, o Options) *Bucket {
	o.complete()
	return &Bucket{store: store, address: a, options: o}
}

// String is the address, without what may be secret.
func (b *Bucket) String() string { return b.address.String() }

// Place is the address by which the bucket is told from others, see Address.Place.
func (b *Bucket) Place() string { return b.address.Place() }

// Close lets connections go.
func (b *Bucket) Close() error { return b.store.Close() }

// fail is an error of the store as one of ours; nil for nil.
func (b *Bucket) fail(key string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Bucket: b.address.String(), Key: key, Reason: b.store.Why(err), Err: err}
}

// again makes attempts until one succeeds, or fails for a reason that stays, or there were
// enough of them. size is that of the content that an attempt moves.
func (b *Bucket) again(ctx context.Context, key string, size int64, attempt func(ctx context.Context, n int) error) error {
	pause := b.options.Pause
	for n := 1; ; n++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := b.once(ctx, size, n, attempt)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if own, ok := errors.AsType[*ownError](err); ok {
			return own.error
		}
		if failed := b.fail(key, err); n >= b.options.Attempts || !reasonOf(failed).passing() {
			return failed
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.options.After(pause/2 + rand.N(pause/2+1)): // not all processes at once
		}
		pause = min(2*pause, longestPause)
	}
}

func (b *Bucket) once(ctx context.Context, size int64, n int, attempt func(ctx context.Context, n int) error) error {
	limit := b.options.Attempt + time.Duration(size/b.options.Pace)*time.Second
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return attempt(ctx, n)
}

// checked is an error for a key that is none of ours, before anything is asked.
func (b *Bucket) checked(key string) error {
	if err := CheckKey(key); err != nil {
		return &Error{Bucket: b.address.String(), Key: key, Reason: BadKey, Err: err}
	}
	return nil
}

// Stat is what lies under a key; its error is fs.ErrNotExist where nothing does.
func (b *Bucket) Stat(ctx context.Context, key string) (at Object, err error) {
	if err := b.checked(key); err != nil {
		return Object{}, err
	}
	err = b.again(ctx, key, 0, func(ctx context.Context, _ int) (err error) {
		at, err = b.store.Stat(ctx, key)
		return err
	})
	return at, err
}

// ErrTooLarge is an object with more bytes than its reader wants.
var ErrTooLarge = errors.New("the object is larger than what is read of it")

// Get reads an object as a whole into what begin gives it: once an attempt, each from the
// beginning. An object that is replaced meanwhile is read anew; at is the one that was read.
// More than most bytes are ErrTooLarge.
func (b *Bucket) Get(ctx context.Context, key string, most int64, begin func() (io.Writer, error)) (at Object, err error) {
	if at, err = b.Stat(ctx, key); err != nil {
		return at, err
	}
	err = b.again(ctx, key, at.Size, func(ctx context.Context, n int) error {
		var err error
		if n > 1 {
			if at, err = b.store.Stat(ctx, key); err != nil {
				return err
			}
		}
		if at.Size > most {
			return nil
		}
		return b.read(ctx, key, at, begin)
	})
	if err == nil && at.Size > most {
		err = ErrTooLarge
	}
	return at, err
}

// errMoved is an object that was replaced while it was read: the next attempt reads that one.
// It is unexpected as an end is, which is what a Store calls Away.
var errMoved = fmt.Errorf("the object was replaced while it was read: %w", io.ErrUnexpectedEOF)

func (b *Bucket) read(ctx context.Context, key string, at Object, begin func() (io.Writer, error)) error {
	w, err := begin()
	if err != nil {
		return &ownError{err}
	}
	in, err := b.store.Read(ctx, key)
	if err != nil {
		return err
	}
	to := &sink{w: w}
	n, err := io.Copy(to, io.LimitReader(in, at.Size+1))
	if to.err != nil {
		return &ownError{errors.Join(to.err, in.Close())}
	}
	if err = errors.Join(err, in.Close()); err != nil {
		return err
	}
	after, err := b.store.Stat(ctx, key)
	if err == nil && (n != at.Size || after.Tag != at.Tag) {
		err = errMoved
	}
	return err
}

// ownError is an error of this machine: the store has no part in it.
type ownError struct{ error }

// sink keeps the error of what is written to apart from that of what is read.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, s.err = s.w.Write(p)
	return n, s.err
}

// List gives the objects whose keys begin with a prefix, page by page; with flat unset those
// below its next slash are one Folder. A list may lag behind what was put or taken away.
func (b *Bucket) List(ctx context.Context, prefix string, flat bool) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		var from []byte
		for {
			var page []Object
			var next []byte
			err := b.again(ctx, prefix, 0, func(ctx context.Context, _ int) (err error) {
				page, next, err = b.store.List(ctx, prefix, flat, from)
				return err
			})
			if err != nil {
				yield(Object{}, err)
				return
			}
			for _, object := range page {
				if !yield(object, nil) {
					return
				}
			}
			if from = next; len(next) == 0 {
				return
			}
		}
	}
}
