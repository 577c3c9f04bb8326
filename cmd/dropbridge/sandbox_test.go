package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sandboxStart is what `dropbridge sandbox --json` prints.
type sandboxStart struct {
	URL      string `json:"url"`
	Token    string `json:"token"`
	Products int    `json:"products"`
}

func startSandboxCommand(t *testing.T, args ...string) (started sandboxStart, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, errs := &output{}, &output{}
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"sandbox", "--listen", "127.0.0.1:0", "--json"}, args...), os.LookupEnv, nil, out, errs)
	}()
	stop = sync.OnceValue(func() int {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { stop() })
	require.Eventually(t, func() bool { return json.Unmarshal([]byte(out.String()), &started) == nil }, patience, 10*time.Millisecond, "%s", errs)
	return started, stop
}

func products(t *testing.T, s sandboxStart, token string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/products?per_page=1", nil)
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	answer.Body.Close()
	return answer
}

// TestSandboxCommand: a token is issued once and is good after a restart on the same
// folder; without a folder everything is forgotten.
func TestSandboxCommand(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	first, stop := startSandboxCommand(t, "--data", dir, "--products", "20")
	require.Equal(t, 20, first.Products)
	require.NotEmpty(t, first.Token)
	require.Equal(t, http.StatusOK, products(t, first, first.Token).StatusCode)
	require.Zero(t, stop())

	second, stop := startSandboxCommand(t, "--data", dir)
	require.Empty(t, second.Token, "the earlier token is still good")
	require.Equal(t, http.StatusOK, products(t, second, first.Token).StatusCode)
	require.Zero(t, stop())

	third, _ := startSandboxCommand(t, "--products", "5", "--limit", "2/m")
	require.NotEmpty(t, third.Token)
	require.Equal(t, http.StatusUnauthorized, products(t, third, first.Token).StatusCode)
	for range 2 {
		require.Equal(t, http.StatusOK, products(t, third, third.Token).StatusCode)
	}
	limited := products(t, third, third.Token)
	require.Equal(t, http.StatusTooManyRequests, limited.StatusCode)
	require.NotEmpty(t, limited.Header.Get("Retry-After"))
}

// TestSandboxHistory: a new sandbox has months for an accountant to close.
func TestSandboxHistory(t *testing.T) {
	t.Parallel()
	started, stop := startSandboxCommand(t, "--products", "20", "--history", "40")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, started.URL+"/api/finance/ledger?kind=payout", nil)
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+started.Token)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	var ledger struct{ Meta struct{ Total int } }
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&ledger))
	require.Greater(t, ledger.Meta.Total, 3)
	require.Zero(t, stop())
}
