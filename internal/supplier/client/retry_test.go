package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// script answers one request after the other, the last step for ever.
func script(steps ...http.HandlerFunc) (http.HandlerFunc, *atomic.Int32) {
	n := new(atomic.Int32)
	return func(w http.ResponseWriter, r *http.Request) {
		steps[min(int(n.Add(1)), len(steps))-1](w, r)
	}, n
}

func status(code int, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
	}
}

func cut(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func truncated(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	answerJSON(w, 200, `{"data":[`)
}

func fine(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, `{"data":[]}`) }

func TestReadsAreTriedAgain(t *testing.T) {
	ms := time.Millisecond
	date := newFakeTime().at.Add(7 * time.Second).Format(http.TimeFormat)
	for name, c := range map[string]struct {
		steps    []http.HandlerFunc
		kind     supplier.Kind
		requests int
		waits    []time.Duration
	}{
		"5xx then fine":        {[]http.HandlerFunc{status(500), status(502), status(503), fine}, 0, 4, []time.Duration{125 * ms, 250 * ms, 500 * ms}},
		"cut and truncated":    {[]http.HandlerFunc{cut, truncated, fine}, 0, 3, []time.Duration{125 * ms, 250 * ms}},
		"408":                  {[]http.HandlerFunc{status(408), fine}, 0, 2, []time.Duration{125 * ms}},
		"retry after seconds":  {[]http.HandlerFunc{status(429, "Retry-After", "3"), fine}, 0, 2, []time.Duration{3125 * ms}},
		"retry after date":     {[]http.HandlerFunc{status(503, "Retry-After", date), fine}, 0, 2, []time.Duration{7125 * ms}},
		"429 without a time":   {[]http.HandlerFunc{status(429), fine}, 0, 2, []time.Duration{125 * ms}},
		"for ever":             {[]http.HandlerFunc{status(500)}, supplier.KindTransient, 5, []time.Duration{125 * ms, 250 * ms, 500 * ms, 1000 * ms}},
		"longer than patience": {[]http.HandlerFunc{status(429, "Retry-After", "3600"), fine}, supplier.KindThrottled, 1, nil},
		"401":                  {[]http.HandlerFunc{status(401), fine}, supplier.KindUnauthorized, 1, nil},
		"403":                  {[]http.HandlerFunc{status(403), fine}, supplier.KindUnauthorized, 1, nil},
		"404":                  {[]http.HandlerFunc{status(404), fine}, supplier.KindNotFound, 1, nil},
		"422":                  {[]http.HandlerFunc{status(422), fine}, supplier.KindRejected, 1, nil},
		"no JSON":              {[]http.HandlerFunc{status(200), fine}, 0, 2, []time.Duration{125 * ms}},
		"no JSON for ever":     {[]http.HandlerFunc{status(200)}, supplier.KindProtocol, 5, []time.Duration{125 * ms, 250 * ms, 500 * ms, 1000 * ms}},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newFakeTime()
			handler, requests := script(c.steps...)
			client, _ := serve(t, handler, withClock(clock))
			_, err := client.Search(t.Context(), supplier.SearchQuery{})
			require.Equal(t, c.kind, supplier.KindOf(err), "%v", err)
			require.EqualValues(t, c.requests, requests.Load())
			require.Equal(t, c.waits, clock.waits)
			if name == "for ever" {
				require.EqualError(t, err, "search products: status 500: internal server error after 5 attempts")
			}
			if name == "longer than patience" {
				e, _ := errors.AsType[*supplier.Error](err)
				require.Equal(t, time.Hour, e.RetryAfter)
			}
		})
	}
}

func TestRetriesCanBeSwitchedOff(t *testing.T) {
	handler, requests := script(status(500))
	client, _ := serve(t, handler, func(o *Options) { o.Retries = -1 })
	_, err := client.Search(t.Context(), supplier.SearchQuery{})
	require.EqualError(t, err, "search products: status 500: internal server error")
	require.EqualValues(t, 1, requests.Load())
}

