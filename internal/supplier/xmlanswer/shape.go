package xmlanswer

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// The answers that a mapping reads beside those of lists, which have the key of their
// operation there.
const (
	OfCreation = "create_order"
	OfHandIn   = "create_order: then"
	OfFinding  = "find_order"
)

// Shapes are the shapes of a service's answers by who reads them, nil where the answers are
// no XML.
type Shapes map[string]*Shape

// Shape is an element of an answer: whether it is one of a list, and what stands in it. A nil
// Shape is an element of which nothing is known.
type Shape struct {
	repeats bool
	within  map[string]*Shape
}

// in is the element of that name in this one.
func (s *Shape) in(name string) *Shape {
	if s == nil {
		return nil
	}
	return s.within[name]
}

// enter is in, and makes the element known.
func (s *Shape) enter(name string) *Shape {
	if s.within == nil {
		s.within = map[string]*Shape{}
	}
	if s.within[name] == nil {
		s.within[name] = &Shape{}
	}
	return s.within[name]
}

// frame is a record whose places are followed: the elements that can be it, and the record
// around it.
type frame struct {
	at    []*Shape
	outer *frame
}

// Compile finds the shapes of the answers that a mapping reads, which was compiled.
func Compile(file *written.File) Shapes {
	if file.Answers.Text != written.AnswersXML {
		return nil
	}
	c := shaper{file: file, out: Shapes{}}
	for key, op := range map[string]*written.Operation{"products": file.Products, "search": file.Search, "orders": file.Orders,
		"shipments": file.Shipments, "ledger": file.Ledger.Reading()} {
		if op != nil {
			c.operation(key, op)
		}
	}
	for i := range file.Lookups {
		if file.Lookups[i].Request.Text != "" {
			c.lookup(&file.Lookups[i])
		}
	}
	if create := file.CreateOrder; create != nil {
		fields := create.Fields
		if fields == nil && file.Orders != nil {
			fields = file.Orders.Fields
		}
		c.order(OfCreation, create.Order, fields)
		if create.Then != nil && file.Orders != nil {
			c.order(OfHandIn, create.Then.Order, file.Orders.Fields)
		}
	}
	if file.FindOrder != nil && file.Orders != nil {
		c.order(OfFinding, file.FindOrder.Order, file.Orders.Fields)
	}
	c.answer("")
	return c.out
}

// Of is the shape of an answer; one that has none of its own may be a refusal all the same.
func (s Shapes) Of(key string) *Shape {
	if shape := s[key]; shape != nil {
		return shape
	}
	return s[""]
}

// shaper follows the places of a mapping.
type shaper struct {
	file *written.File
	out  Shapes
}

// answer begins a shape, with what every answer may be: a refusal.
func (c *shaper) answer(key string) *frame {
	root := &frame{at: []*Shape{{}}}
	c.out[key] = root.at[0]
	c.fields(root, c.file.Errors)
	if success := c.file.Success; success != nil {
		c.follow(root, success.At, false)
		c.follow(root, success.Unless, false)
	}
	return root
}

// operation follows a list and its records.
func (c *shaper) operation(key string, op *written.Operation) {
	root := c.answer(key)
	for i := range c.file.Lookups {
		if l := &c.file.Lookups[i]; l.At.Text != "" {
			c.joined(c.follow(root, l.At, true), l.Name.Text)
		}
	}
	record := c.list(root, op.Answer)
	c.fields(record, op.Fields)
	if v := op.Variants; v != nil {
		c.fields(c.follow(record, v.At, !v.Lookup.Set), v.Fields)
	}
}

// lookup follows a list that is joined, and its records.
func (c *shaper) lookup(l *written.NamedLookup) {
	c.joined(c.list(c.answer("lookups: "+l.Name.Text), l.Answer), l.Name.Text)
}

// joined follows what records take of the list of that name.
func (c *shaper) joined(record *frame, name string) {
	w := c.file
	for _, op := range []*written.Operation{w.Products, w.Search, w.Orders, w.Shipments, w.Ledger.Reading()} {
		if op == nil {
			continue
		}
		for i := range op.Fields {
			if place := &op.Fields[i].Place; place.Lookup.Text == name {
				c.fields(record, place.Fields)
			}
		}
		if v := op.Variants; v != nil && v.Lookup.Text == name {
			c.fields(record, v.Fields)
		}
	}
}

// list follows what stands around the records of an answer, and gives the frame of a record.
func (c *shaper) list(root *frame, own written.Fields) *frame {
	answer := own.Over(c.file.Answer)
	c.fields(root, answer)
	record := &frame{outer: root}
	if list := answer.Find("list"); list != nil {
		for _, at := range list.Place.At {
			record.at = append(record.at, c.follow(root, at, !list.Place.Keyed).at...)
		}
	}
	return record
}

// order follows the one order of an answer.
func (c *shaper) order(key string, at strictyaml.Scalar, fields written.Fields) {
	c.fields(c.follow(c.answer(key), at, false), fields)
}

// fields follows the places of a record's fields.
func (c *shaper) fields(in *frame, specs written.Fields) {
	for i := range specs {
		place := &specs[i].Place
		list := len(place.Fields) > 0 && !place.Keyed && !place.Lookup.Set
		for _, at := range place.At {
			if inner := c.follow(in, at, list); !place.Lookup.Set {
				c.fields(inner, place.Fields)
			}
		}
		for _, at := range append(append(written.Scalars{}, place.Plus...), place.Minus...) {
			c.follow(in, at, false)
		}
		for _, row := range place.Rows {
			c.fields(in, row)
		}
	}
}

// follow follows a path; list says that what stands at its end is one. A path that cannot be
// followed by names leads nowhere that is known.
func (c *shaper) follow(in *frame, at strictyaml.Scalar, list bool) *frame {
	out := &frame{outer: in}
	paths, err := jsonread.ParsePaths(at.Text)
	if err != nil { // of a program, or none
		return out
	}
	for _, p := range paths {
		from := in
		for range p.Up {
			if from = from.outer; from == nil {
				return out
			}
		}
		for _, shape := range from.at {
			if end := shape.follow(p.Steps); end != nil && !p.Key {
				end.repeats = end.repeats || list && len(p.Steps) > 0
				out.at = append(out.at, end)
			}
		}
	}
	return out
}

// follow is the element at the end of a path; what the path goes through by [] or a number is
// a list. It is nil behind a * and a name that no element has.
func (s *Shape) follow(steps []jsonread.Step) *Shape {
	for _, step := range steps {
		switch step.Kind {
		case jsonread.StepMember:
			s = s.enter(step.Name)
		case jsonread.StepEach, jsonread.StepIndex:
			s.repeats = true
		default:
			return nil
		}
	}
	return s
}
