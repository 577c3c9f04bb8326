package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/sandbox"
	"github.com/dropbridge/dropbridge/internal/sandbox/catalog"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/samples"
)

// The embedded sandbox's catalogue and pace.
const (
	embeddedProducts = 300
	embeddedSeed     = 1
	embeddedSpeed    = 3600 // an hour a second
	embeddedHistory  = 120  // orders of the last months, so that there is something to account for
)

// connectEmbedded starts the sandbox on a free loopback port. Its data and its
// token stay under state/sandbox, so that the next command finds the same orders.
func (a *app) connectEmbedded(ctx context.Context, c *config.Config) (*connection, error) {
	dir := c.Path("state/sandbox")
	server, err := a.startSandbox(ctx, dir)
	if err != nil {
		return nil, err
	}
	client, err := a.client(c, server.url, server.token)
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	fmt.Fprintln(a.stderr, wording.NewMessage("commands.embedded", c.File, dir).In(c.Spoken()))
	return &connection{client: client, shown: embeddedShown, close: server.Close}, nil
}

// catalogStart dates the generated catalogue, so that it is the same at each start.
func catalogStart() time.Time { return time.Date(2026, 10, 1, 6, 0, 0, 0, time.UTC) }

// localSandbox is a sandbox that serves on loopback until it is closed.
type localSandbox struct {
	url   string
	token supplier.Secret
	http  *http.Server
	inner *sandbox.Server
	done  chan error
}

// startSandbox serves what the folder holds, or the embedded catalogue where it is new.
func (a *app) startSandbox(ctx context.Context, dir string) (*localSandbox, error) {
	goods, err := embeddedCatalog()
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
		DataDir: dir, Tokens: []string{token}, Catalog: goods, Speed: embeddedSpeed, AcceptAnySKU: true, Now: time.Now, Seed: embeddedSeed, History: embeddedHistory, Logger: a.logger(), Version: version(),
	})
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the embedded sandbox: %w", err), inner.Close())
	}
	server := &localSandbox{
		url:   "http://" + listener.Addr().String(),
		token: supplier.NewSecret(token),
		http:  &http.Server{Handler: inner, ReadHeaderTimeout: 10 * time.Second},
		inner: inner,
		done:  make(chan error, 1),
	}
	go func() { server.done <- server.http.Serve(listener) }()
	return server, nil
}

// Close stops serving and waits until nothing of it runs any more.
func (s *localSandbox) Close() error {
	err := s.http.Close()
	if served := <-s.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return errors.Join(err, s.inner.Close())
}

// keptToken reads the embedded sandbox's token, or makes one and keeps it.
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

// embeddedCatalog is what the embedded sandbox sells: the sample products, which the
// sample order files order, and generated ones beside them.
func embeddedCatalog() (*catalog.Catalog, error) {
	data, err := fs.ReadFile(samples.Files, "catalog.json")
	if err != nil {
		return nil, err
	}
	all, err := catalog.Load(bytes.NewReader(data), "samples/catalog.json")
	if err != nil {
		return nil, fmt.Errorf("read the sample catalogue: %w", err)
	}
	taken := map[string]bool{}
	for _, p := range all.Products {
		taken[p.ID], taken[p.SKU] = true, true
	}
	generated := catalog.Generate(embeddedProducts, embeddedSeed, catalogStart())
	for _, p := range generated.Products {
		if !taken[p.ID] && !taken[p.SKU] {
			all.Products = append(all.Products, p)
		}
	}
	all.Categories = append(all.Categories, generated.Categories...)
	return all, nil
}
