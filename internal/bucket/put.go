package bucket

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
)

// Create puts an object where nothing is; its error is fs.ErrExist where something is.
func (b *Bucket) Create(ctx context.Context, key string, content io.ReadSeeker) (Object, error) {
	at, err := b.put(ctx, key, content, Condition{Absent: true})
	if e, ok := errors.AsType[*Error](err); ok && e.Reason == Changed {
		e.Reason = Exists
	}
	return at, err
}

// Replace puts an object in the place of one that still has a tag, as Stat or a put told it;
// its error is ErrChanged where it has another, or is gone. With no tag nothing may be there.
func (b *Bucket) Replace(ctx context.Context, key string, content io.ReadSeeker, tag string) (Object, error) {
	at, err := b.put(ctx, key, content, Condition{Absent: tag == "", Tag: tag})
	if e, ok := errors.AsType[*Error](err); ok && e.Reason == NotThere {
		e.Reason = Changed
	}
	return at, err
}

// Put puts an object, whatever is there.
func (b *Bucket) Put(ctx context.Context, key string, content io.ReadSeeker) (Object, error) {
	return b.put(ctx, key, content, Condition{})
}

func (b *Bucket) put(ctx context.Context, key string, content io.ReadSeeker, when Condition) (at Object, err error) {
	if err := b.checked(key); err != nil {
		return at, err
	}
	sha, size, err := hashed(content)
	if err != nil {
		return at, err
	}
	unclear := false // an earlier attempt may have done it
	err = b.again(ctx, key, size, func(ctx context.Context, _ int) error {
		if unclear && b.has(ctx, key, sha, size) {
			return nil
		}
		if _, err := content.Seek(0, io.SeekStart); err != nil {
			return err
		}
		err := b.store.Write(ctx, key, content, sha, when)
		if err == nil {
			return nil
		}
		if unclear && b.store.Why(err) == Changed && b.has(ctx, key, sha, size) {
			return nil // by the attempt whose answer was lost
		}
		unclear = unclear || b.store.Why(err).passing()
		return err
	})
	if err != nil && unclear && reasonOf(err) == Away {
		err = b.lastLook(ctx, key, sha, size, err)
	}
	if e, ok := errors.AsType[*Error](err); ok && e.Reason == NotThere && when.Tag == "" {
		e.Reason = NoBucket // an object need not be there to be put
	}
	if err != nil {
		return at, err
	}
	if at, err = b.Stat(ctx, key); err == nil && at.SHA256 == "" && at.Size == size {
		at.SHA256 = sha
	}
	return at, err
}

// lastLook is nil where the last attempt, whose answer was lost, has put the object all the
// same, and else its error.
func (b *Bucket) lastLook(ctx context.Context, key, sha string, size int64, failed error) error {
	return b.once(ctx, size, 1, func(ctx context.Context, _ int) error {
		if b.has(ctx, key, sha, size) {
			return nil
		}
		return failed
	})
}

// hashed is the SHA-256 of content in hex, and its size.
func hashed(content io.ReadSeeker) (sha string, size int64, err error) {
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return "", 0, err
	}
	hash := sha256.New()
	size, err = io.Copy(hash, content)
	return hex.EncodeToString(hash.Sum(nil)), size, err
}

// has reports whether an object is there with that content. It is asked once: where nobody
// knows, the put goes on.
func (b *Bucket) has(ctx context.Context, key, sha string, size int64) bool {
	at, err := b.store.Stat(ctx, key)
	if err != nil || at.Size != size {
		return false
	}
	if at.SHA256 != "" {
		return at.SHA256 == sha
	}
	in, err := b.store.Read(ctx, key)
	if err != nil {
		return false
	}
	defer in.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, in)
	return err == nil && hex.EncodeToString(hash.Sum(nil)) == sha
}

// Delete takes an object away that still has a tag, or whatever is there where tag is "".
// Where nothing is there that is no error. Its error is ErrChanged where it has another tag.
func (b *Bucket) Delete(ctx context.Context, key, tag string) error {
	if err := b.checked(key); err != nil {
		return err
	}
	err := b.again(ctx, key, 0, func(ctx context.Context, _ int) error {
		return b.store.Delete(ctx, key, Condition{Tag: tag})
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if reasonOf(err) == Changed { // or an attempt whose answer was lost took it away
		if _, statErr := b.Stat(ctx, key); errors.Is(statErr, fs.ErrNotExist) {
			return nil
		}
	}
	return err
}
