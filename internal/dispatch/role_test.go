package dispatch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/dispatch"
)

func TestParseRoles(t *testing.T) {
	for text, want := range map[string]string{
		"": "post,follow,inbox,feeds,books,http", "post": "post", " post, http ,post": "post,http",
		"http,books,feeds,inbox,follow,post": "http,books,feeds,inbox,follow,post",
	} {
		roles, err := dispatch.ParseRoles(text)
		require.NoError(t, err, text)
		require.Equal(t, want, roles.String())
		require.Equal(t, len(roles) == 6, roles.All(), text)
	}
	for _, text := range []string{"posts", "post,", "post;http", "POST"} {
		_, err := dispatch.ParseRoles(text)
		require.ErrorContains(t, err, "the roles are post,follow,inbox,feeds,books,http", text)
	}
}
