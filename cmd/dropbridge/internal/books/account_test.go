package books

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/closed"
	"github.com/dropbridge/dropbridge/internal/config"
)

// TestBooksFollowTheAccount: an address is the same account however it is spelled, and
// what was kept under another spelling is found.
func TestBooksFollowTheAccount(t *testing.T) {
	of := func(address, account, currency string) closed.Account {
		c := &config.Config{}
		c.Supplier.BaseURL, c.Supplier.Account = address, account
		return booksOf(c, currency)
	}
	for _, address := range []string{"http://h/", "http://h", "HTTP://H:80", "http://H/"} {
		got := of(address, "", "")
		require.Equal(t, "http://h", got.Name)
		require.Subset(t, got.Former, []string{address, "http://h/", "http://h:80", "http://h:80/", "HTTP://H:80", "HTTP://H/"})
	}
	for _, address := range []string{"http://127.0.0.1:8765/", "http://127.0.0.1:8765"} {
		got := of(address, "", "")
		require.Equal(t, "http://127.0.0.1:8765", got.Name)
		require.Subset(t, got.Former, []string{"http://127.0.0.1:8765/", address})
	}
	require.Equal(t, closed.Account{Name: "ours", Former: []string{"ours"}}, of("http://h/", "ours", ""))
	require.Equal(t, closed.Account{Name: "http://h EUR"}, of("http://h/", "", "EUR"))
}
