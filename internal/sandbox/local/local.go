package local

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/samples"
)

// The sandbox's catalogue and pace.
const (
	Products = 300
	Seed     = 1

	speed   = 3600 // an hour a second
	history = 120  // orders of the last months, so that there is something to account for
)

// CatalogStart dates the generated catalogue, so that it is the same at each start.
func CatalogStart() time.Time { return time.Date(2026, 10, 1, 6, 0, 0, 0, time.UTC) }

// Server is a sandbox that serves on loopback until it is closed.
type Server struct {
	URL   string
	Token string

	http  *http.Server
	inner *sandbox.Server
	done  chan error
}

// Start serves on a free port what the folder holds, or the catalogue of the samples where it
// is new. The folder keeps the token too, so that the next start finds the same orders.
func Start(ctx context.Context, dir, version string, logger *slog.Logger) (*Server, error) {
	goods, err := SampleCatalog()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("start the embedded sandbox: %w", err)
	}
	token, err := keptToken(filepath.Join(dir, "token"))
	if err != nil {
		return nil, fmt.Errorf("start the embedded sandbox: %w", err)
	}
	inner, err := sandbox.New(sandbox.Options{
		DataDir: dir, Tokens: []string{token}, Catalog: goods, Speed: speed, AcceptAnySKU: true, Now: time.Now, Seed: Seed, History: history, Logger: logger, Version: version,
	})
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the embedded sandbox: %w", err), inner.Close())
	}
	server := &Server{
		URL:   "http://" + listener.Addr().String(),
		Token: token,
		http:  &http.Server{Handler: inner, ReadHeaderTimeout: 10 * time.Second},
		inner: inner,
		done:  make(chan error, 1),
	}
	go func() { server.done <- server.http.Serve(listener) }()
	return server, nil
}

// Close stops serving and waits until nothing of it runs any more.
func (s *Server) Close() error {
	err := s.http.Close()
	if served := <-s.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return errors.Join(err, s.inner.Close())
}

// keptToken reads the sandbox's token, or makes one and keeps it.
func keptToken(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err == nil && len(strings.TrimSpace(string(data))) > 0 {
		return strings.TrimSpace(string(data)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	var random [24]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", err
	}
	token := "sandbox-" + hex.EncodeToString(random[:])
	return token, os.WriteFile(file, []byte(token+"\n"), 0o600)
}

// SampleCatalog is what the sandbox sells: the sample products, which the
// sample order files order, and generated ones beside them.
func SampleCatalog() (*catalog.Catalog, error) {
	data, err := samples.Catalog()
	if err != nil {
		return nil, fmt.Errorf("unpack the sample catalogue: %w", err)
	}
	all, err := catalog.Load(bytes.NewReader(data), "samples/catalog.json")
	if err != nil {
		return nil, fmt.Errorf("read the sample catalogue: %w", err)
	}
	taken := map[string]bool{}
	for _, p := range all.Products {
		taken[p.ID], taken[p.SKU] = true, true
	}
	generated := catalog.Generate(Products, Seed, CatalogStart())
	for _, p := range generated.Products {
		if !taken[p.ID] && !taken[p.SKU] {
			all.Products = append(all.Products, p)
		}
	}
	all.Categories = append(all.Categories, generated.Categories...)
	return all, nil
}
