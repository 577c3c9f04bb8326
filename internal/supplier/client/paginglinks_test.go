package client

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFollowingALink(t *testing.T) {
	for _, c := range []struct{ base, link, want string }{
		{"https://a.example/v1", "?page=2", "https://a.example/v1/goods?page=2"},
		{"https://a.example/v1", "/x?page=2#top", "https://a.example/x?page=2"},
		{"https://a.example", "https://A.example:443/x", "https://A.example:443/x"},
		{"https://a.example", "http://a.example/x", "https://a.example/x"},
		{"https://a.example", "http://a.example:80/x", ""},
		{"https://a.example", "//b.example/x", ""},
		{"https://a.example", "https://a.example:8443/x", ""},
		{"https://a.example", "https://u:p@a.example/x", ""},
		{"https://a.example", "javascript:1", ""},
		{"https://a.example", "ht tp://\x7f", ""},
		{"http://127.0.0.1:81", "http://127.0.0.1:81/x", "http://127.0.0.1:81/x"},
	} {
		base, err := parseBase(c.base)
		require.NoError(t, err)
		got, err := follow(base, &request{path: "/goods"}, c.link)
		require.Equal(t, c.want, got, c.link)
		require.Equal(t, c.want == "", err != nil, c.link)
	}
}

func TestNextLink(t *testing.T) {
	for header, want := range map[string]string{
		`<https://a.example/?p=2>; rel="next"`:    "https://a.example/?p=2",
		`</?p=1>; rel=prev, </?p=3>; rel=next`:    "/?p=3",
		`</?p=1>; rel="last next"; x="a>,<b"`:     "/?p=1",
		`</a>; title="rel=next"`:                  "",
		`</a>;rel="nextish", </b> ; REL = "Next"`: "/b",
		`</a>; flag, </b>; rel=next`:              "/b",
		`</a`:                                     "",
		`/a; rel=next`:                            "",
		``:                                        "",
		`<<<>>>;;;===,,,"""`:                      "",
	} {
		require.Equal(t, want, nextLink([]string{header}), header)
	}
	require.Equal(t, "/b", nextLink([]string{`</a>; rel=prev`, `</b>; rel=next`}))
}

func FuzzNextLink(f *testing.F) {
	f.Add(`</a>; rel=prev, </b>; title="x"; rel="next"`)
	f.Fuzz(func(t *testing.T, header string) {
		require.LessOrEqual(t, len(nextLink([]string{header})), len(header))
	})
}
