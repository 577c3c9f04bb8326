package lastlist

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/klauspost/compress/zstd"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// page is what is kept of a page: what feeds ask of it, and nothing of the answer around.
type page struct {
	Products   []supplier.Product
	Repeated   []supplier.Repeated
	Unreadable []supplier.Unreadable
	Twice      []supplier.RepeatedKey
	Lacking    []supplier.Lacking
	Remarks    []supplier.Remark
}

// maxPage bounds a page when it is unpacked.
const maxPage = 256 << 20

// codec packs pages and unpacks them; many may use it at once. It is made with the first list,
// since most shops have one supplier and need none.
var codec = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	workers := runtime.GOMAXPROCS(0)
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(workers),
		zstd.WithWindowSize(512<<10), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // the options are constants
	}
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(workers), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxPage))
	if err != nil {
		panic(err)
	}
	return packer, unpacker
})

// Pack makes the bytes of a page. Letters that are not UTF-8 become replacement characters: no
// feed shows them.
func Pack(p *supplier.ProductPage) ([]byte, error) {
	text, err := json.Marshal(page{p.Products, p.Repeated, p.Unreadable, p.Twice, p.Lacking, p.Remarks}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, fmt.Errorf("keep a page of the product list: %w", err)
	}
	packer, _ := codec()
	return packer.EncodeAll(text, nil), nil
}

// Unpack reads the bytes of a page into memory that was another's: products of before are not
// touched, so that who still has them keeps them.
func Unpack(packed []byte, into *supplier.ProductPage) error {
	_, unpacker := codec()
	text, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	var p page
	if err := json.Unmarshal(text, &p, jsontext.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	*into = supplier.ProductPage{Products: p.Products, Repeated: p.Repeated, Unreadable: p.Unreadable, Twice: p.Twice, Lacking: p.Lacking, Remarks: p.Remarks}
	return nil
}
