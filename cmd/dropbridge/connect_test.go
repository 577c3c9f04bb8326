package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFullLoopback(t *testing.T) {
	for written, want := range map[string]string{
		"http://LOCALHOST:8765/v1": "http://localhost:8765/v1", "http://Localhost": "http://localhost", "http://localhost.": "http://localhost",
		"http://127.1:80": "http://127.0.0.1:80", "http://127.0.1": "http://127.0.0.1", "http://127.2.258": "http://127.2.1.2",
		"http://127.0.0.1:1": "http://127.0.0.1:1", "http://127.x": "http://127.x", "http://127.1.evil.example": "http://127.1.evil.example",
		"http://127.99999999999": "http://127.99999999999", "https://API.example": "https://API.example", "http://[::1]:1": "http://[::1]:1", "%": "%", "": "",
	} {
		require.Equal(t, want, fullLoopback(written), written)
	}
}
