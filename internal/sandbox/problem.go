package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// problem is a refusal in the form of RFC 9457, application/problem+json.
type problem struct {
	status          int
	code            string // the tail of its type
	detail          string
	errors          []fieldError
	existingOrderID string // of a conflict
	header          http.Header
}

// fieldError names one thing that is wrong: a member of the body by its JSON
// pointer, a query parameter, or a header.
type fieldError struct {
	Pointer   *string `json:"pointer,omitempty"`
	Parameter *string `json:"parameter,omitempty"`
	Header    string  `json:"header,omitempty"`
	Code      string  `json:"code"`
	Detail    string  `json:"detail"`
}

func (p *problem) Error() string {
	if len(p.errors) > 0 {
		return fmt.Sprintf("%d %s: %s", p.status, p.code, p.errors[0].Detail)
	}
	return fmt.Sprintf("%d %s: %s", p.status, p.code, p.detail)
}

// refuse makes a problem without a list of errors.
func refuse(status int, code, format string, args ...any) *problem {
	return &problem{status: status, code: code, detail: fmt.Sprintf(format, args...)}
}

// invalid makes the 422 of a request that was understood and is wrong.
func invalid(errs []fieldError) *problem {
	detail := errs[0].Detail
	if len(errs) > 1 {
		detail = fmt.Sprintf("%s (and %d more)", detail, len(errs)-1)
	}
	return &problem{status: http.StatusUnprocessableEntity, code: "invalid", detail: detail, errors: errs}
}

func atPointer(pointer, code, format string, args ...any) fieldError {
	return fieldError{Pointer: &pointer, Code: code, Detail: fmt.Sprintf(format, args...)}
}

func atParameter(name, code, format string, args ...any) fieldError {
	return fieldError{Parameter: &name, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// problemBody is the JSON of a problem.
type problemBody struct {
	Type            string       `json:"type"`
	Title           string       `json:"title"`
	Status          int          `json:"status"`
	Detail          string       `json:"detail"`
	Instance        string       `json:"instance"`
	RequestID       string       `json:"request_id"`
	Errors          []fieldError `json:"errors"`
	ExistingOrderID string       `json:"existing_order_id,omitempty"`
}

// problemAnswer renders a refusal; any other error is shown as a bare 500, since its
// text is for the log.
func problemAnswer(err error, path, requestID string) answer {
	var p *problem
	if !errors.As(err, &p) {
		p = refuse(http.StatusInternalServerError, "internal", "the sandbox failed; its log says why")
	}
	body := problemBody{
		Type: "urn:dropbridge:problem:" + p.code, Title: http.StatusText(p.status), Status: p.status,
		Detail: p.detail, Instance: path, RequestID: requestID,
		Errors: p.errors, ExistingOrderID: p.existingOrderID,
	}
	if body.Errors == nil {
		body.Errors = []fieldError{}
	}
	text, err := json.Marshal(body)
	if err != nil { // strings and ints only: it cannot fail
		text = []byte(`{}`)
	}
	header := p.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Content-Type", "application/problem+json")
	return answer{status: p.status, header: header, body: text}
}
