package mapping

import (
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Success tells good answers from refusals that have a good status. The zero value takes
// every answer for a good one.
type Success struct {
	At        []jsonread.Path
	Unless    []jsonread.Path // what a good answer has nothing at, such as a list of errors
	Is        []string
	Otherwise supplier.Kind // of a bad verdict without a code that is known
}

// said is the verdict of an answer that has something where a good one has nothing.
const said = "said"

// Of reads an answer's verdict, "" where it has none.
func (s *Success) Of(body string) string {
	if s.Unless != nil {
		if found, _ := jsonread.First(s.Unless, body); found != "" && !jsonread.IsHollow(found) {
			return said
		}
	}
	if s.At == nil {
		return ""
	}
	// A text that is no JSON has no verdict; whoever reads it says what is wrong with it.
	verdict, _ := jsonread.FirstText(s.At, body)
	return verdict
}

// Waiting is a header of the service's own that says when to come back.
type Waiting struct {
	Header string
	as     string
	times  jsonread.Times
}

const (
	waitSeconds = "seconds"
	waitEpoch   = "epoch"
	waitTime    = "time"

	// MaxWait bounds what a header of the service's own can make us wait.
	MaxWait = 24 * time.Hour
)

// Read is how long to wait, 0 where the header says nothing useful.
func (w *Waiting) Read(text string, now time.Time) time.Duration {
	if text = strings.TrimSpace(text); w.Header == "" || text == "" {
		return 0
	}
	var wait time.Duration
	switch w.as {
	case waitSeconds:
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || !(seconds > 0) {
			return 0
		}
		wait = time.Duration(min(seconds, MaxWait.Seconds()) * float64(time.Second))
	case waitEpoch:
		whole, part, _ := strings.Cut(text, ".")
		seconds, err := strconv.ParseInt(whole, 10, 64)
		if err != nil || seconds <= now.Unix() {
			return 0
		}
		if seconds-now.Unix() > int64(MaxWait/time.Second) {
			return MaxWait
		}
		wait = time.Unix(seconds, 0).Sub(now)
		if strings.Trim(part, "0") != "" {
			wait += time.Second
		}
	default:
		at, err := w.times.Parse(text)
		if err != nil {
			return 0
		}
		wait = at.Sub(now)
	}
	return min(max(0, wait), MaxWait)
}

// Problem is the body of a refusal.
type Problem struct {
	Title, Detail   string
	Code            string
	RequestID       string
	ExistingOrderID string
	Errors          []ProblemField
}

// ProblemField is one refused part of a request.
type ProblemField struct{ Pointer, Parameter, Code, Detail string }

func problemFields() []field[Problem] {
	return []field[Problem]{
		textField("title", func(p *Problem) *string { return &p.Title }),
		textField("detail", func(p *Problem) *string { return &p.Detail }),
		textField("code", func(p *Problem) *string { return &p.Code }),
		textField("request_id", func(p *Problem) *string { return &p.RequestID }),
		textField("existing_order_id", func(p *Problem) *string { return &p.ExistingOrderID }),
		recordsField("errors", func(p *Problem) *[]ProblemField { return &p.Errors }, []field[ProblemField]{
			textField("pointer", func(f *ProblemField) *string { return &f.Pointer }),
			textField("parameter", func(f *ProblemField) *string { return &f.Parameter }),
			textField("code", func(f *ProblemField) *string { return &f.Code }),
			textField("detail", func(f *ProblemField) *string { return &f.Detail }),
		}),
	}
}

// problemPlaces are where the texts of a refusal stand.
type problemPlaces struct{ title, detail, code, requestID, existingOrderID []jsonread.Path }

// read takes the texts of a refusal one by one; what is no text or number says nothing.
func (p *problemPlaces) read(body string) (said Problem) {
	for _, one := range []struct {
		paths  []jsonread.Path
		target *string
	}{{p.title, &said.Title}, {p.detail, &said.Detail}, {p.code, &said.Code}, {p.requestID, &said.RequestID}, {p.existingOrderID, &said.ExistingOrderID}} {
		raw, err := jsonread.First(one.paths, body)
		if err == nil && raw != "" && raw[0] != '{' && raw[0] != '[' {
			*one.target = jsonread.PlainText(raw)
		}
	}
	return said
}
