package register_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/register"
)

type person struct {
	Name string `yaml:"name"`
}

func add(r *register.Register[person], name string) error {
	return r.Change(func(all []person) ([]person, error) { return append(all, person{name}), nil })
}

// TestAChangeIsSeenAtOnce by whoever has the file open, and the file is this user's alone.
func TestAChangeIsSeenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "people.yaml")
	reader, writer := register.Open[person](path), register.Open[person](path)
	all, err := reader.Entries()
	require.NoError(t, err)
	require.Empty(t, all)
	for n, name := range []string{"a: b", "- x\n# y", "null", "{{.}}"} {
		require.NoError(t, add(writer, name))
		all, err = reader.Entries()
		require.NoError(t, err)
		require.Len(t, all, n+1)
		require.Equal(t, name, all[n].Name, "as it was given")
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoError(t, os.Remove(path))
	all, err = reader.Entries()
	require.NoError(t, err)
	require.Empty(t, all)
}

// TestNoChangeIsLost, of several writers at the same time.
func TestNoChangeIsLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.yaml")
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() { require.NoError(t, add(register.Open[person](path), "one")) })
	}
	group.Wait()
	all, err := register.Open[person](path).Entries()
	require.NoError(t, err)
	require.Len(t, all, 20)
}

// TestADamagedFileIsAnError each time, stays as it is, and is read again once it is well.
func TestADamagedFileIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.yaml")
	require.NoError(t, os.WriteFile(path, []byte("entries: [{nome: x}]\n"), 0o600))
	r := register.Open[person](path)
	for range 2 {
		all, err := r.Entries()
		require.ErrorContains(t, err, `unknown key "nome"`)
		require.Empty(t, all)
	}
	require.Error(t, add(r, "y"))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(data), "nome")
	require.NoError(t, os.WriteFile(path, []byte("entries: [{name: well}]\n"), 0o600))
	all, err := r.Entries()
	require.NoError(t, err)
	require.Equal(t, []person{{"well"}}, all)

	wanted := errors.New("not this time")
	require.ErrorIs(t, r.Change(func([]person) ([]person, error) { return nil, wanted }), wanted)
	all, _ = r.Entries()
	require.Len(t, all, 1)
}
