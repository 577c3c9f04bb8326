package told

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

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
func Supplier(failure *supplier.Error) wording.Message {
	doing := operationWord(failure.Op)
	why := failure.Detail
	if why == "" && failure.Err != nil {
		why = failure.Err.Error()
	}
	switch {
	case failure.Status != 0 && why == "":
		return wording.NewMessage("supplier_said.status_alone", doing, failure.Status)
	case failure.Status != 0:
		return wording.NewMessage("supplier_said.status", doing, failure.Status, OneLine(why))
	}
	if key := brokenOff(failure.Err); key != "" && failure.Detail == "" {
		return wording.NewMessage("supplier_said.why", doing, wording.NewMessage(key))
	}
	if why == "" {
		return wording.NewMessage("supplier_said.nothing", doing)
	}
	return wording.NewMessage("supplier_said.why", doing, OneLine(why))
}

// operationWord is what was being done, in words.
func operationWord(op string) wording.Message {
	return WordOr(op, map[string]string{"create order": "supplier_op.create_order", "list orders": "supplier_op.list_orders",
		"list shipments": "supplier_op.list_shipments"}[op])
}

// brokenOff is the sentence of how a connection failed, "" where it has none.
func brokenOff(err error) string {
	var timeout net.Error
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return "supplier_said.broken_off"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "supplier_said.refused"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "supplier_said.timeout"
	}
	return ""
}

// Explained is the supplier's reason, or where it gave none what happened.
func Explained(failure *supplier.Error) wording.Message {
	if failure.Detail == "" && len(failure.Fields) == 0 {
		return Supplier(failure)
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
