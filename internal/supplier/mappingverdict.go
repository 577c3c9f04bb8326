package supplier

import (
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// statusWords are what a refusing status can be given to mean.
var statusWords = map[string]Kind{"rejected": KindRejected, "conflict": KindConflict, "not_found": KindNotFound,
	"unauthorized": KindUnauthorized, "throttled": KindThrottled}

// codeWords are what a code can be given to mean.
var codeWords = func() map[string]Kind {
	out := maps.Clone(statusWords)
	out["transient"] = KindTransient
	return out
}()

// verdicts compiles how a refusal is told from a good answer and what it means.
func (c *compiler) verdicts(m *Mapping) (err error) {
	if m.statuses, err = c.statuses(); err != nil {
		return err
	}
	m.codes = map[string]Kind{}
	for _, spec := range c.written.Codes {
		kind, err := c.kindOf(spec.value, codeWords)
		if err != nil {
			return err
		}
		m.codes[spec.key.Text] = kind
	}
	if len(m.codes) > 0 && !c.written.Errors.has("code") && !c.written.Errors.has("errors") {
		return c.wrong(c.written.Codes[0].key, "codes need errors.code: where an answer has its code")
	}
	if m.success, err = c.success(); err != nil {
		return err
	}
	m.retryAfter, err = c.waiting()
	return err
}

func (c *compiler) kindOf(w strictyaml.Scalar, words map[string]Kind) (Kind, error) {
	err := c.choice(w, "kind of error", slices.Sorted(maps.Keys(words))...)
	return words[w.Text], err
}

// statuses compiles what a refusing status means where it is not what HTTP says.
func (c *compiler) statuses() (map[int]Kind, error) {
	out := map[int]Kind{}
	for _, spec := range c.written.Statuses {
		status, err := strconv.Atoi(spec.key.Text)
		if err != nil || status < 400 || status > 499 || status == http.StatusRequestTimeout {
			// A 5xx or 408 leaves open whether the request was carried out; no status can change that.
			return nil, c.wrong(spec.key, "status %s: only a status from 400 to 499 but 408 can be given a meaning", spec.key.Text)
		}
		kind, err := c.kindOf(spec.value, statusWords)
		if err != nil {
			return nil, err
		}
		out[status] = kind
	}
	return out, nil
}

// success compiles how a refusal under a good status is known.
func (c *compiler) success() (out success, err error) {
	w := c.written.Success
	if w == nil {
		return out, nil
	}
	if out.at, err = answerPaths(w.At.Text); err != nil {
		return out, c.wrong(placed(append([]strictyaml.Scalar{w.At, w.Otherwise}, w.Is...)...), "success: at is where an answer has its verdict: %v", err)
	}
	for _, good := range w.Is {
		out.is = append(out.is, good.Text)
	}
	if len(out.is) == 0 {
		return out, c.wrong(w.At, "success: is is missing: the verdicts of a good answer, such as [\"true\"]")
	}
	out.otherwise = KindAmbiguous
	if w.Otherwise.Text != "" {
		if err := c.choice(w.Otherwise, "meaning of a bad verdict", "rejected", "unknown"); err != nil {
			return out, err
		}
		if w.Otherwise.Text == "rejected" {
			out.otherwise = KindRejected
		}
	}
	return out, nil
}

// waiting compiles the header that says when to come back, beside Retry-After.
func (c *compiler) waiting() (out waiting, err error) {
	w := c.written.RetryAfter
	if w == nil {
		return out, nil
	}
	if !headerName(w.Header.Text) {
		return out, c.wrong(placed(w.Header, w.As), "retry_after: header: want the name of a header, got %q", w.Header.Text)
	}
	out = waiting{header: w.Header.Text, as: w.As.Text, times: c.times}
	if out.as == "" {
		out.as = waitSeconds
	}
	return out, c.choice(strictyaml.Scalar{Text: out.as, Line: w.As.Line, Column: w.As.Column}, "way to write when to come back", waitSeconds, waitEpoch, waitTime)
}

// problemPlaces are the places of a refusal's texts that are plain paths: for bodies
// whose other parts are not what the mapping says.
func (c *compiler) problemPlaces() (out problemPlaces) {
	for _, one := range []struct {
		name  string
		place *[]path
	}{{"title", &out.title}, {"detail", &out.detail}, {"code", &out.code}, {"request_id", &out.requestID}, {"existing_order_id", &out.existingOrderID}} {
		spec := c.written.Errors.find(one.name)
		if spec == nil || len(spec.place.Given()) > 1 {
			continue
		}
		if paths, err := answerPaths(spec.place.path()); err == nil {
			*one.place = paths
		}
	}
	return out
}
