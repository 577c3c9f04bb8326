package loopback

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHost(t *testing.T) {
	for _, host := range []string{
		"localhost", "LOCALHOST", "LocalHost", "127.0.0.1", "127.0.0.0", "127.9.9.9", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1",
		"::ffff:127.0.0.1", "::FFFF:7f00:1",
	} {
		require.True(t, Host(host), host)
	}
	for _, host := range []string{
		"", ".", "localhost.", "localhost.example", "localhost.localdomain", "notlocalhost", "shop.localhost", ".localhost", "local", "ip6-localhost",
		"localhost:80", "127.0.0.1:80", "[::1]", "[::1]:80", "::1%lo", " localhost", "localhost ", "localhost\x00",
		"127.1", "127.0.0.1.", "127.0.0.01", "0177.0.0.1", "2130706433", "0x7f.0.0.1", "127.0.0.1.evil.example",
		"0.0.0.0", "::", "128.0.0.1", "126.255.255.255", "10.0.0.1", "192.168.1.5", "169.254.169.254", "::2", "fe80::1", "::127.0.0.1", "64:ff9b::7f00:1", "::ffff:10.0.0.1",
		"locaⅼhost", "localhoſt",
	} {
		require.False(t, Host(host), host)
	}
}

func TestBelow(t *testing.T) {
	for _, host := range []string{"shop.localhost", "a.b.localhost", "Shop.LOCALHOST"} {
		require.True(t, Below(host), host)
		require.False(t, Host(host), host)
	}
	for _, host := range []string{"", "localhost", ".localhost", "notlocalhost", "shop.localhost.", "shop.localhost.example", "localhost.evil.example", "127.0.0.1", "shop.localhoſt"} {
		require.False(t, Below(host), host)
	}
}
