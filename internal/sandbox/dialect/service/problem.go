package service

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// Problem is a refusal: what the sandbox says, or what a dialect says itself.
type Problem struct {
	Status          int
	Code            string // such as invalid, conflict, rate_limited
	Title           string
	Detail          string
	RequestID       string
	ExistingOrderID string // of a conflict
	Errors          []Fault
}

// Fault is one thing that is wrong with a request.
type Fault struct {
	Pointer   string // into the contract's body, such as /items/0/sku
	Parameter string // of the contract's query
	Code      string // such as unknown_sku
	Detail    string
}

// Error implements error.
func (p *Problem) Error() string { return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail) }

// Reason is the most exact code: that of the first fault, where there is one.
func (p *Problem) Reason() string {
	if len(p.Errors) > 0 && p.Errors[0].Code != "" {
		return p.Errors[0].Code
	}
	return p.Code
}

// NotFound is the refusal of what is not there.
func NotFound(format string, args ...any) *Problem {
	return &Problem{Status: http.StatusNotFound, Code: "not_found", Title: http.StatusText(http.StatusNotFound), Detail: fmt.Sprintf(format, args...)}
}

// WrongParameter is the refusal of a query parameter (by its name in the dialect).
func WrongParameter(name, code, format string, args ...any) *Problem {
	detail := fmt.Sprintf(format, args...)
	return &Problem{Status: http.StatusUnprocessableEntity, Code: "invalid", Title: "Unprocessable Entity", Detail: detail,
		Errors: []Fault{{Parameter: name, Code: code, Detail: detail}}}
}

// readProblem understands a refusal of the sandbox.
func readProblem(rec *recorder, body object) *Problem {
	p := &Problem{
		Status: rec.status, Title: shape.Text(body["title"]), Detail: shape.Text(body["detail"]),
		Code: strings.TrimPrefix(shape.Text(body["type"]), "urn:dropbridge:problem:"), RequestID: shape.Text(body["request_id"]),
		ExistingOrderID: shape.Text(body["existing_order_id"]),
	}
	for _, o := range shape.Objects(body["errors"]) {
		p.Errors = append(p.Errors, Fault{Pointer: shape.Text(o["pointer"]), Parameter: shape.Text(o["parameter"]), Code: shape.Text(o["code"]), Detail: shape.Text(o["detail"])})
	}
	return p
}

// Placed are the faults by the dialect's own names: of an order's values, and of filters.
func (p *Problem) Placed(order shape.Table, filters ...map[string]string) []Fault {
	names := shape.Reversed(filters...)
	faults := make([]Fault, len(p.Errors))
	for i, f := range p.Errors {
		if f.Pointer != "" {
			f.Pointer = order.Place(f.Pointer)
		}
		if own, known := names[f.Parameter]; known {
			f.Parameter = own
		}
		faults[i] = f
	}
	return faults
}
