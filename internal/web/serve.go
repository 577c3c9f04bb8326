package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// The times that a client has: to send its headers, to send a body's first part, to take an
// answer's first part, and to ask again on the same connection.
const (
	headersIn    = 10 * time.Second
	bodyBegins   = 30 * time.Second
	answerBegins = 2 * time.Minute
	asksAgain    = 2 * time.Minute
	mostHeaders  = 32 << 10 // bytes
)

// Serve serves until ctx ends, then lets running requests finish for a while. Connections
// are held within the limits where the listener is one of TCP. A Door stays open.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, limits Limits) error {
	server := &http.Server{Handler: keepMoving(noteRequests(handler)), ConnContext: withVisit, MaxHeaderBytes: mostHeaders,
		ReadHeaderTimeout: headersIn, ReadTimeout: bodyBegins, WriteTimeout: answerBegins, IdleTimeout: asksAgain}
	switch at := listener.(type) {
	case *Door:
		behind, err := at.behind(limits)
		if err != nil {
			return err
		}
		listener = behind
	case *net.TCPListener:
		listener = &gate{Listener: at, limits: limits}
	}
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
