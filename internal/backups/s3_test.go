package backups

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// cutting stands before a store, and ends the connections in the middle of what is put as long as it cuts.
func cutting(t *testing.T, store string) (address string, cut *atomic.Bool, cuts *atomic.Int32) {
	t.Helper()
	to, err := url.Parse(store)
	require.NoError(t, err)
	cut, cuts = &atomic.Bool{}, &atomic.Int32{}
	through := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host // which is signed
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut && cut.Load() {
			cuts.Add(1)
			_, _ = io.CopyN(io.Discard, r.Body, 1<<16)
			panic(http.ErrAbortHandler)
		}
		through.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, cut, cuts
}

// TestCopiesInS3 on a real server: what is put comes back byte by byte, the oldest go, a put that is cut in the middle leaves
// nothing, and a key that opens nothing is told with the way out. None of that takes a copy away that is the last.
func TestCopiesInS3(t *testing.T) {
	store := rig.StartStore(t)
	store.MakeBucket(t, "shop")
	t.Setenv("AWS_ACCESS_KEY_ID", store.Access)
	t.Setenv("AWS_SECRET_ACCESS_KEY", store.Secret)
	address, cut, cuts := cutting(t, store.URL)
	s := newShelf(t, "{every: 6h, keep: 2}")
	content := func(at time.Time) []byte { return bytes.Repeat([]byte(at.Format(time.RFC3339)+"\n"), 20_000) }
	s.Copy = func(_ context.Context, path string) error {
		return durable.WriteFile(path, func(w io.Writer) error {
			_, err := w.Write(content(s.now))
			return err
		})
	}
	s.Bucket = func() (*bucket.Bucket, error) {
		return bucket.Open(context.Background(), "s3://shop/of/mine?endpoint="+address+"&region="+store.Region, bucket.Options{Attempts: 2})
	}
	in, err := s.Bucket()
	require.NoError(t, err)
	defer in.Close()
	lie := func() (out []string) {
		for object, err := range in.List(t.Context(), "", true) {
			require.NoError(t, err)
			out = append(out, strings.TrimPrefix(object.Key, "backups/"))
		}
		return out
	}
	_, err = Fetch(t.Context(), in, "", t.TempDir(), s.now)
	require.ErrorContains(t, err, "there is no copy of a journal in s3://shop/of/mine")
	require.Contains(t, failure.Hint(err), "files:")
	for range 3 {
		s.round(t.Context())
		require.Empty(t, s.Standing().Error)
		s.now = s.now.Add(6 * time.Hour)
	}
	kept := []string{"journal-01234567-20261130T160000Z.db", "journal-01234567-20261130T220000Z.db"}
	require.Equal(t, kept, lie())

	cut.Store(true)
	s.round(t.Context())
	require.NotEmpty(t, s.Standing().Error)
	require.NotZero(t, cuts.Load())
	require.Equal(t, kept, lie(), "half a copy is none")
	cut.Store(false)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another")
	s.now = s.now.Add(again)
	s.round(t.Context())
	require.NotEmpty(t, s.Standing().Error)
	require.Contains(t, s.Standing().Error, "access keys")
	require.Contains(t, s.Standing().Mend, "give them the right to read, write, delete and list")
	require.Equal(t, kept, lie())
	t.Setenv("AWS_SECRET_ACCESS_KEY", store.Secret)
	s.now = s.now.Add(again)
	s.round(t.Context())
	require.Empty(t, s.Standing().Error)
	require.Equal(t, []string{kept[1], "journal-01234567-20261201T040000Z.db"}, lie())

	dir := t.TempDir()
	path, err := Fetch(t.Context(), in, "", dir, s.now)
	require.NoError(t, err)
	require.Equal(t, "journal-01234567-20261201T040000Z.db", filepath.Base(path))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content(noon.Add(18*time.Hour)), data))
	path, err = Fetch(t.Context(), in, kept[1], dir, s.now)
	require.NoError(t, err)
	data, err = os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content(noon.Add(12*time.Hour)), data))
	_, err = in.Create(t.Context(), Prefix+"journal-fedcba98-20261130T100000Z.db", bucket.Bytes([]byte("x")))
	require.NoError(t, err)
	_, err = Fetch(t.Context(), in, "", dir, s.now)
	require.ErrorContains(t, err, "has copies of several journals")
	require.Contains(t, failure.Hint(err), "journal-01234567-20261201T040000Z.db, ")
	_, err = Fetch(t.Context(), in, "journal-01234567-20250101T000000Z.db", dir, s.now)
	require.ErrorContains(t, err, "has no copy journal-01234567-20250101T000000Z.db")
}
