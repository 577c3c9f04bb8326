package mailserver

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCompose(t *testing.T) {
	message, err := Compose("Shop <shop@my.example>", []string{"a@there.example", "b@there.example"}, "Orders", "orders-1.csv", time.Date(2026, 11, 9, 7, 5, 0, 0, time.UTC))
	require.NoError(t, err)
	var text strings.Builder
	_, err = message.WriteTo(&text)
	require.NoError(t, err)
	for _, line := range []string{"Message-ID: <orders-1.csv@my.example>", "Subject: Orders", "Date: Mon, 09 Nov 2026 07:05:00 +0000", `From: "Shop" <shop@my.example>`, "To: <a@there.example>, <b@there.example>"} {
		require.Contains(t, text.String(), line+"\r\n")
	}
	_, err = Compose("nobody", nil, "", "", time.Time{})
	require.Error(t, err)
	require.Equal(t, "a, b (mail.example:25)", Server{Host: "mail.example", Port: 25}.Describe([]string{"a", "b"}))
}
