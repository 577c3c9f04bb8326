//go:build gs

package bucket_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
)

// googleVariable names the variable of the environment with the host and port of a server that
// speaks Google's language, such as fake-gcs-server.
const googleVariable = "DROPBRIDGE_TEST_GOOGLE"

// heeding stands before fake-gcs-server, which knows no conditions of deletes: it answers those that
// do not hold as Google does. All other requests go on as they are.
func heeding(t *testing.T, host string) string {
	t.Helper()
	on := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: host}) }}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if want := r.URL.Query().Get("ifGenerationMatch"); r.Method == http.MethodDelete && want != "" {
			answer, err := http.Get("http://" + host + r.URL.EscapedPath())
			if err != nil {
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			defer answer.Body.Close()
			var object struct{ Generation string }
			if err := json.NewDecoder(answer.Body).Decode(&object); answer.StatusCode == http.StatusOK && (err != nil || object.Generation != want) {
				w.WriteHeader(http.StatusPreconditionFailed)
				return
			}
		}
		on.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// TestStoreGoogle runs the suite against fake-gcs-server, where the environment says that it runs.
func TestStoreGoogle(t *testing.T) {
	host := os.Getenv(googleVariable)
	if host == "" {
		t.Skip(googleVariable + " is not set: .ci/long starts fake-gcs-server")
	}
	t.Setenv("STORAGE_EMULATOR_HOST", heeding(t, host))
	buckets := 0
	buckettest.Run(t, func(t *testing.T) string {
		buckets++
		name := fmt.Sprintf("shop-%d-%d", os.Getpid(), buckets)
		answer, err := http.Post("http://"+host+"/storage/v1/b?project=test", "application/json", strings.NewReader(`{"name": "`+name+`"}`))
		require.NoError(t, err)
		defer answer.Body.Close()
		require.Equal(t, http.StatusOK, answer.StatusCode)
		return "gs://" + name + "/some/prefix"
	})
}

// TestGoogleAsksOnce: conditions are generations, and the attempts are ours.
func TestGoogleAsksOnce(t *testing.T) {
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			seen = append(seen, r.Method+" "+r.URL.Query().Get("ifGenerationMatch"))
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(server.URL, "http://"))
	b, err := bucket.Open(t.Context(), "gs://shop/a", bucket.Options{Attempts: 2, Pause: time.Nanosecond})
	require.NoError(t, err)
	_, err = b.Create(t.Context(), "lock", strings.NewReader("x"))
	require.Equal(t, bucket.Away, reason(t, err))
	_, err = b.Replace(t.Context(), "feed", strings.NewReader("x"), "17")
	require.Equal(t, bucket.Away, reason(t, err))
	require.Equal(t, bucket.Away, reason(t, b.Delete(t.Context(), "feed", "17")))
	require.Equal(t, []string{"POST 0", "POST 0", "POST 17", "POST 17", "DELETE 17", "DELETE 17"}, seen)
}
