package listfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/orderfile/cells"
)

// mostUnpacked bounds what an archive may unfold to: no list comes near, and a small archive
// can unpack to anything.
const mostUnpacked = 8 << 30

// How says how a list is read.
type How struct {
	Name     string   // what people call it
	Format   string   // "": as its content says
	Records  string   // the path of the records in XML and JSON, "": found; alternatives with a bar between
	Variants string   // the path of the variants within a record, "": found
	Sheets   []string // of a workbook: those that are read; none: all that hold goods
	Sections string   // how rows that name sections stand to each other: NestedSections, FlatSections; "": as the list shows
	Whole    bool     // records are given as JSON, see Record
	Headings Headings
}

// Open reads a list from a file on this machine. Errors are faults.
func Open(path string, how How) (Reader, string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, "", Faultf(Unreachable, "file", how.Name, err).Because(err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, "", errors.Join(Faultf(Unreachable, "file", how.Name, err).Because(err), file.Close())
	}
	reader, format, err := OpenAt(file, info.Size(), how)
	if err != nil {
		return nil, format, errors.Join(err, file.Close())
	}
	return withFile{reader, file}, format, nil
}

// withFile is a reader that closes its file.
type withFile struct {
	Reader
	file io.Closer
}

// Close closes both.
func (w withFile) Close() error { return errors.Join(w.Reader.Close(), w.file.Close()) }

// OpenAt reads a list of so many bytes.
func OpenAt(file io.ReaderAt, size int64, how How) (reader Reader, format string, err error) {
	l := &list{how: how}
	if reader, err = l.open(file, size); err != nil {
		return nil, l.format, errors.Join(err, l.Close())
	}
	return reader, l.format, nil
}

// list is a file that is being unpacked.
type list struct {
	how     How
	format  string
	closers []io.Closer
}

// Close closes what was opened for the list, the inner before the outer.
func (l *list) Close() error {
	var err error
	for i := len(l.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, l.closers[i].Close())
	}
	l.closers = nil
	return err
}

// open tells by the first bytes whether a file is packed.
func (l *list) open(file io.ReaderAt, size int64) (Reader, error) {
	var magic [4]byte
	n, err := file.ReadAt(magic[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, Faultf(Unreachable, "file", l.how.Name, err).Because(err)
	}
	whole := io.NewSectionReader(file, 0, size)
	switch {
	case bytes.HasPrefix(magic[:n], []byte{0x1f, 0x8b}):
		unpacked, err := gzip.NewReader(whole)
		if err != nil {
			return nil, l.damaged(err)
		}
		return l.read(&bounded{from: unpacked, left: mostUnpacked})
	case bytes.HasPrefix(magic[:n], []byte("PK\x03\x04")):
		return l.openZip(file, size)
	}
	return l.read(whole)
}

// openZip reads a workbook, or the one list that an archive holds.
func (l *list) openZip(file io.ReaderAt, size int64) (Reader, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, l.damaged(err)
	}
	var lists []*zip.File
	for _, entry := range archive.File {
		name := filepath.Base(entry.Name)
		switch {
		case entry.Name == "[Content_Types].xml":
			return l.readWorkbook(file, size)
		case !entry.FileInfo().IsDir() && !strings.HasPrefix(name, ".") && !strings.HasPrefix(entry.Name, "__MACOSX/"):
			lists = append(lists, entry)
		}
	}
	if len(lists) != 1 {
		return nil, Faultf(Unreadable, "archive", l.how.Name, len(lists))
	}
	unpacked, err := lists[0].Open()
	if err != nil {
		return nil, l.damaged(err)
	}
	l.closers = append(l.closers, unpacked)
	return l.read(&bounded{from: unpacked, left: mostUnpacked})
}

// read reads a list that is not packed, or not any more.
func (l *list) read(from io.Reader) (Reader, error) {
	buffered := bufio.NewReaderSize(from, sniffed)
	head, err := buffered.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, l.damaged(err)
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) { // a workbook inside an archive
		data, err := io.ReadAll(io.LimitReader(buffered, cells.MostBytes+1))
		if err != nil {
			return nil, l.damaged(err)
		}
		return l.openZip(bytes.NewReader(data), int64(len(data)))
	}
	text, encoding, fault := l.decode(buffered, head)
	if fault != nil {
		return nil, fault
	}
	switch l.format = l.formatOf(text); l.format {
	case XML, YML:
		return newXMLReader(l, text), nil
	case JSON:
		return newJSONReader(l, text)
	case CSV:
		return newTextReader(l, text, encoding)
	}
	return nil, l.refusal(text)
}

// damaged is the fault of an error that comes from unpacking or reading.
func (l *list) damaged(err error) *Fault {
	if fault, ok := errors.AsType[*Fault](err); ok {
		return fault
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.EOF) {
		return Faultf(Incomplete, "packed", l.how.Name).Because(err)
	}
	return Faultf(Unreadable, "broken", l.how.Name, err).Because(err)
}

// errUnfolds is the fault of an archive that unfolds to more than a list can be.
var errUnfolds = errors.New("it unpacks to more than 8 GB")

// bounded reads no more than what is left.
type bounded struct {
	from io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errUnfolds
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
