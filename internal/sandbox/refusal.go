package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// problemBody is the JSON of a problem.
type problemBody struct {
	Type            string                `json:"type"`
	Title           string                `json:"title"`
	Status          int                   `json:"status"`
	Detail          string                `json:"detail"`
	Instance        string                `json:"instance"`
	RequestID       string                `json:"request_id"`
	Errors          []contract.FieldError `json:"errors"`
	ExistingOrderID string                `json:"existing_order_id,omitempty"`
}

// problemAnswer renders a refusal; any other error is shown as a bare 500, since its
// text is for the log.
func problemAnswer(err error, path, requestID string) answer {
	var p *contract.Problem
	if !errors.As(err, &p) {
		p = contract.Refuse(http.StatusInternalServerError, "internal", "the sandbox failed; its log says why")
	}
	body := problemBody{
		Type: "urn:dropbridge:problem:" + p.Code, Title: http.StatusText(p.Status), Status: p.Status,
		Detail: p.Detail, Instance: path, RequestID: requestID,
		Errors: p.Errors, ExistingOrderID: p.ExistingOrderID,
	}
	if body.Errors == nil {
		body.Errors = []contract.FieldError{}
	}
	text, err := json.Marshal(body)
	if err != nil { // strings and ints only: it cannot fail
		text = []byte(`{}`)
	}
	header := p.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Content-Type", "application/problem+json")
	return answer{status: p.Status, header: header, body: text}
}
