package supplier

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// mostSaid is how many characters of a reason are told.
const mostSaid = 500

// Say is the error and what would fix it in a language: what the supplier says himself stays in his
// words.
func (e *Error) Say(l wording.Language) (what, way string) {
	if l == wording.English {
		return e.Error(), e.Hint()
	}
	return e.Message().In(l), e.HintIn(l)
}

// Message is what was being done and what went wrong, as people are told of it.
func (e *Error) Message() wording.Message {
	doing, why := operation(e.Op), e.Reason()
	switch {
	case e.Status != 0 && why.IsZero():
		return wording.NewMessage("supplier_said.status_alone", doing, e.Status)
	case e.Status != 0:
		return wording.NewMessage("supplier_said.status", doing, e.Status, why)
	case why.IsZero():
		return wording.NewMessage("supplier_said.nothing", doing)
	}
	return wording.NewMessage("supplier_said.why", doing, why)
}

// Reason is why the call failed: the detail, or else the cause; zero where nothing is known.
func (e *Error) Reason() wording.Message {
	switch key := brokenOff(e.Err); {
	case !e.Said.IsZero():
		return e.Said
	case e.Detail != "":
		return wording.Literal(oneline.Spaced(e.Detail, mostSaid))
	case key != "" && e.Status == 0:
		return wording.NewMessage(key)
	case e.Err != nil:
		return wording.Literal(oneline.Spaced(e.Err.Error(), mostSaid))
	}
	return wording.Message{}
}

// Because is the error with a reason of the catalogue as its detail.
func (e *Error) Because(key string, values ...any) *Error {
	e.Said = wording.NewMessage(key, values...)
	e.Detail = e.Said.String()
	return e
}

// operation is what was being done, in words where it has any.
func operation(op string) wording.Message {
	code := strings.ReplaceAll(op, " ", "_")
	if !slices.Contains(wording.Codes("supplier_op"), code) {
		return wording.Literal(op)
	}
	return wording.NewMessage("supplier_op." + code)
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
