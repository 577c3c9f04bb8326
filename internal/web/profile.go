package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"time"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/loopback"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// ProfilesError is that profiles cannot be served at an address.
type ProfilesError struct {
	Address string
	Err     error
}

// Error is what is wrong, in English.
func (e *ProfilesError) Error() string { what, _ := e.Say(wording.English); return what }

func (e *ProfilesError) Unwrap() error { return e.Err }

// Hint is which addresses can be taken, in English.
func (e *ProfilesError) Hint() string { _, way := e.Say(wording.English); return way }

// Failure is one of usage.
func (e *ProfilesError) Failure() failure.Kind { return failure.Usage }

// Say is the error and the way out in a language.
func (e *ProfilesError) Say(l wording.Language) (what, way string) {
	why, _ := failure.Said(e.Err, l)
	return l.Say("commands.pprof_failed", e.Address, why), l.Say("commands.pprof_way")
}

// BesideProfiles does the work, and serves the profiles of Go's runtime below /debug/pprof/ of an
// address until it has ended; told is told where they are. Only this machine may reach the
// address, as a profile shows what stands in the memory: any other is a *ProfilesError.
func BesideProfiles(ctx context.Context, address string, work func(context.Context) error, told func(url string)) error {
	listener, err := openProfiles(ctx, address)
	if err != nil {
		return &ProfilesError{address, err}
	}
	told(fmt.Sprintf("http://%s/debug/pprof/", listener.Addr()))
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- serveProfiles(serving, listener) }()
	err = work(ctx)
	stop()
	return errors.Join(err, <-ended)
}

// openProfiles opens an address of this machine alone.
func openProfiles(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if !loopback.Host(host) {
		return nil, refusal.Misuse("commands.pprof_open")
	}
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", address)
}

// serveProfiles serves until ctx ends.
func serveProfiles(ctx context.Context, listener net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	server := &http.Server{ReadHeaderTimeout: headersIn, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := access.Hostname(r.Host)
		if _, err := netip.ParseAddr(name); name != "localhost" && err != nil {
			http.Error(w, access.Preferred(r, wording.English).Say("access.foreign_profiles"), http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})}
	defer context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if server.Shutdown(grace) != nil {
			_ = server.Close() // a trace that still runs ends with the program
		}
	})()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve profiles: %w", err)
	}
	return nil
}
