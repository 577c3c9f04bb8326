package book

import (
	"bytes"
	"io"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// memoryBytes is how much of a sheet, compressed, waits in memory.
const memoryBytes = 256 << 10

// spool holds what is written until it is read: in memory while it is small, then in a
// temporary file beside the workbook.
type spool struct {
	beside string // the path of the workbook
	memory bytes.Buffer
	file   *durable.File
}

func (s *spool) Write(p []byte) (n int, err error) {
	if s.file == nil && s.memory.Len()+len(p) <= memoryBytes {
		return s.memory.Write(p)
	}
	if s.file == nil {
		if s.file, err = durable.Create(s.beside); err != nil {
			return 0, err
		}
		if _, err = s.memory.WriteTo(s.file); err != nil {
			return 0, err
		}
		s.memory = bytes.Buffer{}
	}
	return s.file.Write(p)
}

// reader reads the spool from its beginning.
func (s *spool) reader() (io.Reader, error) {
	if s.file == nil {
		return bytes.NewReader(s.memory.Bytes()), nil
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return s.file, err
}

func (s *spool) remove() {
	if s.file != nil {
		s.file.Abort()
	}
	s.memory = bytes.Buffer{}
}
