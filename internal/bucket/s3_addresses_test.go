package bucket

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// TestServersOfS3 stand where Amazon's documentation says.
func TestServersOfS3(t *testing.T) {
	t.Setenv("AWS_USE_FIPS_ENDPOINT", "")
	t.Setenv("AWS_USE_DUALSTACK_ENDPOINT", "")
	for query, want := range map[string]string{
		"region=eu-central-1":                          "https://shop.s3.eu-central-1.amazonaws.com",
		"region=cn-north-1":                            "https://shop.s3.cn-north-1.amazonaws.com.cn",
		"region=us-gov-west-1&fips=true":               "https://shop.s3-fips.us-gov-west-1.amazonaws.com",
		"region=eu-west-1&dualstack=true":              "https://shop.s3.dualstack.eu-west-1.amazonaws.com",
		"region=eu-west-1&use_path_style=true":         "https://s3.eu-west-1.amazonaws.com/shop",
		"endpoint=http://minio:9000/":                  "http://minio:9000/shop",
		"endpoint=https://s3.example/v1":               "https://s3.example/v1/shop",
		"endpoint=https://s3.example&use_path_style=0": "https://shop.s3.example",
	} {
		values, err := url.ParseQuery(query)
		require.NoError(t, err)
		s, err := readS3Settings(values)
		require.NoError(t, err, query)
		at, err := s3Server("shop", s.endpoint, s)
		require.NoError(t, err, query)
		require.Equal(t, want, at.String(), query)
	}
	at, err := s3Server("my.shop", "", s3Settings{region: "eu-west-1"})
	require.NoError(t, err)
	require.Equal(t, "https://s3.eu-west-1.amazonaws.com/my.shop", at.String(), "a dot fits no certificate")
	t.Setenv("AWS_USE_FIPS_ENDPOINT", "TRUE")
	s, err := readS3Settings(url.Values{})
	require.NoError(t, err)
	require.True(t, s.fips)
}

func TestWrongParametersOfS3(t *testing.T) {
	for address, want := range map[string]string{
		"s3://shop?regoin=eu-west-1":               "no parameter regoin",
		"s3://shop?role=arn:x":                     "no parameter role",
		"s3://shop?fips=maybe":                     "fips=maybe",
		"s3://shop?endpoint=minio:9000":            "endpoint=minio:9000",
		"s3://shop?endpoint=ftp://minio":           "endpoint=ftp://minio",
		"s3://shop?endpoint=http://a&anonymous=no": "anonymous=no",
	} {
		_, err := Open(t.Context(), address, Options{})
		require.ErrorContains(t, err, want)
		require.Equal(t, failure.Config, failure.KindOf(err), address)
		require.NotEmpty(t, failure.Hint(err))
	}
}

// TestNoRegion is told, and nothing is sent.
func TestNoRegion(t *testing.T) {
	for _, name := range []string{"AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"} {
		t.Setenv(name, "")
	}
	t.Setenv("AWS_CONFIG_FILE", "/dev/null")
	b, err := Open(t.Context(), "s3://shop?anonymous=true", Options{Attempts: 1})
	require.NoError(t, err)
	_, err = b.Stat(t.Context(), "a")
	require.Equal(t, Region, reasonOf(err))
}

// TestNamesOfFiles are the keys, but on Windows for what its names cannot have.
func TestNamesOfFiles(t *testing.T) {
	for _, key := range []string{"inbox/a.csv", `inbox/a&b=c?d#e%20+'".csv`, `a<b>c:d|e*`} {
		require.Equal(t, key, fileName(key, false))
		name := fileName(key, true)
		require.NotContains(t, name, "?")
		require.NotContains(t, name, ":")
		require.Equal(t, key, keyOf(name, true))
		require.Equal(t, key, keyOf(key, false))
	}
	require.Equal(t, "a__0x3a__b", fileName("a:b", true))
}
