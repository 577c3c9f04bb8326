package history

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
)

// The records of a file are packed in blocks, each a zstd frame of its own, so that a block
// that holds what that of the last file held is copied as it is packed there. Which block holds
// what says the index at the end, which is a skippable frame (RFC 8878, 3.1.2):
//
//	magic    4 bytes: blocksMagic
//	size     4 bytes: of what follows
//	blocks   each 16 bytes: the beginning of the SHA-256 of its records; 4 bytes: its packed length
//	count    4 bytes: the number of blocks
//
// Numbers are little-endian. Without an index, as older programs wrote the file, every block is
// packed anew.
const (
	blocksMagic  = 0x184D2A5D
	blockRecords = 512 // that one block holds; the last one holds fewer
	sumSize      = 16
	blockSize    = sumSize + 4
	indexAround  = 4 + 4 + 4 // what the index has beside the blocks
)

// block is what the index says of one.
type block struct {
	sum    [sumSize]byte
	packed uint32
}

func newBlock(records []byte) (b block) {
	sum := sha256.Sum256(records)
	copy(b.sum[:], sum[:])
	return b
}

// appendIndex appends the index of a file with these blocks.
func appendIndex(b []byte, blocks []block) []byte {
	b = binary.LittleEndian.AppendUint32(b, blocksMagic)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(blocks)*blockSize+4))
	for i := range blocks {
		b = append(b, blocks[i].sum[:]...)
		b = binary.LittleEndian.AppendUint32(b, blocks[i].packed)
	}
	return binary.LittleEndian.AppendUint32(b, uint32(len(blocks)))
}

// packedBlocks are the blocks of the last file in their order, to copy from.
type packedBlocks struct {
	file io.ReaderAt
	left []block
	at   int64 // where the first of them begins
}

// openBlocks reads the index of a file that is whole. Where that has none it has no blocks.
func openBlocks(r *reader) (packedBlocks, error) {
	if r == nil || r.head.packed < indexAround {
		return packedBlocks{}, nil
	}
	end := int64(headerSize) + int64(r.head.packed)
	var last [4]byte
	if _, err := r.file.ReadAt(last[:], end-int64(len(last))); err != nil {
		return packedBlocks{}, again(err)
	}
	size := indexAround + uint64(binary.LittleEndian.Uint32(last[:]))*blockSize
	if size > r.head.packed {
		return packedBlocks{}, nil
	}
	index := make([]byte, size)
	if _, err := r.file.ReadAt(index, end-int64(size)); err != nil {
		return packedBlocks{}, again(err)
	}
	return packedBlocks{r.file, parseIndex(index, r.head.packed-size), int64(headerSize)}, nil
}

// parseIndex gives the blocks of an index, none where it is no index of so many packed bytes.
func parseIndex(index []byte, packed uint64) (blocks []block) {
	if binary.LittleEndian.Uint32(index) != blocksMagic || uint64(binary.LittleEndian.Uint32(index[4:])) != uint64(len(index)-8) {
		return nil
	}
	sum := uint64(0)
	for index = index[8:]; len(index) > 4; index = index[blockSize:] {
		b := block{packed: binary.LittleEndian.Uint32(index[sumSize:])}
		copy(b.sum[:], index)
		blocks = append(blocks, b)
		sum += uint64(b.packed)
	}
	if sum != packed {
		return nil
	}
	return blocks
}

// take appends to b the next block as it is packed, where it holds the same; ok is false where
// it does not, or there is none.
func (p *packedBlocks) take(b []byte, want *block) (_ []byte, ok bool, err error) {
	if len(p.left) == 0 {
		return b, false, nil
	}
	next, at := p.left[0], p.at
	p.left, p.at = p.left[1:], at+int64(next.packed)
	if next.sum != want.sum {
		return b, false, nil
	}
	b, err = readBlock(b, p.file, &next, at)
	return b, err == nil, err
}

// readBlock appends to b the block that begins at a place, as it is packed.
func readBlock(b []byte, file io.ReaderAt, packed *block, at int64) ([]byte, error) {
	start := len(b)
	b = append(b, make([]byte, packed.packed)...)
	if _, err := file.ReadAt(b[start:], at); err != nil {
		return b, again(err)
	}
	return b, nil
}
