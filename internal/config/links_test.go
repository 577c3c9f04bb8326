package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
)

func compiledLinks(t *testing.T, text string) (page string, marks []string, shop string, err error) {
	file := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	c, err := Load(file)
	require.NoError(t, err)
	feed, err := c.Feed("f")
	if err != nil {
		return "", nil, "", err
	}
	if feed.Links.Page != nil {
		page = feed.Links.Page.String()
	}
	for _, m := range feed.Links.Marks {
		marks = append(marks, m.Name+"="+m.Value.String())
	}
	return page, marks, feed.Links.Shop, nil
}

func TestLinks(t *testing.T) {
	const shop = "shop: {url: 'https://www.my.example/', link: 'https://my.example/p/{sku}', utm: {source: feed, medium: cpc}}\n"
	page, marks, host, err := compiledLinks(t, shop+"feeds: {f: {template: csv, out: f.csv, utm: {source: '{feed.name}'}}}")
	require.NoError(t, err)
	require.Equal(t, "https://my.example/p/{sku}", page)
	require.Equal(t, []string{"utm_source={feed.name}", "utm_medium=cpc"}, marks, "the feed's own goes before the shop's")
	require.Equal(t, "my.example", host)
	page, _, host, err = compiledLinks(t, shop+"feeds: {f: {template: csv, out: f.csv, link: supplier}}")
	require.NoError(t, err)
	require.Empty(t, page)
	require.Empty(t, host, "nobody is warned of what is wanted")
	_, _, host, err = compiledLinks(t, "feeds: {f: {template: csv, out: f.csv}}")
	require.NoError(t, err)
	require.Empty(t, host, "the shop of the defaults is nobody's")
}

func TestLinkMistakes(t *testing.T) {
	for link, want := range map[string][2]string{
		"my.example/{sku}":           {`link "my.example/{sku}" does not begin with the address of a shop`, "write it like https://my.example/p/{sku}, or link: supplier to keep the supplier's"},
		"https://{sku}.my.example/":  {"does not begin with the address of a shop", "write it like"},
		"https://my.example{sku}":    {"does not begin with the address of a shop", "write it like"},
		"https://my.example/":        {"names no field, so that all products would have one page", "add one, such as {sku} or {id}"},
		"https://my.example/{skuu}":  {`dropbridge.yaml:2:42: unknown path "skuu"`, `did you mean "sku"?`},
		"https://my.example/{sku}/}": {"a } without a { before it", ""},
	} {
		_, _, _, err := compiledLinks(t, "shop: {url: 'https://my.example/'}\nfeeds: {f: {template: csv, out: f, link: '"+link+"'}}")
		require.ErrorContains(t, err, want[0], link)
		require.Contains(t, failure.Hint(err), want[1], link)
		require.Equal(t, failure.Config, failure.KindOf(err), link)
	}
}
