//go:build azblob

package bucket_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
)

// azureVariable names the variable of the environment with the address of Azurite and of the
// account in it, such as http://127.0.0.1:10000/devstoreaccount1.
const azureVariable = "DROPBRIDGE_TEST_AZURITE"

// azuriteKey is the key of the account that Azurite has by itself, as its documentation says.
const azuriteKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="

// TestStoreAzure runs the suite against Microsoft's own emulator, where the environment says that
// it runs.
func TestStoreAzure(t *testing.T) {
	endpoint := os.Getenv(azureVariable)
	if endpoint == "" {
		t.Skip(azureVariable + " is not set: .ci/long starts Azurite")
	}
	const account = "devstoreaccount1"
	t.Setenv("AZURE_STORAGE_ACCOUNT", account)
	t.Setenv("AZURE_STORAGE_KEY", azuriteKey)
	key, err := azblob.NewSharedKeyCredential(account, azuriteKey)
	require.NoError(t, err)
	containers := 0
	buckettest.Run(t, func(t *testing.T) string {
		containers++
		name := fmt.Sprintf("shop-%d-%d", os.Getpid(), containers)
		client, err := container.NewClientWithSharedKeyCredential(endpoint+"/"+name, key, nil)
		require.NoError(t, err)
		_, err = client.Create(t.Context(), nil)
		require.NoError(t, err)
		return fmt.Sprintf("azblob://%s/some/prefix?endpoint=%s", name, endpoint)
	})
}

// TestAzureSays what is wrong, and asks once an attempt.
func TestAzureSays(t *testing.T) {
	t.Setenv("AZURE_STORAGE_ACCOUNT", "shop")
	t.Setenv("AZURE_STORAGE_KEY", azuriteKey)
	for _, c := range []struct {
		status int
		code   bloberror.Code
		want   bucket.Reason
	}{
		{404, bloberror.ContainerNotFound, bucket.NoBucket}, {400, bloberror.InvalidResourceName, bucket.NoBucket}, {403, bloberror.AuthenticationFailed, bucket.WrongKey},
		{403, bloberror.AuthorizationFailure, bucket.Forbidden}, {503, bloberror.ServerBusy, bucket.Away}, {500, bloberror.InternalError, bucket.Away},
	} {
		requests := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			requests++
			w.Header().Set("x-ms-error-code", string(c.code))
			w.WriteHeader(c.status)
		}))
		b, err := bucket.Open(t.Context(), "azblob://shop/a?endpoint="+server.URL+"/shop", bucket.Options{Attempts: 2, Pause: time.Nanosecond})
		require.NoError(t, err)
		_, err = b.Stat(t.Context(), "orders.csv")
		require.Equal(t, c.want, reason(t, err), c.code)
		want := 1
		if c.want == bucket.Away {
			want = 2
		}
		require.Equal(t, want, requests, "%s: the library makes no attempts of its own", c.code)
		server.Close()
	}
}

// TestAzureService is the address of the account, with the token of a shared access where that is all there is.
func TestAzureService(t *testing.T) {
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Method+" "+r.URL.Path+" "+r.URL.Query().Get("sig")+" "+r.Header.Get("If-None-Match")+r.Header.Get("If-Match"))
		w.WriteHeader(http.StatusAccepted)
	}))
	defer server.Close()
	t.Setenv("AZURE_STORAGE_ACCOUNT", "")
	t.Setenv("AZURE_STORAGE_KEY", "")
	t.Setenv("AZURE_STORAGE_SAS_TOKEN", "sig=of-a-token")
	b, err := bucket.Open(t.Context(), "azblob://shop/a?endpoint="+server.URL+"/account", bucket.Options{})
	require.NoError(t, err)
	require.NoError(t, b.Delete(t.Context(), "feed", "seen"))
	require.Equal(t, []string{`DELETE /account/shop/a/feed of-a-token "seen"`}, seen)
}
