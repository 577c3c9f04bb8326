package pattern

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLazy(t *testing.T) {
	digits := Lazy(`[0-9]+`)
	require.Equal(t, "12", digits().FindString("a12b"))
	require.Same(t, digits(), digits(), "it is compiled once")
	wrong := Lazy(`(`)
	require.Panics(t, func() { wrong() }, "not before")
}
