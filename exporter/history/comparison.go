package history

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Summary is what changed in a feed since it was last published, in offers.
type Summary struct {
	First     bool             `json:"first"` // nothing is known of an earlier publishing: all offers are new
	Was       int64            `json:"was"`
	Is        int64            `json:"is"`
	New       int64            `json:"new"`
	Gone      int64            `json:"gone"`
	Repriced  int64            `json:"repriced"`
	Restocked int64            `json:"restocked"` // not available then, available now
	SoldOut   int64            `json:"sold_out"`  // available then, not available now
	Priced    int64            `json:"priced"`    // in both feeds, and had a price last time
	Moved     int64            `json:"moved"`     // of Priced: the price is gone or left the guard's band
	Fields    map[string]Count `json:"fields"`    // offers that have each field, by the names of the guard's configuration
}

// Count is a number of offers last time and now.
type Count struct {
	Was int64 `json:"was"`
	Is  int64 `json:"is"`
}

// Comparison holds a feed that is being built against the one that was last published,
// and writes the memory of the new one. It is for one goroutine.
type Comparison struct {
	past      *Past
	stride    *stride // nil: something has moved, and offers are looked for by their ids
	low, high Factor
	out       *writer
	gathered  gathered
	rows      changeRows
	summary   Summary
	fields    fieldCounts
	finished  bool
	err       error // the first failure; nothing is done after it
}

// Compare begins a comparison. The changes are written to changes as CSV, with the
// heading
//
//	change,id,sku,name,old_price,new_price,old_quantity,new_quantity,availability
//
// and a row for each change, in the order of the offers: change is new, repriced,
// restocked or sold_out, or gone, which stand last in the order of the old feed. An
// offer may be repriced and also restocked or sold out. What a new offer had and what
// a gone one has is empty. changes may be nil. The guard says which prices moved; it
// may be nil. What fails here is said by the first Add, or by Finish.
func (p *Past) Compare(changes io.Writer, guard *Guard) *Comparison {
	c := &Comparison{past: p, rows: newChangeRows(changes)}
	c.low, c.high = guard.band()
	c.summary.First, c.summary.Was = !p.Known(), p.count
	if !p.loaded {
		c.stride = newStride(p.file, p.blocks)
	}
	var err error
	if c.out, err = createWriter(p.path, p.blocks); err != nil {
		c.err = c.failed(err)
	}
	return c
}

// Add takes the next offer of the feed. It keeps nothing of the entry's texts. After
// an error every further call gives it again.
func (c *Comparison) Add(e Entry) error {
	if c.err != nil {
		return c.err
	}
	o := remembered(e)
	c.out.add(&o)
	c.summary.Is++
	c.fields.add(o.has)
	var err error
	if c.stride == nil {
		err = c.compare(&o)
	} else {
		c.gathered.add(&o)
	}
	if err == nil && c.out.full() {
		err = c.endBlock()
	}
	if err != nil {
		c.err = c.failed(err)
	}
	return c.err
}

func (c *Comparison) failed(err error) error {
	const what = "compare with what was last published: %w"
	if errors.Is(err, errUnusable) {
		return failure.Mended(failure.Other, wording.NewMessage("remark.memory_unreadable.way", c.past.path), what, err)
	}
	return fmt.Errorf(what, err)
}

func (c *Comparison) compare(o *offer) error {
	number, ok := c.past.offers.find(maphash.String(c.past.seed, o.id))
	if !ok {
		c.summary.New++
		return c.rows.add(changeNew, o, nil, &o.state)
	}
	before, err := c.past.states.state(number)
	if err != nil {
		return err
	}
	return c.judge(o, before)
}

// judge says what became of an offer that there was.
func (c *Comparison) judge(o *offer, before state) (err error) {
	if before.price.known {
		c.summary.Priced++
	}
	if before.price != o.price {
		c.summary.Repriced++
		if before.price.known && o.price.outside(before.price, c.low, c.high) {
			c.summary.Moved++
		}
		err = c.rows.add(changeRepriced, o, &before, &o.state)
	}
	if before.available == o.available || err != nil {
		return err
	}
	change, counter := changeSoldOut, &c.summary.SoldOut
	if o.available {
		change, counter = changeRestocked, &c.summary.Restocked
	}
	*counter++
	return c.rows.add(change, o, &before, &o.state)
}

// Finish is called after the last offer. It finds what is gone and completes the
// changes and the new memory, which Commit then puts in its place.
func (c *Comparison) Finish() (Summary, error) {
	if c.err == nil && c.finished {
		c.err = errors.New("the comparison is finished already")
	}
	if c.err != nil {
		return Summary{}, c.err
	}
	c.finished = true
	var err error
	if len(c.out.buffer) > 0 {
		err = c.endBlock()
	}
	if err == nil {
		err = c.completePast()
	}
	if err == nil {
		err = c.rows.flush()
	}
	if err == nil {
		err = c.out.finish()
	}
	if err != nil {
		c.err = c.failed(err)
		return Summary{}, c.err
	}
	c.summary.Fields = map[string]Count{}
	for i, name := range fieldNames() {
		c.summary.Fields[name] = Count{c.past.fields[i], c.fields[i]}
	}
	return c.summary, nil
}

// completePast reads what is left of the old file, and finds what is gone.
func (c *Comparison) completePast() error {
	if c.stride != nil && c.stride.ended() {
		return c.stride.complete()
	}
	if c.stride != nil {
		if err := c.leaveStride(); err != nil {
			return err
		}
	}
	if err := c.past.states.complete(); err != nil {
		return err
	}
	return c.findGone()
}

// findGone reads the old file once more, for the texts of what was not seen again.
func (c *Comparison) findGone() error {
	offers := &c.past.offers
	c.summary.Gone = int64(offers.unseen)
	if offers.unseen == 0 {
		return nil
	}
	file := c.past.file
	if err := file.rewind(); err != nil {
		return err
	}
	for number, left := 0, offers.unseen; left > 0; number++ {
		if err := file.next(); err != nil {
			return again(err)
		}
		if !offers.gone(number) {
			continue
		}
		left--
		o := file.offer()
		if err := c.rows.add(changeGone, &o, &o.state, nil); err != nil {
			return err
		}
	}
	return nil
}

// Commit puts the new memory in the old one's place. It is called after the feed
// itself is published. Of two builds at once the last one's memory stays, whole; on
// Windows it fails while another build has the old memory open, which then stays.
func (c *Comparison) Commit() error {
	if c.err != nil {
		return c.err
	}
	if !c.finished {
		return errors.New("remember what was published: the comparison is not finished")
	}
	c.past.Close() // Windows replaces no open file
	if err := c.out.file.Commit(); err != nil {
		return fmt.Errorf("remember what was published: %w", err)
	}
	return nil
}

// Abort leaves the old memory as it is; after Commit it does nothing, so it can be deferred.
func (c *Comparison) Abort() {
	c.past.Close()
	if c.out != nil {
		c.out.file.Abort()
	}
}
