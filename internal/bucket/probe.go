package bucket

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
)

// Abilities are what a bucket has shown that it does.
type Abilities struct {
	Create  bool // an object is never put over another one that came first
	Replace bool // nor over one that was changed meanwhile
	Listed  bool // a list named the object at once
}

// probePrefix begins the keys of probes; no scan of an inbox takes a hidden name.
const probePrefix = ".dropbridge-probe-"

// Probe writes an object, reads, lists, replaces and takes it away again. Its error is the
// first thing that must work and does not.
func (b *Bucket) Probe(ctx context.Context) (can Abilities, err error) { return b.ProbeBelow(ctx, "") }

// ProbeBelow is Probe with the beginning of a key: who may write elsewhere in the bucket need not be
// allowed to write there.
func (b *Bucket) ProbeBelow(ctx context.Context, prefix string) (can Abilities, err error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return can, err
	}
	key := prefix + probePrefix + hex.EncodeToString(random[:])
	first, second := []byte("dropbridge\n"), []byte("dropbridge, once more\n")
	at, err := b.Put(ctx, key, Bytes(first))
	if err != nil {
		return can, err
	}
	defer func() { err = errors.Join(err, b.Delete(context.WithoutCancel(ctx), key, "")) }()
	var read bytes.Buffer
	if _, err := b.Get(ctx, key, 1<<10, func() (io.Writer, error) { read.Reset(); return &read, nil }); err != nil {
		return can, err
	}
	if !bytes.Equal(read.Bytes(), first) {
		return can, &Error{Bucket: b.String(), Key: key, Reason: Refused, Err: io.ErrUnexpectedEOF}
	}
	for object, err := range b.List(ctx, prefix+probePrefix, true) {
		if err != nil {
			return can, err
		}
		can.Listed = can.Listed || object.Key == key
	}
	if can.Create, err = heeds(b.Create(ctx, key, Bytes(second))); err != nil {
		return can, err
	}
	now, err := b.Put(ctx, key, Bytes(second))
	if err != nil {
		return can, err
	}
	if now.Tag == at.Tag {
		return can, nil
	}
	can.Replace, err = heeds(b.Replace(ctx, key, Bytes(first), at.Tag))
	return can, err
}

// heeds reports whether a write whose condition does not hold was refused.
func heeds(_ Object, err error) (bool, error) {
	switch {
	case errors.Is(err, fs.ErrExist), errors.Is(err, ErrChanged):
		return true, nil
	case reasonOf(err) == NoCompare:
		return false, nil
	}
	return false, err
}
