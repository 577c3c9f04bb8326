package history

import (
	"fmt"
	"hash"
	"slices"
)

// stride goes through the blocks of the last feed beside those of the new one, as long as each
// holds the offers that it held: a block that is the same is not even unpacked, and one of which
// prices or stocks differ is unpacked once. Neither the table nor the cursor is needed for that.
type stride struct {
	packedBlocks
	of   *reader     // whose decoder nobody else uses meanwhile
	sum  hash.Hash32 // of what was read of the file
	done int         // offers that were passed

	packed, plain []byte // of the block at hand, as the last feed has it
	rest          unread // of plain
	was           record // the offer at hand
}

// newStride begins at the first block; nil where the file has no blocks to go by.
func newStride(of *reader, blocks packedBlocks) *stride {
	if of == nil || len(blocks.left) == 0 {
		return nil
	}
	return &stride{packedBlocks: blocks, of: of, sum: castagnoli()}
}

// same passes a block that the new feed has as it was, packed as it is in the file.
func (s *stride) same(packed []byte, offers int) {
	s.pass(packed)
	s.done += offers
}

func (s *stride) pass(packed []byte) {
	s.sum.Write(packed)
	s.left, s.at = s.left[1:], s.at+int64(len(packed))
}

// open unpacks the next block, where there is one, for next to go through.
func (s *stride) open() (err error) {
	if s.rest = nil; len(s.left) == 0 {
		return nil
	}
	if s.packed, err = readBlock(s.packed[:0], s.file, &s.left[0], s.at); err != nil {
		return err
	}
	s.pass(s.packed)
	if s.plain, err = s.of.zip.DecodeAll(s.packed, s.plain[:0]); err != nil {
		return again(fmt.Errorf("%w: %w", errUnusable, err))
	}
	s.rest = s.plain
	return nil
}

// next passes the next offer of the opened block, which is then in was; false where that is
// another than the one of that id, or there is none.
func (s *stride) next(id []byte) (bool, error) {
	if len(s.rest) == 0 {
		return false, nil
	}
	if err := s.was.parse(&s.rest); err != nil {
		return false, again(fmt.Errorf("%w: %w", errUnusable, err))
	}
	if !slices.Equal(s.was.id, id) {
		return false, nil
	}
	s.done++
	return true, nil
}

// ended reports whether all offers were passed.
func (s *stride) ended() bool { return len(s.left) == 0 && len(s.rest) == 0 }

// complete checks that what was read is what the file held when it was opened.
func (s *stride) complete() error {
	if err := s.of.prove(s.sum, s.at); err != nil {
		return again(err)
	}
	return nil
}
