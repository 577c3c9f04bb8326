package rig

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ask sends a request to a store as its clients do, signed by AWS Signature Version 4, and gives
// the status and the body of the answer.
func (s *Store) ask(t *testing.T, method, address string, body []byte) (int, string, error) {
	t.Helper()
	at, err := url.Parse(address)
	require.NoError(t, err)
	request, err := http.NewRequestWithContext(t.Context(), method, address, bytes.NewReader(body))
	require.NoError(t, err)
	const payload = "UNSIGNED-PAYLOAD"
	stamp := time.Now().UTC().Format("20060102T150405Z")
	scope := stamp[:8] + "/" + s.Region + "/s3/aws4_request"
	const signed = "host;x-amz-content-sha256;x-amz-date"
	canonical := fmt.Sprintf("%s\n%s\n%s\nhost:%s\nx-amz-content-sha256:%s\nx-amz-date:%s\n\n%s\n%s", method, at.EscapedPath(), at.Query().Encode(), at.Host, payload, stamp, signed, payload)
	hash := sha256.Sum256([]byte(canonical))
	key := []byte("AWS4" + s.Secret)
	for _, part := range []string{stamp[:8], s.Region, "s3", "aws4_request", "AWS4-HMAC-SHA256\n" + stamp + "\n" + scope + "\n" + hex.EncodeToString(hash[:])} {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	request.Header.Set("X-Amz-Date", stamp)
	request.Header.Set("X-Amz-Content-Sha256", payload)
	request.Header.Set("Authorization", fmt.Sprintf("AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s", s.Access, scope, signed, hex.EncodeToString(key)))
	transport := &http.Transport{DisableKeepAlives: true} // else a put on a connection that ended is sent again
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), err
}

// TestStore: the S3 server is a real one, and fails as it is told.
func TestStore(t *testing.T) {
	t.Parallel()
	s := StartStore(t)
	s.MakeBucket(t, "shop")
	f := StartStoreFaults(t, s.URL)
	ask := func(method, path, body string) (int, string, error) {
		return s.ask(t, method, f.URL+"/shop"+path, []byte(body))
	}
	status, text, err := ask(http.MethodPut, "/results/a.csv", "one")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status, text)
	status, text, err = ask(http.MethodGet, "/results/a.csv", "")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "one", text)
	data, err := os.ReadFile(filepath.Join(s.Data, "shop", "results", "a.csv"))
	require.NoError(t, err)
	require.Equal(t, "one", string(data))
	s.Secret += "x"
	status, _, err = ask(http.MethodGet, "/results/a.csv", "")
	require.NoError(t, err)
	require.Equal(t, http.StatusForbidden, status, "it looks at signatures")
	s.Secret = s.Secret[:len(s.Secret)-1]

	f.Busy(1)
	status, text, err = ask(http.MethodPut, "/b", "two")
	require.NoError(t, err)
	require.Equal(t, http.StatusServiceUnavailable, status)
	require.Contains(t, text, "SlowDown")
	require.NoFileExists(t, filepath.Join(s.Data, "shop", "b"))

	f.LosePuts(1)
	_, _, err = ask(http.MethodPut, "/b", "three")
	require.Error(t, err, "the answer is lost")
	require.FileExists(t, filepath.Join(s.Data, "shop", "b"), "and it was stored")

	list := func() string {
		status, text, err := ask(http.MethodGet, "?list-type=2", "")
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, status, text)
		return text
	}
	f.Lag(time.Hour)
	require.Contains(t, list(), "<Key>b</Key>")
	_, _, err = ask(http.MethodPut, "/c", "four")
	require.NoError(t, err)
	require.NotContains(t, list(), "<Key>c</Key>", "the list is an hour old")
	f.Heal()
	require.Contains(t, list(), "<Key>c</Key>")

	f.Slow(20 * time.Millisecond)
	began := time.Now()
	list()
	require.GreaterOrEqual(t, time.Since(began), 20*time.Millisecond)
	for _, fault := range []string{"busy", "put", "list", "slow"} {
		require.Equal(t, 1, f.Struck(fault), fault)
	}
}
