package history

import (
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"
)

// stride goes through the blocks of the last feed beside those of the new one, as long as each
// holds the offers that it held: a block that is the same is not even unpacked, and one of which
// prices or stocks differ is unpacked once. Neither the table nor the cursor is needed for that.
type stride struct {
	packedBlocks
	sum  hash.Hash32   // of what was read of the file
	zip  *zstd.Decoder // of the file's reader, which nobody else uses meanwhile
	head header
	done int // offers of the blocks before the next one

	packed, plain []byte // of the block at hand, as the last feed has it
	were          []state
	had           []Fields
}

// newStride begins at the first block; nil where the file has no blocks to go by.
func newStride(file *reader, blocks packedBlocks) *stride {
	if file == nil || len(blocks.left) == 0 {
		return nil
	}
	return &stride{packedBlocks: blocks, sum: castagnoli(), zip: file.zip, head: file.head}
}

// same passes a block that the new feed has as it was, packed as it is in the file.
func (s *stride) same(packed []byte, offers int) {
	s.sum.Write(packed)
	s.at += int64(len(packed))
	s.left, s.done = s.left[1:], s.done+offers
}

// unpack reads the next block, whose offers are then in were and had. It is false where that is
// not a block of the offers of these records, in their order.
func (s *stride) unpack(records []byte) (ok bool, err error) {
	if len(s.left) == 0 {
		return false, nil
	}
	size := int(s.left[0].packed)
	s.packed = append(s.packed[:0], make([]byte, size)...)
	if _, err := s.file.ReadAt(s.packed, s.at); err != nil {
		return false, err
	}
	if s.plain, err = s.zip.DecodeAll(s.packed, s.plain[:0]); err != nil {
		return false, fmt.Errorf("%w: %w", errUnusable, err)
	}
	s.were, s.had = s.were[:0], s.had[:0]
	old, now := unread(s.plain), unread(records)
	for len(old) > 0 && len(now) > 0 {
		var before, after record
		if err := before.parse(&old); err != nil {
			return false, fmt.Errorf("%w: %w", errUnusable, err)
		}
		if err := after.parse(&now); err != nil {
			return false, err
		}
		if string(before.id) != string(after.id) {
			return false, nil
		}
		s.were, s.had = append(s.were, before.state), append(s.had, before.has)
	}
	if len(old) > 0 || len(now) > 0 {
		return false, nil
	}
	s.same(s.packed, len(s.were))
	return true, nil
}

// complete reads what follows the last block, and checks that what was read is what the file
// held when it was opened.
func (s *stride) complete() error {
	end := int64(headerSize) + int64(s.head.packed)
	if _, err := io.Copy(s.sum, io.NewSectionReader(s.file, s.at, end-s.at)); err != nil {
		return err
	}
	if s.sum.Sum32() != s.head.sum {
		return errSum
	}
	return nil
}
