package proposal

import (
	"errors"

	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
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
		op.Missing = append(op.Missing, service.Clean(one.Error(), 200))
	}
	p.Operations = append(p.Operations, op)
}

// eachError are the errors that one joins.
func eachError(err error) []error {
	var several interface{ Unwrap() []error }
	if errors.As(err, &several) {
		return several.Unwrap()
	}
	return []error{err}
}
