package reload

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/whereabouts"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// fileOf is the file of a config whose server listens where a flag says it.
func fileOf(t *testing.T, text string) *File {
	t.Helper()
	name := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	c, err := config.Load(name)
	require.NoError(t, err)
	return &File{Config: c, LookupEnv: func(string) (string, bool) { return "", false }, Logger: slog.New(slog.DiscardHandler), Listen: "127.0.0.1:0"}
}

// TestTheConfigIsCheckedAsAtAStart: what a start refuses is not written.
func TestTheConfigIsCheckedAsAtAStart(t *testing.T) {
	f := fileOf(t, "{}")
	require.NoError(t, f.Check("http: {listen: '0.0.0.0:8080'}\n"), "a flag says where it listens")
	f.Listen = f.Config.HTTP.Listen
	for text, says := range map[string]string{
		"http: {listen: '0.0.0.0:8080'}\n": "open to other machines",
		"http: {oidc: {issuer: 'https://login.example', client_id: x, client_secret_env: NONE, redirect: 'https://shop.example/login/back', role: look}}\n": "NONE",
		"notify: {telegram: {chat: '1'}}\n":                         "DROPBRIDGE_TELEGRAM_TOKEN",
		"books: {close: 40d}\n":                                     "books.close",
		"feeds: {a: {template: yml, out: a.yml, key_env: NOKEY}}\n": "NOKEY",
	} {
		require.ErrorContains(t, f.Check(text), says)
	}
	require.NoError(t, f.Check("language: uk\n"))
	require.Empty(t, f.Read().ReadOnly)
	require.Error(t, tryFolder(filepath.Join(t.TempDir(), "none")))
}

// TestALinkedConfigIsWrittenWhereItLies: the link stays, the file keeps its mode, and the old text lies beside the file. One whose
// folder takes no other file can only be read, and who saves it all the same learns what is not written, why, and what to do.
func TestALinkedConfigIsWrittenWhereItLies(t *testing.T) {
	f := fileOf(t, "language: en\n")
	link, file := f.Config.File, filepath.Join(t.TempDir(), "etc.yaml")
	require.NoError(t, os.Rename(link, file))
	require.NoError(t, os.Symlink(file, link))
	require.NoError(t, os.Chmod(file, 0o640))
	text := f.Read()
	require.Empty(t, text.ReadOnly)
	_, err := f.Save("# other\n", "language: uk\n")
	require.ErrorIs(t, err, ErrChanged, "somebody else has written it")
	kept, err := f.Save(text.Text, "language: uk\n")
	require.NoError(t, err)
	at, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, file, at)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "language: uk\n", string(data))
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	old, err := filepath.Glob(file + ".*.old")
	require.NoError(t, err)
	require.Equal(t, []string{kept}, old)
	beside, err := filepath.Glob(link + ".*")
	require.NoError(t, err)
	require.Empty(t, beside)

	if runtime.GOOS == "linux" { // where such a folder is at hand, for root too
		f = fileOf(t, "language: en\n")
		require.NoError(t, os.Remove(f.Config.File))
		require.NoError(t, os.Symlink("/proc/self/comm", f.Config.File))
		require.NotEmpty(t, f.Read().ReadOnly)
		require.NoError(t, os.Remove(f.Config.File))
		program, err := os.Executable() // which nobody can write while it runs
		require.NoError(t, err)
		require.NoError(t, os.Symlink(program, f.Config.File))
		require.Contains(t, f.Read().ReadOnly, "open "+whereabouts.Target(program)+": ", "it is named as it lies, whatever links lead there")
		require.NoError(t, os.Remove(f.Config.File))
		require.NoError(t, os.Symlink("/proc/self/comm", f.Config.File))
		_, err = f.Save(f.Read().Text, "language: uk\n")
		refused, ok := errors.AsType[*refusal.Refusal](err)
		require.True(t, ok, "%v", err)
		what, way := refused.Say(wording.Ukrainian)
		require.Contains(t, what, wording.Ukrainian.Say("page.config_unwritten", f.Config.File, "")) // the system's words are at its end
		require.Regexp(t, `open /proc/.*: [a-z ]+$`, what)
		require.Equal(t, wording.Ukrainian.Say("page.config_unwritten_way", whereabouts.Target(filepath.Dir("/proc/self/comm"))), way)
	}
	t.Chdir(t.TempDir())
	dir, err := os.Getwd()
	require.NoError(t, err)
	require.Contains(t, failure.Hint(unwritten("dropbridge.yaml", fs.ErrPermission)), "the folder "+dir+",")
	err = unwritten(f.Config.File, &fs.PathError{Op: "write", Path: "a", Err: syscall.ENOSPC})
	require.Contains(t, failure.Hint(err), "make room")
}
