package verdict

import (
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// compiler turns what a mapping says of refusals into Rules.
type compiler struct {
	written.Mistakes
	written *written.File
	times   jsonread.Times
}

// statusWords are what a refusing status can be given to mean.
var statusWords = map[string]supplier.Kind{"rejected": supplier.KindRejected, "conflict": supplier.KindConflict, "not_found": supplier.KindNotFound,
	"unauthorized": supplier.KindUnauthorized, "throttled": supplier.KindThrottled}

// codeWords are what a code can be given to mean.
var codeWords = func() map[string]supplier.Kind {
	out := maps.Clone(statusWords)
	out["transient"] = supplier.KindTransient
	return out
}()

// Compile compiles how a refusal is told from a good answer and what it means.
func Compile(m written.Mistakes, w *written.File, times jsonread.Times) (out Rules, err error) {
	c := &compiler{m, w, times}
	if out.Statuses, err = c.statuses(); err != nil {
		return out, err
	}
	out.Codes = map[string]supplier.Kind{}
	for _, spec := range c.written.Codes {
		kind, err := c.kindOf(spec.Value, codeWords)
		if err != nil {
			return out, err
		}
		out.Codes[spec.Key.Text] = kind
	}
	if len(out.Codes) > 0 && !c.written.Errors.Has("code") && !c.written.Errors.Has("errors") {
		return out, c.Wrong(c.written.Codes[0].Key, "codes need errors.code: where an answer has its code")
	}
	if out.Success, err = c.success(); err != nil {
		return out, err
	}
	out.RetryAfter, err = c.waiting()
	return out, err
}

func (c *compiler) kindOf(w strictyaml.Scalar, words map[string]supplier.Kind) (supplier.Kind, error) {
	err := c.Choice(w, "kind of error", slices.Sorted(maps.Keys(words))...)
	return words[w.Text], err
}

// statuses compiles what a refusing status means where it is not what HTTP says.
func (c *compiler) statuses() (map[int]supplier.Kind, error) {
	out := map[int]supplier.Kind{}
	for _, spec := range c.written.Statuses {
		status, err := strconv.Atoi(spec.Key.Text)
		if err != nil || status < 400 || status > 499 || status == http.StatusRequestTimeout {
			// A 5xx or 408 leaves open whether the request was carried out; no status can change that.
			return nil, c.Wrong(spec.Key, "status %s: only a status from 400 to 499 but 408 can be given a meaning", spec.Key.Text)
		}
		kind, err := c.kindOf(spec.Value, statusWords)
		if err != nil {
			return nil, err
		}
		out[status] = kind
	}
	return out, nil
}

// success compiles how a refusal under a good status is known.
func (c *compiler) success() (out Success, err error) {
	w := c.written.Success
	if w == nil {
		return out, nil
	}
	if w.Unless.Text != "" {
		if out.Unless, err = access.AnswerPaths(w.Unless.Text); err != nil {
			return out, c.Wrong(w.Unless, "success: unless: %v", err)
		}
	}
	if w.At.Text == "" && out.Unless != nil && len(w.Is) == 0 {
		out.Otherwise, err = c.otherwise(w)
		return out, err
	}
	if out.At, err = access.AnswerPaths(w.At.Text); err != nil {
		return out, c.Wrong(written.Placed(append([]strictyaml.Scalar{w.At, w.Otherwise}, w.Is...)...), "success: at is where an answer has its verdict: %v", err)
	}
	for _, good := range w.Is {
		out.Is = append(out.Is, good.Text)
	}
	if len(out.Is) == 0 {
		return out, c.Wrong(w.At, "success: is is missing: the verdicts of a good answer, such as [\"true\"]")
	}
	out.Otherwise, err = c.otherwise(w)
	return out, err
}

// otherwise compiles what a bad verdict means without a code that is known.
func (c *compiler) otherwise(w *written.Success) (supplier.Kind, error) {
	if w.Otherwise.Text == "" {
		return supplier.KindAmbiguous, nil
	}
	if err := c.Choice(w.Otherwise, "meaning of a bad verdict", "rejected", "unknown"); err != nil {
		return 0, err
	}
	if w.Otherwise.Text == "rejected" {
		return supplier.KindRejected, nil
	}
	return supplier.KindAmbiguous, nil
}

// waiting compiles the header that says when to come back, beside Retry-After.
func (c *compiler) waiting() (out Waiting, err error) {
	w := c.written.RetryAfter
	if w == nil {
		return out, nil
	}
	if !access.HeaderName(w.Header.Text) {
		return out, c.Wrong(written.Placed(w.Header, w.As), "retry_after: header: want the name of a header, got %q", w.Header.Text)
	}
	out = Waiting{Header: w.Header.Text, as: w.As.Text, times: c.times}
	if out.as == "" {
		out.as = waitSeconds
	}
	return out, c.Choice(strictyaml.Scalar{Text: out.as, Line: w.As.Line, Column: w.As.Column}, "way to write when to come back", waitSeconds, waitEpoch, waitTime)
}
