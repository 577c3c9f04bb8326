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

// read reads one record; io.EOF where there is none.
func (r *record) read(in *bufio.Reader) error {
	flags, err := in.ReadByte()
	if err != nil {
		return err
	}
	if err := r.readRest(in, flags); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the record began
		}
		return err
	}
	return nil
}

func (r *record) readRest(in *bufio.Reader, flags byte) error {
	has, err := in.ReadByte()
	if err != nil {
		return err
	}
	if flags&^allFlags != 0 || Fields(has)&^allFields != 0 {
		return fmt.Errorf("flags %#x and fields %#x have bits without a meaning", flags, has)
	}
	r.has = Fields(has)
	r.state = state{available: flags&flagAvailable != 0, counted: flags&flagCounted != 0}
	for _, text := range [...]*[]byte{&r.id, &r.sku, &r.name} {
		if *text, err = readText(in, *text); err != nil {
			return err
		}
	}
	if err := r.price.read(in, flags); err != nil || !r.counted {
		return err
	}
	r.quantity, err = binary.ReadVarint(in)
	if err == nil && (r.quantity > quantityKept || r.quantity < -quantityKept) {
		err = fmt.Errorf("quantity %d is beyond what is kept", r.quantity)
	}
	return err
}

// readText reads a text into space, or into a larger one.
func readText(in *bufio.Reader, space []byte) ([]byte, error) {
	length, err := binary.ReadUvarint(in)
	if err != nil {
		return space, err
	}
	if length > textKept {
		return space, fmt.Errorf("a text of %d bytes, more than %d", length, textKept)
	}
	if uint64(cap(space)) < length {
		space = make([]byte, textKept)
	}
	space = space[:length]
	_, err = io.ReadFull(in, space)
	return space, err
}

func (a *amount) read(in *bufio.Reader, flags byte) (err error) {
	a.known, a.negative = flags&flagPriced != 0, flags&flagNegative != 0
	if !a.known {
		if a.negative {
			err = errors.New("an absent price with a sign")
		}
		return err
	}
	if a.scale, err = in.ReadByte(); err != nil {
		return err
	}
	if a.coef, err = binary.ReadUvarint(in); err != nil {
		return err
	}
	if a.scale > maxScale || a.coef >= tens(maxScale) || *a != a.shortest() {
		return fmt.Errorf("price %d/10^%d is not in its shortest form", a.coef, a.scale)
	}
	return nil
}
