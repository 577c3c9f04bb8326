//go:build gs

package bucket_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
)

// googleVariable names the variable of the environment with the host and port of a server that
// speaks Google's language, such as fake-gcs-server.
const googleVariable = "DROPBRIDGE_TEST_GOOGLE"

// TestStoreGoogle runs the suite against fake-gcs-server, where the environment says that it runs.
func TestStoreGoogle(t *testing.T) {
	host := os.Getenv(googleVariable)
	if host == "" {
		t.Skip(googleVariable + " is not set: .ci/long starts fake-gcs-server")
	}
	t.Setenv("STORAGE_EMULATOR_HOST", host)
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
