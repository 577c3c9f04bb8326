package selection

import (
	"errors"
	"fmt"
	"io"
)

// skuHeadings are what the column of SKUs is called, the surest first.
var skuHeadings = [...]string{"sku", "артикул", "vendor_code", "vendorcode", "article", "код_товару", "код_товара", "product_code", "код", "code"}

// skuList reads a file of SKUs, nil where no file is named.
func skuList(key, name string, read func(string) ([]byte, error)) (*nameSet, error) {
	if name == "" {
		return nil, nil
	}
	data, err := read(name)
	if err != nil {
		return nil, fmt.Errorf("read the filter's %s: %w", key, err)
	}
	return readSKUs(key, name, data)
}

// readSKUs reads one SKU a line or a CSV, with or without a heading. Lines that start
// with # are comments. An SKU that stands there twice is there once.
func readSKUs(key, file string, data []byte) (*nameSet, error) {
	text, err := decode(file, data)
	if err != nil {
		return nil, err
	}
	empty := &Error{File: file, Message: "the list holds no SKU", Mend: "fill it, or remove " + key + " from the filter"}
	s, err := openCSV(file, text, '#', skuHeadings[:]...)
	if errors.Is(err, io.EOF) {
		return nil, empty
	}
	if err != nil {
		return nil, err
	}
	set := newNameSet(key, file)
	for {
		row, line, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := s.checkWidth(row, line); err != nil {
			return nil, err
		}
		if s.column >= len(row) || row[s.column] == "" {
			return nil, s.fail(line, "fill it, or remove the row", "the row has no SKU")
		}
		set.add(row[s.column], row[s.column], line)
	}
	if len(set.entries) == 0 {
		return nil, empty
	}
	return set, nil
}

// checkWidth refuses rows that show that the delimiter is no delimiter: in a list
// without a heading the first row says how many columns there are.
func (s *source) checkWidth(row []string, line int) error {
	want := len(s.first)
	if len(row) == want || s.heading != nil && len(row) < want {
		return nil
	}
	return s.fail(line, "put an SKU that holds the delimiter into quotes", "the row has %d columns, and the first one %d", len(row), want)
}
