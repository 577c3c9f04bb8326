package snapshot

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

// contents is a copy of which every byte was checked. The pages themselves stay in the
// file: only the pages of changes are in memory.
type contents struct {
	begin   beginning
	end     ending
	pagesAt int64    // where the blocks of pages begin
	endAt   int64    // where the block of the end begins: changes can be added there
	changed [][]byte // the pages of changes, compressed
}

// readContents walks over a whole copy of that size. accept may refuse it early, by
// what stands at its beginning. Every fault is an error of type *unusable, but for
// those that accept gives.
func readContents(in io.Reader, size int64, accept func(beginning) error) (*contents, error) {
	if err := readMagic(in, size); err != nil {
		return nil, err
	}
	blocks := newBlocks(in, size-int64(len(magic)))
	c := &contents{}
	kind, payload, err := blocks.next()
	if err != nil || kind != blockBegin || json.Unmarshal(payload, &c.begin) != nil {
		return nil, damaged(err)
	}
	if err := accept(c.begin); err != nil {
		return nil, err
	}
	c.pagesAt = size - blocks.left
	for pages := 0; ; {
		c.endAt = size - blocks.left
		kind, payload, err = blocks.next()
		switch {
		case err != nil:
			return nil, damaged(err)
		case kind == blockPage && len(c.changed) == 0:
			pages++
		case kind == blockChange:
			c.changed = append(c.changed, slices.Clone(payload))
		case kind == blockEnd:
			if json.Unmarshal(payload, &c.end) != nil || blocks.left != 0 || c.end.Pages != pages ||
				c.end.Changes != len(c.changed) || c.end.Items < 0 || c.end.Since.IsZero() {
				return nil, damaged(nil)
			}
			return c, nil
		default:
			return nil, damaged(nil)
		}
	}
}

// readMagic knows a copy by its first line.
func readMagic(in io.Reader, size int64) error {
	line := make([]byte, len(magic))
	n, err := io.ReadFull(in, line[:min(size, int64(len(magic)))])
	switch text := string(line[:n]); {
	case text == magic:
		return nil
	case err != nil:
		return damaged(err)
	case strings.HasPrefix(text, magicName):
		return &unusable{"was written by another version"}
	default:
		return damaged(nil)
	}
}

// damaged is a copy that is not as it was written, or was never one.
func damaged(cause error) error {
	if cause == nil || errors.Is(cause, io.ErrUnexpectedEOF) || errors.Is(cause, io.EOF) {
		return &unusable{"is damaged"}
	}
	return &unusable{fmt.Sprintf("is damaged: %v", cause)}
}

// blocks reads block after block.
type blocks struct {
	in      *bufio.Reader
	left    int64 // bytes that were not read
	payload []byte
}

func newBlocks(in io.Reader, size int64) *blocks {
	return &blocks{in: bufio.NewReaderSize(in, 64<<10), left: size}
}

var errChecksum = errors.New("a checksum does not agree")

// next gives the next block, whose payload is valid until the call after.
func (b *blocks) next() (kind byte, payload []byte, err error) {
	var head [blockHead]byte
	if b.left < blockHead+blockTail {
		return 0, nil, io.ErrUnexpectedEOF
	}
	if _, err := io.ReadFull(b.in, head[:]); err != nil {
		return 0, nil, err
	}
	length := int64(binary.LittleEndian.Uint32(head[1:]))
	if length > maxBlock || length > b.left-blockHead-blockTail { // no memory for what cannot be there
		return 0, nil, io.ErrUnexpectedEOF
	}
	b.payload = slices.Grow(b.payload[:0], int(length)+blockTail)[:length+blockTail]
	if _, err := io.ReadFull(b.in, b.payload); err != nil {
		return 0, nil, err
	}
	payload = b.payload[:length]
	sum := crc32.Update(crc32.Checksum(head[:], checksums()), checksums(), payload)
	if sum != binary.LittleEndian.Uint32(b.payload[length:]) {
		return 0, nil, errChecksum
	}
	b.left -= blockHead + length + blockTail
	return head[0], payload, nil
}
