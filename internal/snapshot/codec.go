package snapshot

import (
	"runtime"

	"github.com/klauspost/compress/zstd"
)

// maxPage bounds a page when it is unpacked: the largest answer that the client takes.
const maxPage = 64 << 20

// codec packs pages and unpacks them. It is safe for concurrent use.
type codec struct {
	packer   *zstd.Encoder
	unpacker *zstd.Decoder
}

// newCodec makes a codec whose memory is a few megabytes a processor.
func newCodec() (*codec, error) {
	workers := runtime.GOMAXPROCS(0)
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(workers),
		zstd.WithWindowSize(512<<10), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(workers), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(maxPage))
	if err != nil {
		return nil, err
	}
	return &codec{packer, unpacker}, nil
}

func (c *codec) pack(body string) []byte { return c.packer.EncodeAll([]byte(body), nil) }

func (c *codec) unpack(packed []byte) (string, error) {
	body, err := c.unpacker.DecodeAll(packed, nil)
	return string(body), err
}

func (c *codec) close() { c.unpacker.Close() }
