package category

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier"
)

func TestCategoryTree(t *testing.T) {
	tree := NewTree()
	require.False(t, tree.Add("9", []string{"a", "b", "c"}))
	require.False(t, tree.Add("9", []string{"a", "b", "c"}))
	require.False(t, tree.Add("7", []string{"a", "b"}))
	require.True(t, tree.Add("9", []string{"other"}), "one id with two paths is told")
	require.False(t, tree.Add("9", []string{"other"}), "once")
	require.False(t, tree.Add("8", []string{"a", "b"}), "two ids at one path stand side by side")
	root := fmt.Sprint(pathID("a"))
	require.Equal(t, []Listed{{root, "", "a", []string{"a"}}, {"7", root, "b", []string{"a", "b"}}, {"9", "7", "c", []string{"a", "b", "c"}},
		{"8", root, "b", []string{"a", "b"}}}, tree.List())
}

// TestMadeIDsNeverCollide: an id made from a path gives way to a real one.
func TestMadeIDsNeverCollide(t *testing.T) {
	tree := NewTree()
	taken := pathID("root")
	tree.Add(fmt.Sprint(taken), []string{"something else"})
	tree.Add("1", []string{"root", "leaf"})
	require.Equal(t, []Listed{
		{fmt.Sprint(taken), "", "something else", []string{"something else"}}, {fmt.Sprint(taken + 1), "", "root", []string{"root"}},
		{"1", fmt.Sprint(taken + 1), "leaf", []string{"root", "leaf"}},
	}, tree.List())
}

func TestCategoryKey(t *testing.T) {
	for want, c := range map[string]supplier.Category{
		"12":                         {ID: "12", Path: []string{"a"}},
		fmt.Sprint(pathID("a\x00b")): {Path: []string{"a", "b"}},
		fmt.Sprint(pathID("a")):      {ID: "0", Name: "a"},
		fmt.Sprint(pathID(None)):     {},
	} {
		require.Equal(t, want, string(NewKeys(NewTree()).Append(nil, &c)))
	}
	require.Len(t, fmt.Sprint(pathID("a")), 9, "shops keep ids of categories in 32 bits")
}

// TestKeysStay: what the feed called a category is what it calls it again.
func TestKeysStay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "feed.yml")
	require.NoError(t, os.WriteFile(MemoryPath(out), []byte("123456789012345678,a,b\n"), 0o644))
	tree := NewTree()
	require.NoError(t, tree.Recall(out))
	keys := NewKeys(tree)
	for path, want := range map[string]string{"b": "123456789012345678", "c": fmt.Sprint(pathID("a\x00c"))} {
		require.Equal(t, want, string(keys.Append(nil, &supplier.Category{Path: []string{"a", path}})))
	}
}

// TestKeysOfOneNumber: two paths that come to the same number are told apart.
func TestKeysOfOneNumber(t *testing.T) {
	keys := NewKeys(NewTree())
	number := fmt.Sprint(pathID("a"))
	keys.paths[number] = "another path"
	require.Equal(t, fmt.Sprint(pathID("a")+1), string(keys.Append(nil, &supplier.Category{Path: []string{"a"}})))
	require.Equal(t, fmt.Sprint(pathID("a")+1), string(keys.Append(nil, &supplier.Category{Path: []string{"a"}})))
}
