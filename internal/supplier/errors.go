package supplier

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ErrPostingStopped is wrapped by the error of CreateOrder where orders may not be posted
// at all at the moment; the order was not sent, and may be later.
var ErrPostingStopped = errors.New("orders are not posted")

// Kind says what an error means for whoever made the call; it decides what happens next.
type Kind int

// The kinds of error.
const (
	KindRejected     Kind = iota + 1 // the supplier understood and refuses: any 4xx without a kind of its own
	KindConflict                     // the same external id with other content (409); ExistingOrderID is set where known
	KindNotFound                     // 404
	KindUnauthorized                 // 401 or 403: the token is missing, wrong or not allowed
	KindThrottled                    // 429, or 503 with Retry-After: come back after RetryAfter
	KindNotSent                      // certainly not sent: no DNS answer, dial refused, TLS failure, nothing written
	KindTransient                    // a read failed in a way that may pass: 5xx, a cut connection, a timeout
	KindAmbiguous                    // a create whose outcome nobody knows: it may or may not exist at the supplier
	KindProtocol                     // an answer that is not what the mapping expects, such as a page instead of JSON
	KindIncomplete                   // a list that could not be read to its end, or does not add up
)

func (k Kind) String() string {
	return [...]string{"", "rejected", "conflict", "not found", "unauthorized", "throttled", "not sent",
		"transient", "ambiguous", "protocol", "incomplete"}[k]
}

// Error is a failed call to the supplier.
type Error struct {
	Kind            Kind
	Op              string          // what was being done, such as "list products" or "create order"
	Status          int             // HTTP status, 0 where no answer came
	Code            string          // the supplier's own code of the first error, such as unknown_sku
	Detail          string          // one line for a person, without line breaks or terminal escapes
	Said            wording.Message // the detail in each language, where it is not the supplier's
	Fields          []FieldError
	RetryAfter      time.Duration // as the supplier asked, 0 where it did not
	ExistingOrderID string
	RequestID       string
	Mend            string          // the mend, where one is known
	Way             wording.Message // the mend in each language, where it is not as all of the kind are fixed
	At              string          // the key of the config under which the supplier stands, such as suppliers.beta; "": supplier
	Err             error           // the cause, may be nil

	// Passing says that a read may be made again, whatever the kind.
	Passing bool
}

// DefaultPlace is the key of the config under which the only supplier stands.
const DefaultPlace = "supplier"

// ErrUnmapped is the cause of an error where the supplier's mapping does not have the
// operation or the filter that is needed.
var ErrUnmapped = errors.New("not in the supplier's mapping")

// Unmapped is an ErrUnmapped that names what is missing.
type Unmapped string

func (u Unmapped) Error() string { return "the supplier's mapping has no " + string(u) }

// Is makes it an ErrUnmapped.
func (Unmapped) Is(target error) bool { return target == ErrUnmapped }

// Hint is none: what is missing need not be such as a mapping can have, and whoever asks for it
// knows what does instead.
func (Unmapped) Hint() string { return "" }

// Failure is that of the call.
func (Unmapped) Failure() failure.Kind { return failure.Unknown }

// NoOperation is an ErrUnmapped that names the operation that the mapping does not have, by
// its key there, such as products. The mapping is where it can be added.
type NoOperation string

func (n NoOperation) Error() string { return Unmapped(n).Error() }

// Is makes it an ErrUnmapped.
func (NoOperation) Is(target error) bool { return target == ErrUnmapped }

// Hint is what to add, or what does instead, of the only supplier; see Error.Hint.
func (n NoOperation) Hint() string { return n.HintIn(wording.English) }

// HintIn is Hint in a language.
func (n NoOperation) HintIn(l wording.Language) string { return n.hintAt(DefaultPlace, l) }

func (n NoOperation) hintAt(place string, l wording.Language) string {
	return wording.NewMessage("hint.no_"+string(n), place).In(l)
}

// Failure is one of the mapping.
func (NoOperation) Failure() failure.Kind { return failure.Config }

// FieldError is one refused part of a request.
type FieldError struct {
	Pointer string `json:"pointer"` // JSON pointer into the body, or the parameter's name
	Code    string `json:"code"`
	Detail  string `json:"detail"`
}

func (e *Error) Error() string {
	parts := []string{e.Op}
	if e.Status != 0 {
		parts = append(parts, fmt.Sprintf("status %d", e.Status))
	}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	if e.Err != nil {
		parts = append(parts, oneline.Clean(e.Err.Error(), 300)) // a cause may quote what a server sent
	}
	return strings.Join(parts, ": ")
}

// Place is the key of the config under which the supplier stands.
func (e *Error) Place() string { return cmp.Or(e.At, DefaultPlace) }

// Hint is what would fix it: as the call itself knew it, as the cause knows it, or else as all
// errors of the kind are fixed.
func (e *Error) Hint() string { return e.HintIn(wording.English) }

// HintIn is Hint in a language. The call's own words are English: in another language those of
// the kind go before them.
func (e *Error) HintIn(l wording.Language) string {
	ofKind := ""
	if key := kindHints[e.Kind]; key != "" {
		ofKind = wording.NewMessage(key, e.Place()).In(l)
	}
	switch missing, lacks := errors.AsType[NoOperation](e.Err); {
	case !e.Way.IsZero():
		return e.Way.In(l)
	case e.Mend != "" && l == wording.English:
		return e.Mend
	case e.Mend != "":
		return cmp.Or(ofKind, e.Mend)
	case lacks:
		return missing.hintAt(e.Place(), l)
	}
	return cmp.Or(failure.HintIn(e.Err, l), ofKind)
}

// kindHints are the sentences of the catalogue that say what would fix an error of a kind.
var kindHints = map[Kind]string{
	KindUnauthorized: "hint.unauthorized",
	KindNotSent:      "hint.unreachable",
	KindTransient:    "hint.unreachable",
	KindThrottled:    "hint.throttled",
	KindProtocol:     "hint.protocol",
	KindNotFound:     "hint.protocol",
}

// Failure is one of the supplier's where the call did not come about: what was asked for
// is not what is wrong.
func (e *Error) Failure() failure.Kind {
	switch e.Kind {
	case KindUnauthorized, KindNotSent, KindTransient, KindThrottled:
		return failure.Supplier
	}
	return failure.Other
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf is the kind of the first *Error in err's chain, 0 where there is none.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return 0
}
