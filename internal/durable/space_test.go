package durable_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/durable"
)

func TestSpace(t *testing.T) {
	free, total, err := durable.Space(t.TempDir())
	if errors.Is(err, errors.ErrUnsupported) {
		return
	}
	require.NoError(t, err)
	require.Positive(t, free)
	require.Greater(t, total, free)
	_, _, err = durable.Space(filepath.Join(t.TempDir(), "none"))
	require.Error(t, err)
}
