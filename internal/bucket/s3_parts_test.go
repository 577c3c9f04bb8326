package bucket_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
)

// partsServer takes parts. It answers the last request of each upload as it is told to.
func partsServer(t *testing.T, part func(number string) int, joined string) (address string, asked func() []string) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	var requests []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("X-Amz-Content-Sha256") != fmt.Sprintf("%x", sha256.Sum256(body)) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		query := r.URL.Query()
		requests = append(requests, fmt.Sprint(r.Method, " ", query.Get("partNumber"), " ", len(body), " ", r.Header.Get("If-Match")))
		switch {
		case query.Has("uploads"):
			fmt.Fprint(w, `<InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><UploadId>u&amp;1</UploadId></InitiateMultipartUploadResult>`)
		case r.Method == http.MethodPut:
			w.Header().Set("ETag", `"part`+query.Get("partNumber")+`"`)
			w.WriteHeader(part(query.Get("partNumber")))
		case r.Method == http.MethodPost:
			if query.Get("uploadId") != "u&1" || strings.Count(string(body), "<Part>") != 2 || !strings.Contains(string(body), "<PartNumber>2</PartNumber><ETag>&#34;part2&#34;</ETag>") {
				w.WriteHeader(http.StatusBadRequest)
			}
			fmt.Fprint(w, joined)
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		case r.Method == http.MethodHead:
			w.Header().Set("ETag", `"whole"`)
		}
	}))
	t.Cleanup(server.Close)
	return "s3://shop?endpoint=" + server.URL, func() []string { return requests }
}

const takenParts = `<CompleteMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><ETag>"whole"</ETag></CompleteMultipartUploadResult>`

// TestALargeObjectIsPutInParts, whose hashes are signed, and joined where the condition holds.
func TestALargeObjectIsPutInParts(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<20+1)
	address, asked := partsServer(t, func(string) int { return http.StatusOK }, takenParts)
	b, err := bucket.Open(t.Context(), address, bucket.Options{Attempts: 1})
	require.NoError(t, err)
	at, err := b.Replace(t.Context(), "feeds/a.csv", bytes.NewReader(content), "seen")
	require.NoError(t, err)
	require.Equal(t, "whole", at.Tag)
	requests := asked()
	require.Equal(t, []string{"POST  0 ", "PUT 1 16777216 ", "PUT 2 16 "}, requests[:3])
	require.Regexp(t, `^POST  \d+ "seen"$`, requests[3])
}

// TestPartsOfAnUploadThatFailedAreTakenAway, be it at a part or, behind a good status, at the end.
func TestPartsOfAnUploadThatFailedAreTakenAway(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<20+1)
	for name, c := range map[string]struct {
		second int
		joined string
		want   bucket.Reason
	}{
		"a part":       {http.StatusForbidden, takenParts, bucket.Forbidden},
		"the end":      {http.StatusOK, `<Error><Code>AccessDenied</Code><Message>no</Message></Error>`, bucket.Forbidden},
		"a full store": {http.StatusServiceUnavailable, takenParts, bucket.Away},
	} {
		t.Run(name, func(t *testing.T) {
			address, asked := partsServer(t, func(number string) int {
				if number == "2" {
					return c.second
				}
				return http.StatusOK
			}, c.joined)
			b, err := bucket.Open(t.Context(), address, bucket.Options{Attempts: 1, Pause: time.Nanosecond})
			require.NoError(t, err)
			_, err = b.Put(t.Context(), "feeds/a.csv", bytes.NewReader(content))
			require.Equal(t, c.want, reason(t, err))
			require.Contains(t, asked(), "DELETE  0 ")
		})
	}
}
