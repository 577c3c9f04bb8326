package dialect

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"
)

// problem is a refusal: what the sandbox says, or what a dialect says itself.
type problem struct {
	Status          int
	Code            string // such as invalid, conflict, rate_limited
	Title           string
	Detail          string
	RequestID       string
	ExistingOrderID string // of a conflict
	Errors          []fault
}

// fault is one thing that is wrong with a request.
type fault struct {
	Pointer   string // into the contract's body, such as /items/0/sku
	Parameter string // of the contract's query
	Code      string // such as unknown_sku
	Detail    string
}

// Error implements error.
func (p *problem) Error() string { return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail) }

// reason is the most exact code: that of the first fault, where there is one.
func (p *problem) reason() string {
	if len(p.Errors) > 0 && p.Errors[0].Code != "" {
		return p.Errors[0].Code
	}
	return p.Code
}

func notFound(format string, args ...any) *problem {
	return &problem{Status: http.StatusNotFound, Code: "not_found", Title: http.StatusText(http.StatusNotFound), Detail: fmt.Sprintf(format, args...)}
}

// wrongParameter is the refusal of a query parameter (by its name in the dialect).
func wrongParameter(name, code, format string, args ...any) *problem {
	detail := fmt.Sprintf(format, args...)
	return &problem{Status: http.StatusUnprocessableEntity, Code: "invalid", Title: "Unprocessable Entity", Detail: detail,
		Errors: []fault{{Parameter: name, Code: code, Detail: detail}}}
}

// readProblem understands a refusal of the sandbox.
func readProblem(rec *recorder, body object) *problem {
	p := &problem{
		Status: rec.status, Title: shape.Text(body["title"]), Detail: shape.Text(body["detail"]),
		Code: strings.TrimPrefix(shape.Text(body["type"]), "urn:dropbridge:problem:"), RequestID: shape.Text(body["request_id"]),
		ExistingOrderID: shape.Text(body["existing_order_id"]),
	}
	for _, o := range shape.Objects(body["errors"]) {
		p.Errors = append(p.Errors, fault{Pointer: shape.Text(o["pointer"]), Parameter: shape.Text(o["parameter"]), Code: shape.Text(o["code"]), Detail: shape.Text(o["detail"])})
	}
	return p
}
