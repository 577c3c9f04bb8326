package markup

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAddress(t *testing.T) {
	for in, want := range map[string]string{
		"https://img.example/a.jpg":             "https://img.example/a.jpg",
		"https://img.example:8443/A.JPG#x":      "https://img.example:8443/A.JPG#x",
		" https://img.example/a b.jpg?x=1&y=2 ": "https://img.example/a%20b.jpg?x=1&y=2",
		"https://img.example/чай.jpg":           "https://img.example/%D1%87%D0%B0%D0%B9.jpg",
		"https://img.example/c%20d ї.jpg":       "https://img.example/c%20d%20%D1%97.jpg",
		"https://img.example/100%.jpg":          "https://img.example/100%25.jpg",
		"https://img.example/100%zz%4":          "https://img.example/100%25zz%254",
		"https://img.example/a\nb\x00c":         "https://img.example/abc",
		"http%3A%2F%2Fimg.example%2Fa%20b.jpg":  "http://img.example/a%20b.jpg",
		"HTTPS%3a%2f%2fimg.example%2f100%":      "https://img.example/100%25",
		"HTTPS://img.example/a|b.jpg":           "https://img.example/a%7Cb.jpg",
		"https://крамниця.укр/a":                "https://xn--80aqejfp0c4d.xn--j1amh/a",
		"https://Крамниця.укр:8080":             "https://xn--80aqejfp0c4d.xn--j1amh:8080",
		"https://img_1.example./":               "https://img_1.example./",
		"https://[2001:db8::1]:80/a":            "https://[2001:db8::1]:80/a",
		"https://shop.example/?p=1&amp;q=2":     "https://shop.example/?p=1&q=2",
		"https://shop.example/?p=1&amp;amp;q=2": "https://shop.example/?p=1&q=2",
		"https://shop.example/?p=1&#038;q=2#&x": "https://shop.example/?p=1&q=2#&x",
		"https://shop.example/?p=1&#38;amp;q=2": "https://shop.example/?p=1&q=2",
		"https://shop.example/?a=1&amplify=2":   "https://shop.example/?a=1&amplify=2",
		"//img.example/a b.jpg":                 "https://img.example/a%20b.jpg",
		" \x00//img.example/a.jpg":              "https://img.example/a.jpg",
	} {
		got, ok := Address(in)
		require.Equal(t, want, got, in)
		require.True(t, ok, in)
		again, ok := Address(got)
		require.Equal(t, got, again, in)
		require.True(t, ok, in)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { Address("https://img.example/A.jpg?x=1&y=%20") }))
}

func TestAddressRefuses(t *testing.T) {
	for _, in := range []string{
		"", " ", "не адреса", "ftp://img.example/a", "https://", "https:///a", "///a", "//", "/a.jpg", "img.example/a.jpg", "javascript:alert(1)",
		"https://a b/c", "https://:80/", "https://a:port/", "https://a:65536/", "https://a:+80/", "https://a:", "https://name:word@a.example/", "https://a..example/", "https://.example/",
		"https://a\"b.example/", "https://[::1", "https://[x]/", "https://a%20b/", "http%253A%252F%252Fa.example", "https:\\\\a.example", "https://кр амниця.укр/",
	} {
		got, ok := Address(in)
		require.False(t, ok, in)
		require.Empty(t, got, in)
	}
}
