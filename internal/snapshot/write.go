package snapshot

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"math"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// writer writes a copy that takes its place whole or not at all.
type writer struct {
	file *durable.File
	out  *bufio.Writer
}

// newWriter begins an empty file, for nobody else to read: the list holds prices that
// are the client's own.
func newWriter(path string) (*writer, error) {
	file, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	if err := file.Grant(durable.Access{Mode: 0o600}); err != nil {
		file.Abort()
		return nil, err
	}
	return &writer{file, bufio.NewWriterSize(file, 64<<10)}, nil
}

// begin writes what stands before the pages.
func (w *writer) begin(b beginning) error {
	if _, err := w.out.WriteString(magic); err != nil {
		return err
	}
	return w.record(blockBegin, b)
}

// record writes a block of JSON.
func (w *writer) record(kind byte, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return w.block(kind, text)
}

// block writes one block.
func (w *writer) block(kind byte, payload []byte) error {
	if len(payload) > maxBlock || len(payload) > math.MaxUint32 {
		return errors.New("a page is too large to be kept")
	}
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	sum := crc32.Update(crc32.Checksum(head, checksums()), checksums(), payload)
	for _, part := range [][]byte{head, payload, binary.LittleEndian.AppendUint32(nil, sum)} {
		if _, err := w.out.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// take copies what an older copy begins with.
func (w *writer) take(older io.Reader) error {
	_, err := io.Copy(w.out, older)
	return err
}

// commit writes the end and puts the file in its place.
func (w *writer) commit(e ending) error {
	if err := w.record(blockEnd, e); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	return w.file.Commit()
}

func (w *writer) abort() { w.file.Abort() }
