package reload_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
)

func TestFeedAlike(t *testing.T) {
	const before = "supplier: {base_url: http://a}\nfeeds:\n  shop: {template: yml, out: a.yml}\n  other: {template: csv, out: b.csv}\n"
	for after, alike := range map[string]bool{
		before: true,
		"# moved\nhttp: {listen: \"127.0.0.1:1\"}\nsupplier:\n  base_url: http://a\ninbox: {sources: {crm: {}}}\nfeeds:\n  shop: {out: a.yml, template: yml}\n": true,
		"supplier: {base_url: http://a}\nfeeds: {shop: {template: yml, out: a.yml}, third: {template: csv, out: c.csv}}\n":                                      true,
		"supplier: {base_url: http://b}\nfeeds: {shop: {template: yml, out: a.yml}}\n":                                                                          false,
		"supplier: {base_url: http://a}\nfeeds: {shop: {template: yml, out: a.yml, price: drop}}\n":                                                             false,
		"supplier: {base_url: http://a}\nfeeds: {shop: {template: yml, out: a.yml}}\nshop: {name: x}\n":                                                         false,
		"supplier: {base_url: http://a}\nfeeds: {other: {template: csv, out: b.csv}}\n":                                                                         false,
		"": false, "feeds: [": false,
	} {
		require.Equal(t, alike, reload.FeedAlike([]byte(before), []byte(after), "shop"), after)
	}
}
