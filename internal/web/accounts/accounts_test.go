package accounts_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/web/accounts"
)

const word = "several words of anna"

func hash(t *testing.T, password string) string {
	t.Helper()
	text, err := accounts.Hash(password)
	require.NoError(t, err)
	return text
}

// TestPasswordsAreHashes: of argon2id with what OWASP asks for, another one each time.
func TestPasswordsAreHashes(t *testing.T) {
	first, second := hash(t, word), hash(t, word)
	require.True(t, strings.HasPrefix(first, "$argon2id$v=19$m=19456,t=2,p=1$"), first)
	require.NotEqual(t, first, second)
	require.NoError(t, accounts.CheckHash(first))
	for _, wrong := range []string{"", word, "$2a$10$abc", "$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21l$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21l$AAAA",
		"$argon2id$v=19$m=19456,t=2,p=1$c2E$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHRzb21l$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=19456,t=0,p=1$c29tZXNhbHRzb21l$AAAAAAAAAAAAAAAAAAAAAA", "$argon2id$v=19$m=19456,t=2,p=0$c29tZXNhbHRzb21l$AAAAAAAAAAAAAAAAAAAAAA"} {
		require.Error(t, accounts.CheckHash(wrong), wrong)
	}
	require.True(t, accounts.Guessable("123456789"))
	require.False(t, accounts.Guessable("десять сл."))
}

// TestAUserLogsIn with the right password, as what the file says now.
func TestAUserLogsIn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "users.yaml")
	a, command := accounts.Open(path, nil, nil), accounts.Open(path, nil, nil)
	require.False(t, a.Any())
	_, right := a.Check("anna", word)
	require.False(t, right)
	added, err := command.Put(accounts.Account{Name: "anna", Role: "act", Password: hash(t, word), Made: time.Now()})
	require.NoError(t, err)
	require.True(t, added)
	require.True(t, a.Any())
	user, right := a.Check("anna", word)
	require.True(t, right)
	require.Equal(t, access.Actor, user.Role)
	for name, password := range map[string]string{"anna": word + " ", "Anna": word, "": word, "nobody": word} {
		_, right = a.Check(name, password)
		require.False(t, right, name)
	}
	_, right = a.Check("anna", "")
	require.False(t, right)

	added, err = command.Put(accounts.Account{Name: "anna", Role: "look", Password: hash(t, word)})
	require.NoError(t, err)
	require.False(t, added)
	found, known := a.Find("anna")
	require.True(t, known)
	require.Equal(t, access.Looker, found.Role)
	require.NotEqual(t, user.Stamp, found.Stamp, "which ends the sessions of the old password")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(data), word)

	require.NoError(t, command.Remove("anna"))
	_, known = a.Find("anna")
	require.False(t, known)
	err = command.Remove("anna")
	require.EqualError(t, err, "there is no user anna")
	require.Equal(t, "`dropbridge user list` shows all", failure.Hint(err))
}

// TestUsersOfTheConfig go before those of the file, and are changed there.
func TestUsersOfTheConfig(t *testing.T) {
	path := filepath.Join(t.TempDir(), "users.yaml")
	_, err := accounts.Open(path, nil, nil).Put(accounts.Account{Name: "anna", Role: "look", Password: hash(t, "another one of anna")})
	require.NoError(t, err)
	a := accounts.Open(path, []accounts.Account{{Name: "anna", Role: "act", Password: hash(t, word)}}, nil)
	user, right := a.Check("anna", word)
	require.True(t, right)
	require.Equal(t, access.Actor, user.Role)
	all, err := a.List()
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.True(t, all[0].Config)
	_, err = a.Put(accounts.Account{Name: "anna", Role: "act", Password: hash(t, word)})
	require.ErrorContains(t, err, "http.users")
	require.ErrorContains(t, a.Remove("anna"), "http.users")

	require.NoError(t, os.WriteFile(path, []byte("entries: {"), 0o600))
	_, right = a.Check("anna", word)
	require.True(t, right, "a damaged file lets in no more than the config")
	_, err = a.List()
	require.Error(t, err)
	require.True(t, accounts.Open(path, nil, nil).Any(), "nor does it open the page to those who have no password")
}

// TestHostileNamesAreRefused before anything is written.
func TestHostileNamesAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "users.yaml")
	a := accounts.Open(path, nil, nil)
	for _, name := range []string{"", "a b", "a\nb", "<b>", "../x", "\u202eanna", "\x1b[31m", "a:", strings.Repeat("a", 65), "\xff"} {
		_, err := a.Put(accounts.Account{Name: name, Role: "act", Password: hash(t, word)})
		require.ErrorContains(t, err, "this is no name", name)
		require.Equal(t, failure.Usage, failure.KindOf(err))
	}
	require.NoFileExists(t, path)
	for _, name := range []string{"anna", "Ганна_1", "anna@shop.example", "a.b-c+d"} {
		_, err := a.Put(accounts.Account{Name: name, Role: "act", Password: hash(t, word)})
		require.NoError(t, err, name)
	}
}

// TestAnUnknownNameTakesAsLong as a known one with a wrong password: both cost a hash, which
// shows in the memory that it takes.
func TestAnUnknownNameTakesAsLong(t *testing.T) {
	a := accounts.Open(filepath.Join(t.TempDir(), "users.yaml"), []accounts.Account{{Name: "anna", Role: "act", Password: hash(t, word)}}, nil)
	a.Check("nobody", word) // makes what it is compared with
	for _, name := range []string{"anna", "nobody", ""} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, right := a.Check(name, "a wrong password")
		runtime.ReadMemStats(&after)
		require.False(t, right)
		require.InDelta(t, 19<<20, after.TotalAlloc-before.TotalAlloc, 1<<20, name)
	}
}
