package history

import (
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
)

// The file is a header of fixed size and the records, packed as one zstd stream (see block):
//
//	magic    the line with the version of the format
//	count    8 bytes: the number of records
//	packed   8 bytes: the length of the stream
//	sum      4 bytes: CRC-32C of the stream as it stands in the file
//	check    4 bytes: CRC-32C of the header up to here
//
// Numbers are little-endian. A file that is cut, longer or changed anywhere is refused.
const (
	magicStart = "dropbridge published "
	magic      = magicStart + "1\n"
	headerSize = len(magic) + 8 + 8 + 4 + 4
)

func castagnoli() hash.Hash32 { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) }

type header struct {
	count, packed uint64
	sum           uint32
}

func (h header) bytes() []byte {
	b := []byte(magic)
	b = binary.LittleEndian.AppendUint64(b, h.count)
	b = binary.LittleEndian.AppendUint64(b, h.packed)
	b = binary.LittleEndian.AppendUint32(b, h.sum)
	check := castagnoli()
	check.Write(b)
	return binary.LittleEndian.AppendUint32(b, check.Sum32())
}

func parseHeader(b []byte) (header, error) {
	if len(b) < headerSize {
		return header{}, errors.New("cut short")
	}
	if string(b[:len(magic)]) != magic {
		if string(b[:len(magicStart)]) == magicStart {
			return header{}, errors.New("written by another version of the program")
		}
		return header{}, errors.New("not a record of a published feed")
	}
	numbers := b[len(magic):]
	h := header{
		count:  binary.LittleEndian.Uint64(numbers),
		packed: binary.LittleEndian.Uint64(numbers[8:]),
		sum:    binary.LittleEndian.Uint32(numbers[16:]),
	}
	if string(h.bytes()) != string(b[:headerSize]) {
		return header{}, errors.New("damaged header")
	}
	return h, nil
}
