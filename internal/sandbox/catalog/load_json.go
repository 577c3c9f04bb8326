package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// loadJSON reads products one by one from an array, or from the member "data" of an
// object; other members are ignored.
func loadJSON(r io.Reader, into *collector) (*Catalog, error) {
	lines := &lineCounter{Reader: r}
	l := jsonLoader{into, jsontext.NewDecoder(lines)}
	err := l.read()
	if errors.Is(err, ErrTooLarge) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: product %d: %w", lines.at(l.dec.InputOffset()), len(l.Products)+1, plain(err))
	}
	l.Categories = treeOf(l.Products)
	return l.finish()
}

type jsonLoader struct {
	*collector
	dec *jsontext.Decoder
}

func (l *jsonLoader) read() error {
	read := l.object
	if l.dec.PeekKind() == '[' {
		read = l.products
	}
	if err := read(); err != nil {
		return err
	}
	if _, err := l.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("something stands behind the end of the JSON: take it away")
	}
	return nil
}

func (l *jsonLoader) object() error {
	if _, err := l.dec.ReadToken(); err != nil {
		return err
	}
	found := false
	for l.dec.PeekKind() == '"' {
		name, err := l.dec.ReadToken()
		if err != nil {
			return err
		}
		if name.String() != "data" {
			err = l.dec.SkipValue()
		} else {
			found, err = true, l.products()
		}
		if err != nil {
			return err
		}
	}
	if _, err := l.dec.ReadToken(); err != nil {
		return err
	}
	if !found {
		return errors.New(`the object has no member "data": put the products there, or give an array of them`)
	}
	return nil
}

func (l *jsonLoader) products() error {
	open, err := l.dec.ReadToken()
	if err != nil {
		return err
	}
	if open.Kind() != '[' {
		return fmt.Errorf("found %s where an array of products is due", open.Kind())
	}
	for l.dec.PeekKind() != ']' {
		var p Product
		if err := json.UnmarshalDecode(l.dec, &p); err != nil {
			return err
		}
		if err := l.product(p); err != nil {
			return err
		}
	}
	_, err = l.dec.ReadToken()
	return err
}

// plain says where and what is wrong, without the names of Go types.
func plain(err error) error {
	var wrong *json.SemanticError
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Err == nil:
		return fmt.Errorf("%s: a JSON %s cannot stand there", wrong.JSONPointer, wrong.JSONKind)
	default:
		return fmt.Errorf("%s: %w", wrong.JSONPointer, wrong.Err)
	}
}

func (l *jsonLoader) product(p Product) error {
	what := "product " + p.ID
	l.tidyTiers(what, &p)
	if p.MinOrder < 1 {
		l.note("%s: min_order_quantity %d is read as 1", what, p.MinOrder)
		p.MinOrder = 1
	}
	if c := p.Category; c != nil {
		switch {
		case c.ID == "":
			l.note("%s: its category has no id and is left out", what)
			p.Category = nil
		case len(c.Path) == 0:
			c.Path = []string{c.Name}
		}
	}
	return l.add(what, p)
}

// lineCounter remembers where the lines of a stream begin, in little memory: the
// offset of each line end that went by.
type lineCounter struct {
	io.Reader
	read int64
	ends []int64
}

func (c *lineCounter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	for rest, base := p[:n], c.read; ; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			break
		}
		base += int64(i) + 1
		c.ends = append(c.ends, base)
		rest = rest[i+1:]
	}
	c.read += int64(n)
	return n, err
}

// at is the line, counted from 1, that holds the byte at an offset.
func (c *lineCounter) at(offset int64) int {
	line := 1
	for _, end := range c.ends {
		if end > offset {
			break
		}
		line++
	}
	return line
}
