package contract

import (
	"fmt"
	"net/http"
)

// Problem is a refusal in the form of RFC 9457, application/problem+json.
type Problem struct {
	Status          int
	Code            string // the tail of its type
	Detail          string
	Errors          []FieldError
	ExistingOrderID string // of a conflict
	Header          http.Header
}

// FieldError names one thing that is wrong: a member of the body by its JSON
// pointer, a query parameter, or a header.
type FieldError struct {
	Pointer   *string `json:"pointer,omitempty"`
	Parameter *string `json:"parameter,omitempty"`
	Header    string  `json:"header,omitempty"`
	Code      string  `json:"code"`
	Detail    string  `json:"detail"`
}

// Error implements error.
func (p *Problem) Error() string {
	if len(p.Errors) > 0 {
		return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Errors[0].Detail)
	}
	return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail)
}

// Refuse makes a problem without a list of errors.
func Refuse(status int, code, format string, args ...any) *Problem {
	return &Problem{Status: status, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Invalid makes the 422 of a request that was understood and is wrong.
func Invalid(errs []FieldError) *Problem {
	detail := errs[0].Detail
	if len(errs) > 1 {
		detail = fmt.Sprintf("%s (and %d more)", detail, len(errs)-1)
	}
	return &Problem{Status: http.StatusUnprocessableEntity, Code: "invalid", Detail: detail, Errors: errs}
}

// AtPointer names what is wrong with a member of the body.
func AtPointer(pointer, code, format string, args ...any) FieldError {
	return FieldError{Pointer: &pointer, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// atParameter names what is wrong with a parameter of the query.
func atParameter(name, code, format string, args ...any) FieldError {
	return FieldError{Parameter: &name, Code: code, Detail: fmt.Sprintf(format, args...)}
}
