package place_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/place"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func write(t *testing.T, path, content string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
}

// TestCheck: what lies there decides, and what a person says.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("file"), "mine")
	require.NoError(t, os.Mkdir(at("folder"), 0o755))
	require.NoError(t, os.Symlink("file", at("link")))
	require.NoError(t, os.Symlink("nowhere", at("dangling")))
	for _, c := range []struct {
		name      string
		origin    place.Origin
		overwrite bool
		want      string
	}{
		{"nothing", place.Foreign, false, ""}, {"file/below", place.Foreign, false, ""},
		{"file", place.Own, false, ""}, {"file", place.Foreign, true, ""}, {"file", place.Changed, true, ""},
		{"file", place.Foreign, false, "dropbridge did not write it"}, {"file", place.Changed, false, "was changed by somebody since"},
		{"folder", place.Own, false, "is a folder"}, {"folder", place.Own, true, "is a folder"},
		{"link", place.Own, false, "is a link to file: a file would take the place of the link"}, {"link", place.Own, true, ""},
		{"dangling", place.Own, false, "is a link to nowhere, which is not there"}, {"dangling", place.Own, true, ""},
	} {
		err := place.Check(at(c.name), c.overwrite, wording.Literal("the command"), func() place.Origin { return c.origin })
		if c.want == "" {
			require.NoError(t, err, c)
			continue
		}
		require.ErrorContains(t, err, at(c.name)+" ", c)
		require.ErrorContains(t, err, c.want)
		require.NotContains(t, err.Error()+failure.Hint(err), "…", "every value is said")
		if c.name == "folder" {
			require.Equal(t, failure.Other, failure.KindOf(err))
			continue
		}
		require.Equal(t, failure.Config, failure.KindOf(err))
		require.Contains(t, failure.Hint(err), "once: the command")
		var refused *place.Refusal
		require.ErrorAs(t, err, &refused)
		what, way := refused.Say(wording.Ukrainian)
		require.NotEqual(t, err.Error(), what)
		require.Contains(t, way, ": the command")
	}
}

// TestNotes: a book is ours as long as it is as it was written.
func TestNotes(t *testing.T) {
	dir := t.TempDir()
	notes := place.Notes(filepath.Join(dir, "state", "written"))
	book := filepath.Join(dir, "october.csv")
	write(t, book, "figures")
	require.Equal(t, place.Foreign, notes.Origin(book))
	sum, err := place.Sum(book)
	require.NoError(t, err)
	require.NoError(t, notes.Note(book, sum))
	require.Equal(t, place.Own, notes.Origin(book))
	t.Chdir(dir)
	require.Equal(t, place.Own, notes.Origin("october.csv"), "however it is named")
	write(t, book, "figures, and a remark")
	require.Equal(t, place.Changed, notes.Origin(book))
	require.NoError(t, notes.Note(book, sum))
	write(t, book, "figures")
	require.Equal(t, place.Own, notes.Origin(book))
	write(t, history.Path(book), "")
	require.Equal(t, place.Foreign, notes.Origin(book), "it is a feed")
}

// TestWorkbooksOfEarlierVersions have no note: the program that saved one last is named in it.
func TestWorkbooksOfEarlierVersions(t *testing.T) {
	dir := t.TempDir()
	for program, want := range map[string]place.Origin{"dropbridge": place.Own, "Microsoft Excel": place.Foreign, "LibreOffice/24.2": place.Foreign} {
		book := filepath.Join(dir, "book.xlsx")
		file, err := os.Create(book)
		require.NoError(t, err)
		packed := zip.NewWriter(file)
		part, err := packed.Create("docProps/app.xml")
		require.NoError(t, err)
		_, err = part.Write([]byte("<Properties><Application>" + program + "</Application></Properties>"))
		require.NoError(t, err)
		require.NoError(t, packed.Close())
		require.NoError(t, file.Close())
		require.Equal(t, want, place.Notes(dir).Origin(book), program)
	}
}
