package mapping

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/supplier/suppliertest"
)

func defaultMapping(t testing.TB) *Program {
	t.Helper()
	m, err := Compile("default.yaml", []byte(suppliertest.DefaultYAML(t)))
	require.NoError(t, err)
	return m
}

// mappingWithout is the built-in mapping without one of its parts.
func mappingWithout(t testing.TB, part string) *Program {
	t.Helper()
	m, err := Compile("cut.yaml", []byte(suppliertest.YAMLWithout(t, part)))
	require.NoError(t, err)
	return m
}

// foreignMapping is a mapping with that products section and what stands before it.
func foreignMapping(t testing.TB, head, products string) (*Program, error) {
	t.Helper()
	return Compile("foreign.yaml", []byte(suppliertest.ForeignText(head, products)))
}