func TestCancellingEndsTheRetries(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	handler, requests := script(func(w http.ResponseWriter, _ *http.Request) { cancel(); w.WriteHeader(500) })
	client, _ := serve(t, handler)
	_, err := client.Search(ctx, supplier.SearchQuery{})
	require.Error(t, err)
	require.EqualValues(t, 1, requests.Load())
}

func TestUnreachable(t *testing.T) {
	c, server := serve(t, fine)
	server.Close()
	_, err := c.Search(t.Context(), supplier.SearchQuery{})
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	require.ErrorContains(t, err, "search products: cannot reach 127.0.0.1:")
	require.ErrorContains(t, err, "after 5 attempts")
	require.NotContains(t, err.Error(), "/api/products")
	require.Equal(t, "check supplier.base_url and the network", failure.Hint(err))
}

// TestHintsNameTheSetting: of several suppliers each stands in the config under a name of his own.
func TestHintsNameTheSetting(t *testing.T) {
	beta := func(o *Options) { o.At, o.Retries = "suppliers.beta", -1 }
	gone, server := serve(t, fine, beta)
	server.Close()
	for want, c := range map[string]*Client{
		"check suppliers.beta.base_url and the network":        gone,
		"check suppliers.beta.base_url":                        first(serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, beta)),
		"the service has moved: check suppliers.beta.base_url": first(serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304) }, beta)),
		"the supplier's mapping does not fit its answer: mend that field's line; a text that means that there is no value belongs under its absent": first(serve(t, func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, `{"items":7}`) }, beta)),
	} {
		_, err := idsOf(t, c)
		require.Equal(t, want, failure.Hint(err), "%v", err)
		e, _ := errors.AsType[*supplier.Error](err)
		require.Equal(t, "suppliers.beta", e.Place(), want)
	}
}

func first(c *Client, _ *httptest.Server) *Client { return c }

func TestTimeout(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	c, _ := serve(t, func(http.ResponseWriter, *http.Request) { <-release }, func(o *Options) { o.Timeout, o.Retries = 30*time.Millisecond, -1 })
	_, err := c.Search(t.Context(), supplier.SearchQuery{})
	require.Equal(t, supplier.KindTransient, supplier.KindOf(err))
	require.ErrorContains(t, err, "no answer within 30ms")
}

// nothing is a caller that answers at once.
type nothing struct{ calls func() }

func (n nothing) call(context.Context, *request) (*answer, error) { n.calls(); return &answer{}, nil }

func TestLimitsHoldInEveryWindow(t *testing.T) {
	clock := newFakeTime()
	begin := clock.at
	var at []time.Duration
	limits := []supplier.Limit{{Requests: 3, Window: time.Second}, {Requests: 5, Window: time.Minute}}
	l := newLimiter(nothing{func() { at = append(at, clock.now().Sub(begin)) }}, limits, clock.now, clock.sleep)
	for i := range 12 {
		if i == 4 {
			clock.at = clock.at.Add(500 * time.Millisecond)
		}
		_, err := l.call(t.Context(), &request{})
		require.NoError(t, err)
	}
	for _, limit := range limits {
		for i := limit.Requests; i < len(at); i++ {
			require.GreaterOrEqual(t, at[i]-at[i-limit.Requests], limit.Window)
		}
	}
	require.Equal(t, []time.Duration{0, 0, 0, time.Second, 1500 * time.Millisecond, time.Minute}, at[:6])
	require.Equal(t, 120*time.Second, at[10]) // no slower than the limits ask
}

func TestWaitingForTheLimitCanBeGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	clock := newFakeTime()
	l := newLimiter(nothing{cancel}, []supplier.Limit{{Requests: 1, Window: time.Hour}}, clock.now, clock.sleep)
	_, err := l.call(ctx, &request{op: "create order"})
	require.NoError(t, err)
	_, err = l.call(ctx, &request{op: "create order"})
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	require.ErrorIs(t, err, context.Canceled)
}
