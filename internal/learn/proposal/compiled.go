package proposal

import (
	"encoding/json"
	"errors"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// mustCompile holds a proposal that says that nothing is missing against the program that
// would read it: what that one does not take is missing too, by its line.
func (b *builder) mustCompile(p *Proposal) {
	if !p.Complete() {
		return
	}
	_, err := mapping.Compile("proposal", []byte(p.Mapping))
	if err == nil {
		return
	}
	op := &Operation{Operation: "mapping", Fields: []Field{}}
	for _, one := range eachError(err) {
		op.Missing = append(op.Missing, wording.Text(wording.Literal(service.Clean(one.Error(), 200))))
	}
	p.Operations = append(p.Operations, op)
}

// readRows reads the rows of the samples through the proposal, as an export reads them: its
// converters are the test of those that were proposed. What only a person can fill in, the
// path of a sample above all, is stood in for.
func (b *builder) readRows() {
	program, err := mapping.Compile("proposal", []byte(written(b.head.tried(), b.root.tried())))
	if err != nil {
		return // it waits for more than that
	}
	lookups := len(program.Lookups)
	tryList(b, guess.Products, &program.Products, lookups)
	tryList(b, guess.Orders, &program.Orders, lookups)
	tryList(b, guess.Shipments, &program.Shipments, lookups)
	tryList(b, guess.Ledger, &program.Ledger, lookups)
}

// tryList reads the sample of one list. A list that is joined with
// others is left to check.
func tryList[T any](b *builder, r guess.Role, op *mapping.ListOp[T], lookups int) {
	l := b.found.Lists[r]
	if l == nil || len(l.Rows) == 0 || !l.Op.Real || op.Path == "" || len(op.Joins) > 0 {
		return
	}
	body, err := json.Marshal(l.Op.Sample)
	if err != nil {
		return
	}
	page, err := op.ReadPage(string(body), supplier.Envelope{}, make([]*mapping.Table, lookups), nil)
	name := say("learn.test_read", r)
	switch {
	case err != nil:
		b.test(name, len(l.Rows), len(l.Rows), wording.Literal(service.Clean(mapping.PageError(op.Op, op.List, 0, err).Error(), 160)))
	case len(page.Unreadable) > 0:
		b.test(name, page.Count, len(page.Unreadable), wording.Literal(service.Clean(page.Unreadable[0].String(), 160)))
	default:
		b.test(name, page.Count, 0, wording.Literal(l.Root.String()))
	}
}

// eachError are the errors that one joins.
func eachError(err error) []error {
	var several interface{ Unwrap() []error }
	if errors.As(err, &several) {
		return several.Unwrap()
	}
	return []error{err}
}
