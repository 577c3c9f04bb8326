package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
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
