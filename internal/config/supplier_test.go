package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlainLoopback(t *testing.T) {
	for written, want := range map[string]string{
		"http://LOCALHOST:8765/v1": "http://localhost:8765/v1", "http://Localhost": "http://localhost",
		"http://127.0.0.1:1": "http://127.0.0.1:1", "http://127.1:1": "http://127.1:1", "http://localhost.example": "http://localhost.example",
		"https://API.example": "https://API.example", "http://[::1]:1": "http://[::1]:1", "%": "%", "": "",
	} {
		require.Equal(t, want, plainLoopback(written), written)
	}
}
