package history

import (
	"errors"
	"fmt"
	"io"
)

// cursor reads the states of the last feed's offers as they are asked for. It moves
// forward through the file beside the new feed, so that in the order of the file it
// keeps none of them. What it has to pass is displaced: kept until it is asked for.
type cursor struct {
	file      *reader // its next record has the number file.done
	displaced displaced
}

// state is what the offer of this number was.
func (c *cursor) state(number int) (state, error) {
	next := int(c.file.done)
	if number >= next {
		return c.forward(number)
	}
	if number == next-1 {
		return c.file.state, nil
	}
	if found, ok := c.displaced.take(number); ok {
		return found, nil
	}
	// The new feed has an id twice, which it should not. One that does it once may do
	// it often, so from here on every state that is read stays.
	if err := c.complete(); err != nil {
		return state{}, err
	}
	c.displaced = displaced{keep: true}
	if err := c.file.rewind(); err != nil {
		return state{}, err
	}
	return c.forward(number)
}

// forward reads on up to the record of this number.
func (c *cursor) forward(number int) (state, error) {
	for {
		next := int(c.file.done)
		if err := c.file.next(); err != nil {
			return state{}, again(err)
		}
		if next < number || c.displaced.keep {
			c.displaced.add(next, &c.file.state)
		}
		if next == number {
			return c.file.state, nil
		}
	}
}

// complete reads what is left of a file that was begun. The file was whole when it was
// opened; the sum at its end says that what was read of it since is still the same.
func (c *cursor) complete() error {
	if c.file == nil || c.file.done == 0 {
		return nil
	}
	for {
		if err := c.file.next(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return again(err)
		}
	}
}

func again(err error) error { return fmt.Errorf("read it again: %w", err) }
