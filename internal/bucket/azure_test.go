//go:build azblob

package bucket_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/stretchr/testify/require"

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
