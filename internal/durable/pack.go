package durable

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	gzip "github.com/klauspost/pgzip"
)

// PackedEnding ends the names of packed files.
const PackedEnding = ".gz"

// IsPackedName reports whether a file of that name is to be packed.
func IsPackedName(path string) bool { return strings.HasSuffix(path, PackedEnding) }

// ErrPackedApart is that a packed file does not hold what was packed: the disk or memory has failed.
var ErrPackedApart = errors.New("what was packed is not what comes out again")

// Pack writes a file packed by gzip into another that is there already, makes it durable, and proves that
// the same comes out of it.
func Pack(from, into string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(into, os.O_RDWR|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	sum := sha256.New()
	packer := gzip.NewWriter(target)
	_, err = io.Copy(packer, io.TeeReader(source, sum))
	if err = errors.Join(err, packer.Close()); err == nil {
		err = target.Sync()
	}
	if err = errors.Join(err, target.Close()); err != nil {
		return fmt.Errorf("pack %s: %w", from, err)
	}
	again := sha256.New()
	if err := Unpack(into, again); err != nil {
		return err
	}
	if !bytes.Equal(sum.Sum(nil), again.Sum(nil)) {
		return fmt.Errorf("pack %s: %w", from, ErrPackedApart)
	}
	return nil
}

// Unpack writes what a file holds that Pack has written. One that is cut off or damaged is an error,
// behind what could be read of it.
func Unpack(from string, into io.Writer) error {
	packed, err := os.Open(from)
	if err != nil {
		return err
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err == nil {
		_, err = io.Copy(into, plain)
		_ = plain.Close() // ends what reads ahead; its error is that of the copy
	}
	if err != nil {
		return fmt.Errorf("unpack %s: %w", from, err)
	}
	return nil
}

// IsPacked reports whether a file begins as packed ones do; one that cannot be read does not.
func IsPacked(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, 2)
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == "\x1f\x8b"
}
