package catalog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Load reads a catalogue from canonical JSON (an array of products, or an object
// with them in "data") or from a YML feed in UTF-8 or Windows-1251; either may be
// compressed with gzip. The content decides, not the name, which stands in errors.
//
// Products come back with unique ids and SKUs; whatever had to be left out, filled
// in or ignored is said in Notes. A file that is broken as a whole is an error that
// names the place and the mend.
func Load(r io.Reader, name string) (*Catalog, error) {
	c, err := load(r, bounds{bytes: 512 << 20, products: 1_000_000, notes: 1_000})
	if err != nil {
		return nil, fmt.Errorf("read catalogue %s: %w", name, err)
	}
	return c, nil
}

func load(r io.Reader, limits bounds) (*Catalog, error) {
	in, err := open(r, limits.bytes)
	if err != nil {
		return nil, err
	}
	first, err := firstByte(in)
	if err != nil {
		return nil, err
	}
	switch first {
	case '[', '{':
		return loadJSON(in, newCollector(limits))
	case '<':
		return loadYML(in, newCollector(limits))
	}
	return nil, fmt.Errorf("it begins with %q: give JSON products or a YML feed", first)
}

// open undoes gzip and takes away a byte order mark; what it returns fails with
// ErrTooLarge beyond limit bytes.
func open(r io.Reader, limit int64) (*bufio.Reader, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("unpack gzip: %w", err)
		}
		in = bufio.NewReader(&bounded{unzipped, limit, limit})
	} else {
		in = bufio.NewReader(&bounded{in, limit, limit})
	}
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark))
	}
	return in, nil
}

// firstByte is the first byte that is no white space; it stays unread.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		if errors.Is(err, io.EOF) {
			return 0, errors.New("it is empty: give JSON products or a YML feed")
		}
		if err != nil {
			return 0, err
		}
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return b, in.UnreadByte()
		}
	}
}
