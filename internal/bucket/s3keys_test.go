//go:build !aws

package bucket

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// amazonIn is readAmazon in an environment of nothing but the files and variables of a test.
func amazonIn(t *testing.T, files map[string]string, variables map[string]string, region, profile string) (amazon, error) {
	t.Helper()
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_DEFAULT_PROFILE",
		"AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL", "AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_FULL_URI",
		"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_AUTHORIZATION_TOKEN", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"} {
		t.Setenv(name, variables[name])
	}
	dir := t.TempDir()
	for variable, name := range map[string]string{"AWS_CONFIG_FILE": "config", "AWS_SHARED_CREDENTIALS_FILE": "credentials"} {
		t.Setenv(variable, filepath.Join(dir, name))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(files[name]), 0o600))
	}
	return readAmazon(t.Context(), region, profile)
}

// TestKeysOfAmazonsTools: the environment before the profile, but for one that the address names; the
// profile before the container.
func TestKeysOfAmazonsTools(t *testing.T) {
	files := map[string]string{
		"config":      "[default]\nregion = eu-north-1\n[profile shop]\nregion = eu-west-3\nendpoint_url = https://s3.shop.example\n",
		"credentials": "[default]\naws_access_key_id = of-default\naws_secret_access_key = s1\n[shop]\naws_access_key_id = of-shop\naws_secret_access_key = s2\n",
	}
	env := map[string]string{"AWS_ACCESS_KEY_ID": "of-env", "AWS_SECRET_ACCESS_KEY": "s0"}
	for _, c := range []struct {
		name            string
		variables       map[string]string
		region, profile string
		key, at, where  string
	}{
		{"environment", env, "", "", "of-env", "eu-north-1", ""},
		{"default profile", nil, "", "", "of-default", "eu-north-1", ""},
		{"profile of the environment", map[string]string{"AWS_PROFILE": "shop"}, "", "", "of-shop", "eu-west-3", "https://s3.shop.example"},
		{"profile of the address", env, "", "shop", "of-shop", "eu-west-3", "https://s3.shop.example"},
		{"region of the address", env, "eu-central-1", "", "of-env", "eu-central-1", ""},
		{"region and server of the environment", map[string]string{"AWS_REGION": "us-west-2", "AWS_ENDPOINT_URL": "http://127.0.0.1:9000"}, "", "", "of-default", "us-west-2", "http://127.0.0.1:9000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, err := amazonIn(t, files, c.variables, c.region, c.profile)
			require.NoError(t, err)
			keys, err := said.credentials.Retrieve(t.Context())
			require.NoError(t, err)
			require.Equal(t, []string{c.key, c.at, c.where}, []string{keys.AccessKeyID, said.region, said.endpoint})
		})
	}
}

// TestKeysOfAContainer are asked for at its own address, with the token of the file as it is then.
func TestKeysOfAContainer(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "rotated", r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		_, err := w.Write([]byte(`{"AccessKeyId":"of-container","SecretAccessKey":"s","Token":"t","Expiration":"2099-01-01T00:00:00Z"}`))
		require.NoError(t, err)
	}))
	defer server.Close()
	token := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(token, []byte("first"), 0o600))
	said, err := amazonIn(t, nil, map[string]string{"AWS_CONTAINER_CREDENTIALS_FULL_URI": server.URL, "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": token}, "", "")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(token, []byte("rotated\n"), 0o600))
	keys, err := said.credentials.Retrieve(t.Context())
	require.NoError(t, err)
	require.Equal(t, "of-container", keys.AccessKeyID)
	_, err = amazonIn(t, nil, map[string]string{"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://192.0.2.7/keys"}, "", "")
	require.ErrorContains(t, err, "192.0.2.7", "the token would be readable on the way")
}

// TestKeysThatAnotherServiceGives are refused by name: nothing else is tried in their place.
func TestKeysThatAnotherServiceGives(t *testing.T) {
	for setting, text := range map[string]string{
		"role_arn":                "role_arn = arn:aws:iam::123456789012:role/shop\nsource_profile = base\n",
		"credential_process":      "credential_process = /usr/bin/keys\n",
		"sso_session":             "sso_start_url = https://shop.example/start\nsso_region = eu-west-1\nsso_account_id = 123456789012\nsso_role_name = shop\n",
		"web_identity_token_file": "web_identity_token_file = /run/token\nrole_arn = arn:aws:iam::123456789012:role/shop\n",
	} {
		files := map[string]string{"config": "[default]\n" + text + "[profile base]\n", "credentials": "[base]\naws_access_key_id = a\naws_secret_access_key = b\n"}
		_, err := amazonIn(t, files, nil, "", "")
		require.ErrorContains(t, err, setting)
		require.Contains(t, failure.Hint(err), "aws configure export-credentials")
		require.Equal(t, failure.Config, failure.KindOf(err))
	}
	_, err := amazonIn(t, nil, nil, "", "missing")
	require.ErrorContains(t, err, "missing")
}
