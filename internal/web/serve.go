package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// Serve serves until ctx ends, then lets running requests finish for a while.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err := server.Shutdown(grace)
		if errors.Is(err, context.DeadlineExceeded) {
			err = server.Close()
		}
		stopped <- err
	})
	err := server.Serve(listener)
	if stop() {
		return err // it ended by itself
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
