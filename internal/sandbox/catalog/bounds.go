package catalog

import (
	"errors"
	"fmt"
	"io"
)

// bounds keep a wrong or hostile file from taking the machine's memory.
type bounds struct {
	bytes    int64 // after decompression
	products int
	notes    int // further ones are counted, not kept
}

// ErrTooLarge is wrapped by the error of a file beyond the bounds of Load.
var ErrTooLarge = errors.New("the catalogue is too large")

// bounded reads at most left bytes and then fails, where io.LimitReader would end
// as if the file were whole.
type bounded struct {
	io.Reader
	left, limit int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("%w: more than %d bytes: cut it in parts", ErrTooLarge, b.limit)
	}
	n, err := b.Reader.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
