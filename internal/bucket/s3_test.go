package bucket_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestReasonsOfS3 are told by the codes of its answers.
func TestReasonsOfS3(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	for _, c := range []struct {
		status int
		code   string
		want   bucket.Reason
	}{
		{404, "NoSuchBucket", bucket.NoBucket}, {403, "InvalidAccessKeyId", bucket.WrongKey}, {404, "XAdminUserNotFound", bucket.WrongKey}, {403, "SignatureDoesNotMatch", bucket.WrongKey},
		{403, "AccessDenied", bucket.Forbidden}, {301, "PermanentRedirect", bucket.Region}, {400, "AuthorizationHeaderMalformed", bucket.Region},
		{503, "SlowDown", bucket.Away}, {500, "InternalError", bucket.Away}, {501, "NotImplemented", bucket.NoCompare}, {400, "InvalidArgument", bucket.Refused},
	} {
		requests := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			requests++
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(c.status)
			fmt.Fprintf(w, "<Error><Code>%s</Code><Message>no</Message></Error>", c.code)
		}))
		b, err := bucket.Open(t.Context(), "s3://shop/a?endpoint="+server.URL, bucket.Options{Attempts: 2, Pause: time.Nanosecond})
		require.NoError(t, err)
		for _, err := range b.List(t.Context(), "inbox/", false) {
			require.Equal(t, c.want, reason(t, err), c.code)
			require.NotContains(t, err.Error(), "secret")
		}
		want := 1
		if c.want == bucket.Away {
			want = 2
		}
		require.Equal(t, want, requests, "%s: the library makes no attempts of its own", c.code)
		server.Close()
	}
}

// TestConditionsOfS3 are headings of its requests.
func TestConditionsOfS3(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut || r.Method == http.MethodDelete {
			seen = append(seen, r.Method+" "+r.URL.Path+" "+r.Header.Get("If-None-Match")+r.Header.Get("If-Match"))
		}
		w.Header().Set("ETag", `"tag"`)
	}))
	defer server.Close()
	b, err := bucket.Open(t.Context(), "s3://shop/a?endpoint="+server.URL, bucket.Options{})
	require.NoError(t, err)
	_, err = b.Create(t.Context(), "lock", strings.NewReader("x"))
	require.NoError(t, err)
	_, err = b.Replace(t.Context(), "feed", strings.NewReader("x"), "seen")
	require.NoError(t, err)
	require.NoError(t, b.Delete(t.Context(), "feed", "seen"))
	require.Equal(t, []string{"PUT /shop/a/lock *", `PUT /shop/a/feed "seen"`, `DELETE /shop/a/feed "seen"`}, seen)
}

// TestStoreS3 runs the suite against a real server, in one bucket with a prefix for each test.
func TestStoreS3(t *testing.T) {
	server := rig.StartStore(t)
	server.MakeBucket(t, "shop")
	t.Setenv("AWS_ACCESS_KEY_ID", server.Access)
	t.Setenv("AWS_SECRET_ACCESS_KEY", server.Secret)
	prefixes := 0
	buckettest.Run(t, func(*testing.T) string {
		prefixes++
		return fmt.Sprintf("s3://shop/%d?endpoint=%s&region=%s", prefixes, server.URL, server.Region)
	})
}

// TestNoCredentials are told as such, and nothing is sent.
func TestNoCredentials(t *testing.T) {
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE"} {
		t.Setenv(name, "")
	}
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
	b, err := bucket.Open(t.Context(), "s3://shop?endpoint=http://127.0.0.1:1", bucket.Options{Attempts: 1})
	require.NoError(t, err)
	_, err = b.Stat(t.Context(), "a")
	require.Equal(t, bucket.WrongKey, reason(t, err))
}

func TestGoogleIsRefusedByName(t *testing.T) {
	_, err := bucket.Open(t.Context(), "gs://shop", bucket.Options{})
	if err != nil && !strings.Contains(err.Error(), "Google") {
		require.Equal(t, bucket.WrongKey, reason(t, err)) // built in, without credentials
	}
}
