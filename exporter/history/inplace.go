package history

// gathered is what counts of the offers of the block that is begun.
type gathered struct {
	offers int
	priced int64
	fields fieldCounts
}

func (g *gathered) add(o *offer) {
	g.offers++
	if o.price.known {
		g.priced++
	}
	g.fields.add(o.has)
}

// endBlock writes the block that was begun, and compares its offers where that still waits.
func (c *Comparison) endBlock() error {
	records, all := c.out.buffer, c.gathered
	c.gathered = gathered{}
	same, err := c.out.endBlock()
	switch {
	case c.stride == nil || err != nil:
		return err
	case same:
		c.stride.same(c.out.packed, all.offers)
		c.summary.Priced += all.priced
		for i, n := range all.fields {
			c.past.fields[i] += n
		}
		return nil
	}
	if err := c.stride.open(); err != nil {
		return err
	}
	return c.compareBlock(records)
}

// compareBlock compares the offers of a block, in their places while they have kept these.
func (c *Comparison) compareBlock(records []byte) error {
	var r record
	texts := string(records)
	for rest := unread(records[:len(records):len(records)]); len(rest) > 0; {
		err := r.parse(&rest)
		if err == nil {
			err = c.compareNext(&r, r.offerIn(texts))
		}
		if err != nil {
			return err
		}
	}
	if c.stride != nil && len(c.stride.rest) > 0 {
		return c.leaveStride() // the new feed ends within the old block
	}
	return nil
}

// compareNext compares an offer with the next one of the last feed, where that is the same offer.
func (c *Comparison) compareNext(r *record, o offer) error {
	if c.stride == nil {
		return c.compare(&o)
	}
	kept, err := c.stride.next(r.id)
	if err != nil {
		return err
	}
	if kept {
		c.past.fields.add(c.stride.was.has)
		return c.judge(&o, c.stride.was.state)
	}
	if err := c.leaveStride(); err != nil {
		return err
	}
	return c.compare(&o)
}

// leaveStride has the offers be looked for by their ids from now on.
func (c *Comparison) leaveStride() error {
	done := c.stride.done
	c.stride = nil
	err := c.past.load()
	if err == nil {
		err = c.past.skip(done)
	}
	if err != nil {
		return again(err)
	}
	return nil
}
