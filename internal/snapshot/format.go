package snapshot

import (
	"hash/crc32"
	"time"
)

// A copy is the magic line and then blocks: one of kind begin, those of the list's
// pages, those of pages of changes in the order in which they were learned, and one of
// kind end. A block is
//
//	kind byte | length of the payload, 4 bytes | payload | checksum, 4 bytes
//
// with little-endian numbers and a CRC-32C over all that stands before it. The payload
// of a page is the service's answer, compressed by zstd; begin and end hold JSON.
const (
	magicName = "dropbridge product list "
	magic     = magicName + "1\n" // the number is the version of the format
)

// The kinds of blocks.
const (
	blockBegin  = 'B'
	blockPage   = 'P'
	blockChange = 'C'
	blockEnd    = 'E'
)

const (
	blockHead = 1 + 4
	blockTail = 4
	// maxBlock bounds a payload: a page that cannot be compressed grows a little.
	maxBlock = maxPage + 1<<20
)

// beginning says what the copy is of.
type beginning struct {
	Mapping string    `json:"mapping"`
	Began   time.Time `json:"began"` // the full read, on our clock
}

// ending is what is known when the last page was read.
type ending struct {
	Pages   int       `json:"pages"`   // of the full read
	Items   int       `json:"items"`   // distinct products in them, also those that cannot be read
	Changes int       `json:"changes"` // pages of changes
	Since   time.Time `json:"since"`   // what changed from there on is not all in the copy; on the service's clock
}

// checksums is the table of CRC-32C, which processors have an instruction for.
func checksums() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }
