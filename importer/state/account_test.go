package state

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNormalizeAccount(t *testing.T) {
	for written, want := range map[string]string{
		"https://api.supplier.example":             "https://api.supplier.example",
		"https://api.supplier.example/":            "https://api.supplier.example",
		"HTTPS://API.Supplier.Example:443//":       "https://api.supplier.example",
		"https://api.supplier.example.:443/#docs":  "https://api.supplier.example",
		"https://api.supplier.example/v2/":         "https://api.supplier.example/v2",
		"https://api.supplier.example/V2?":         "https://api.supplier.example/V2",
		"https://api.supplier.example:/":           "https://api.supplier.example",
		"http://api.supplier.example:80":           "http://api.supplier.example",
		"http://api.supplier.example:443":          "http://api.supplier.example:443",
		"https://api.supplier.example:8443/":       "https://api.supplier.example:8443",
		"https://api.supplier.example/a%2Fb/":      "https://api.supplier.example/a%2Fb",
		"https://ПОСТАЧАЛЬНИК.укр/":                "https://xn--80aayidmdhtk0d6c.xn--j1amh",
		"https://xn--80aayidmdhtk0d6c.XN--J1AMH":   "https://xn--80aayidmdhtk0d6c.xn--j1amh",
		"http://[::1]:80/":                         "http://[::1]",
		"http://[::1]:8765/":                       "http://[::1]:8765",
		"https://api.supplier.example/?shop=7&x=A": "https://api.supplier.example?shop=7&x=A",
		"acme":         "acme",
		"ACME/":        "ACME/",
		"sandbox":      "sandbox",
		"":             "",
		"mailto:a@b.c": "mailto:a@b.c",
		"https://":     "https://",
	} {
		got := NormalizeAccount(written)
		require.Equal(t, want, got, written)
		require.Equal(t, got, NormalizeAccount(got), "it is its own normal form")
	}
}
