package history

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A record is one offer, in the feed's order:
//
//	flags       1 byte: flagAvailable, flagCounted, flagPriced, flagNegative
//	has         1 byte: the Fields
//	id sku name each a uvarint of its length in bytes, at most textKept, and its bytes
//	price       with flagPriced: 1 byte of scale, uvarint of the coefficient
//	quantity    with flagCounted: varint
const (
	flagAvailable = 1 << iota
	flagCounted
	flagPriced
	flagNegative

	allFlags = 1<<iota - 1
)

func appendRecord(b []byte, o *offer) []byte {
	b = append(b, o.flags(), byte(o.has))
	for _, text := range [...]string{o.id, o.sku, o.name} {
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
	}
	if o.price.known {
		b = append(b, o.price.scale)
		b = binary.AppendUvarint(b, o.price.coef)
	}
	if o.counted {
		b = binary.AppendVarint(b, o.quantity)
	}
	return b
}

func (s *state) flags() (flags byte) {
	if s.available {
		flags |= flagAvailable
	}
	if s.counted {
		flags |= flagCounted
	}
	if s.price.known {
		flags |= flagPriced
	}
	if s.price.negative {
		flags |= flagNegative
	}
	return flags
}

// maxRecord is how many bytes a record takes at most.
const maxRecord = 2 + 3*(binary.MaxVarintLen64+textKept) + 1 + 2*binary.MaxVarintLen64

// record is an offer as it is read; its texts stay valid until the next one is read.
type record struct {
	state
	id, sku, name []byte
	has           Fields
}

// offer copies the record's texts.
func (r *record) offer() offer {
	return offer{state: r.state, id: string(r.id), sku: string(r.sku), name: string(r.name), has: r.has}
}

// offerIn is offer with texts that are parts of a copy of all bytes from which the record was
// read, with no capacity behind them: so many offers take one copy.
func (r *record) offerIn(texts string) offer {
	part := func(field []byte) string {
		start := len(texts) - cap(field)
		return texts[start : start+len(field)]
	}
	return offer{state: r.state, id: part(r.id), sku: part(r.sku), name: part(r.name), has: r.has}
}

// read reads one record, whose texts lie in the reader's memory; io.EOF where there is none.
func (r *record) read(in *bufio.Reader) error {
	there, failed := in.Peek(maxRecord)
	if len(there) == 0 {
		return failed
	}
	rest := unread(there)
	err := r.parse(&rest)
	if errors.Is(err, io.ErrUnexpectedEOF) && failed != nil && !errors.Is(failed, io.EOF) {
		err = failed // it is not the end of the file that cuts the record
	}
	if err != nil {
		return err
	}
	_, err = in.Discard(len(there) - len(rest))
	return err
}

func (r *record) parse(in *unread) error {
	flags, err := in.byte()
	if err != nil {
		return err
	}
	has, err := in.byte()
	if err != nil {
		return err
	}
	if flags&^allFlags != 0 || Fields(has)&^allFields != 0 {
		return fmt.Errorf("flags %#x and fields %#x have bits without a meaning", flags, has)
	}
	r.has = Fields(has)
	r.state = state{available: flags&flagAvailable != 0, counted: flags&flagCounted != 0}
	for _, text := range [...]*[]byte{&r.id, &r.sku, &r.name} {
		if *text, err = in.text(); err != nil {
			return err
		}
	}
	if err := r.price.read(in, flags); err != nil || !r.counted {
		return err
	}
	r.quantity, err = in.varint()
	if err == nil && (r.quantity > quantityKept || r.quantity < -quantityKept) {
		err = fmt.Errorf("quantity %d is beyond what is kept", r.quantity)
	}
	return err
}

func (a *amount) read(in *unread, flags byte) (err error) {
	a.known, a.negative = flags&flagPriced != 0, flags&flagNegative != 0
	if !a.known {
		if a.negative {
			err = errors.New("an absent price with a sign")
		}
		return err
	}
	if a.scale, err = in.byte(); err != nil {
		return err
	}
	if a.coef, err = in.uvarint(); err != nil {
		return err
	}
	if a.scale > maxScale || a.coef >= tens(maxScale) || *a != a.shortest() {
		return fmt.Errorf("price %d/10^%d is not in its shortest form", a.coef, a.scale)
	}
	return nil
}

// unread is what is left of a record that is taken apart. Where it is too short there is
// io.ErrUnexpectedEOF.
type unread []byte

func (u *unread) byte() (byte, error) {
	b := *u
	if len(b) == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	*u = b[1:]
	return b[0], nil
}

func (u *unread) uvarint() (uint64, error) {
	n, size := binary.Uvarint(*u)
	return n, u.pass(size)
}

func (u *unread) varint() (int64, error) {
	n, size := binary.Varint(*u)
	return n, u.pass(size)
}

// pass leaves behind a number of that size, as package binary gives it.
func (u *unread) pass(size int) error {
	switch {
	case size == 0:
		return io.ErrUnexpectedEOF
	case size < 0:
		return errors.New("a number of more than 64 bits")
	}
	*u = (*u)[size:]
	return nil
}

// text is a text with its length before it.
func (u *unread) text() ([]byte, error) {
	length, err := u.uvarint()
	if err != nil {
		return nil, err
	}
	if length > textKept {
		return nil, fmt.Errorf("a text of %d bytes, more than %d", length, textKept)
	}
	b := *u
	if uint64(len(b)) < length {
		return nil, io.ErrUnexpectedEOF
	}
	*u = b[length:]
	return b[:length], nil
}
