package encode

import (
	"bytes"
	"cmp"

	"github.com/klauspost/compress/gzip"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// gzipLevel, the level where none is stated, is where a feed's size stops to fall quickly and the time begins to rise.
const gzipLevel = 5

// packer makes gzip members, one a page: members may follow each other in a file, so
// that pages can be compressed apart. A nil packer packs nothing.
type packer struct {
	level int
	out   bytes.Buffer
}

// compressors are those of all packers.
var compressors = spreadsheet.Compressors[*gzip.Writer]{Make: gzip.NewWriterLevel}

func newPacker(wanted bool, level int) *packer {
	if !wanted {
		return nil
	}
	return &packer{level: cmp.Or(level, gzipLevel)}
}

// pack gives the member that holds data; it is valid until the next call. Nothing
// makes no member.
func (p *packer) pack(data []byte) ([]byte, error) {
	if p == nil || len(data) == 0 {
		return nil, nil
	}
	p.out.Reset()
	zip, err := compressors.Take(&p.out, p.level)
	if err != nil {
		return nil, err
	}
	if _, err := zip.Write(data); err != nil {
		return nil, err
	}
	if err := zip.Close(); err != nil {
		return nil, err
	}
	compressors.Give(zip, p.level)
	return p.out.Bytes(), nil
}
