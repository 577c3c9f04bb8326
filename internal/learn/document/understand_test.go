package document

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/templates"
)

func TestTimeIsBounded(t *testing.T) {
	words, err := lexicon.Load(templates.Open(""))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = readDocument(ctx, "doc", map[string]any{"openapi": "3.0.0", "paths": map[string]any{"/products": map[string]any{}}}, words)
	require.Error(t, err)
}
