package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

// permits give leave for so many requests.
type permits int

func (p *permits) Take(context.Context) error {
	if *p == 0 {
		return errors.New("away")
	}
	*p--
	return nil
}

// TestNoPermitNoRequest: each request needs a leave of its own.
func TestNoPermitNoRequest(t *testing.T) {
	requests := 0
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, testAnswer)
	}))
	defer service.Close()
	left := permits(2)
	c := clientOf(t, service.URL, func(o *Options) { o.Permits = &left })
	for range 2 {
		_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
		require.NoError(t, err)
	}
	_, err := c.CreateOrder(t.Context(), []byte(testBody), "")
	require.ErrorContains(t, err, "away")
	require.Equal(t, supplier.KindNotSent, supplier.KindOf(err))
	require.Equal(t, 2, requests)
}

// TestNoPermitNoSecondRequest: a transport makes a request again whose connection was lost. No
// second one goes out without a leave of its own.
func TestNoPermitNoSecondRequest(t *testing.T) {
	var requests atomic.Int32
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if n := requests.Add(1); n > 1 && n < 5 {
			panic(http.ErrAbortHandler)
		}
		answerJSON(w, http.StatusOK, `{"data":[],"meta":{"total":0}}`)
	}))
	defer service.Close()
	left := permits(10)
	c := clientOf(t, service.URL, func(o *Options) { o.Permits, o.Retries = &left, 4 })
	for range 2 {
		for _, err := range c.Orders(t.Context(), supplier.OrderQuery{}) {
			require.NoError(t, err)
		}
	}
	require.EqualValues(t, 5, requests.Load())
	require.Equal(t, permits(5), left)

	left = 1
	requests.Store(1)
	for _, err := range c.Orders(t.Context(), supplier.OrderQuery{}) {
		require.ErrorContains(t, err, "away", "the lost one may be made again, and there is no leave")
	}
	require.EqualValues(t, 2, requests.Load())
}
