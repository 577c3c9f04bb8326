package verdict

import (
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
)

// Rules are what a mapping says of refusals.
type Rules struct {
	Statuses   map[int]supplier.Kind    // a refusing status where it is not what HTTP says
	Codes      map[string]supplier.Kind // a code, whatever the status
	Success    Success
	RetryAfter Waiting
}

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
