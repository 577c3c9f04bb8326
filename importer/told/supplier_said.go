package told

import (
	"cmp"
	"errors"
	"strings"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Error is an error as a value of a sentence: in the language of the sentence, as far as the
// catalogue has it.
func Error(err error) any {
	if failure, ok := errors.AsType[*supplier.Error](err); ok {
		return Supplier(failure)
	}
	if doubt, ok := errors.AsType[*Doubt](err); ok {
		return doubt.What
	}
	switch why := err.(type) {
	case wording.Message:
		return why
	case *refusal:
		return why.reason
	case *trouble:
		return why.what
	}
	return OneLine(err.Error())
}

// Supplier words a failed call to the supplier.
func Supplier(failure *supplier.Error) wording.Message { return failure.Message() }

// Explained is the supplier's reason, or where it gave none what happened.
func Explained(failure *supplier.Error) wording.Message {
	if failure.Detail == "" && len(failure.Fields) == 0 {
		return Supplier(failure)
	}
	if !failure.Said.IsZero() && len(failure.Fields) == 0 {
		return failure.Said
	}
	return wording.Literal(Explain(failure))
}

// Explain is the supplier's reason on one line, with the fields that it names.
func Explain(failure *supplier.Error) string {
	parts := []string{}
	if failure.Detail != "" {
		parts = append(parts, failure.Detail)
	}
	for _, field := range failure.Fields {
		part := strings.TrimSpace(field.Pointer + " " + cmp.Or(field.Detail, field.Code))
		if field.Detail != failure.Detail {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, failure.Error())
	}
	return OneLine(strings.Join(parts, "; "))
}
