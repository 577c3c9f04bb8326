package client

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

// mappingWithout is the built-in mapping without one of its parts.
func mappingWithout(t testing.TB, part string) *mapping.Program {
	t.Helper()
	m, err := mapping.Compile("cut.yaml", []byte(suppliertest.YAMLWithout(t, part)))
	require.NoError(t, err)
	return m
}

// defaultMapping is the built-in mapping with numbered pages, as the fakes have them. It is compiled once:
// nothing changes it.
func defaultMapping(t testing.TB) *mapping.Program {
	t.Helper()
	compiling.Lock()
	defer compiling.Unlock()
	if compiled == nil {
		m, err := mapping.Compile("default.yaml", []byte(suppliertest.NumberedYAML(t)))
		require.NoError(t, err)
		compiled = m
	}
	return compiled
}

var (
	compiling sync.Mutex
	compiled  *mapping.Program
)

// mappingWith is defaultMapping with a change.
func mappingWith(t testing.TB, before, after string) *mapping.Program {
	t.Helper()
	text := suppliertest.NumberedYAML(t)
	require.Contains(t, text, before)
	m, err := mapping.Compile("changed.yaml", []byte(strings.Replace(text, before, after, 1)))
	require.NoError(t, err)
	return m
}
