package function

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFilePath(t *testing.T) {
	for address, want := range map[string]string{
		"https://img.example/a/b%20c.jpg?x=1#y":      "a/b c.jpg",
		"https://img.example/%D1%87/%2e%2e/../d.jpg": "d.jpg",
		"https://img.example":                        "",
		"https://img.example/":                       "",
		"a/b.jpg":                                    "a/b.jpg",
		"https://img.example/a%zz.jpg":               "a%zz.jpg",
	} {
		require.Equal(t, want, filePath(address), address)
	}
}
