package purging

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/rig"
)

// TestElsewhere: every file that may name the person is named once, and none beside them.
func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`
supplier:
  orders: {folder: out, template: generic-csv-1251, waybills: {folder: back}}
inbox:
  waybills: {template: csv, out: tracking/all.csv}
`), 0o600))
	want := map[string]string{
		"inbox/keycrm/1.csv": "inbox", "backups/one.db": "backup", "state/journal.db.old": "backup", "books/2026-10/a.csv": "book",
		"out/.1.csv.part": "handed_over", "out/deep/2.csv": "handed_over", "back/ttn.csv": "handed_over", "tracking/all.csv": "waybills",
		"state/service.log": "log", "state/service.log.1": "log", "state/outbox/1.json": "own", "state/users.yaml": "own",
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	for _, name := range append(names, "state/journal.db", "state/journal.db-wal", "state/spool/1.copy", "state/catalog/1", "tracking/other.csv", "feeds/a.csv", "feeds/none.csv") {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte("1;Zhuravel;Olena;0671112233\n"), 0o600))
	}
	packed, broken := filepath.Join(dir, "backups", "two.db.gz"), filepath.Join(dir, "backups", "three.db.gz")
	for _, path := range []string{packed, broken} {
		require.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	require.NoError(t, durable.Pack(filepath.Join(dir, "backups", "one.db"), packed))
	require.NoError(t, durable.Pack(filepath.Join(dir, "feeds", "none.csv"), broken))
	require.NoError(t, os.Truncate(broken, 12))
	want["backups/two.db.gz"], want["backups/three.db.gz"] = "backup", "copy_unread"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "out/others.csv"), []byte("2;Petrenko;Ivan\n"), 0o600))

	c, err := config.Load(file)
	require.NoError(t, err)
	who, _ := forget.ParsePerson("067 111 22 33")
	var report forget.Report
	require.NoError(t, elsewhere(t.Context(), c, &desk.Desk{}, who, &report))
	got := map[string]string{}
	for _, kept := range report.Kept {
		name, err := filepath.Rel(dir, kept.Name)
		require.NoError(t, err)
		require.NotContains(t, got, name, "named twice")
		require.Contains(t, kept.Message, kept.Name)
		require.Contains(t, kept.Hint, kept.Name)
		got[filepath.ToSlash(name)] = kept.Code
	}
	require.Equal(t, want, got)
}

// TestObjectsOfTheBucket: copies of the journal are looked through packed or not, as they are in a folder, and
// one that cannot be read to its end keeps no other from being told.
func TestObjectsOfTheBucket(t *testing.T) {
	t.Parallel()
	dir, there := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte("files: \"file://"+filepath.ToSlash(there)+"\"\n"), 0o600))
	want := map[string]string{"backups/a.db": "backup", "backups/b.db.gz": "backup", "backups/c.db.gz": "copy_unread", "inbox/1.csv": "inbox"}
	for _, name := range []string{"backups/a.db", "backups/b.db.gz", "backups/c.db.gz", "backups/none.db", "inbox/1.csv", "feeds/a.csv"} {
		path, text := filepath.Join(there, name), "1;Zhuravel;Olena;0671112233\n"
		if name == "backups/none.db" {
			text = "2;Petrenko;Ivan\n"
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for _, name := range []string{"b", "c"} {
		require.NoError(t, durable.Pack(filepath.Join(there, "backups/a.db"), filepath.Join(there, "backups", name+".db.gz")))
	}
	require.NoError(t, os.Truncate(filepath.Join(there, "backups/c.db.gz"), 12))

	c, err := config.Load(file)
	require.NoError(t, err)
	who, _ := forget.ParsePerson("067 111 22 33")
	var report forget.Report
	require.NoError(t, behind(t.Context(), c, &desk.Desk{}, who, &report))
	got := map[string]string{}
	for _, kept := range report.Kept {
		at := strings.Index(kept.Name, filepath.Base(there))
		got[kept.Name[at+len(filepath.Base(there))+1:]] = kept.Code
	}
	require.Equal(t, want, got)
}

// TestObjectsInS3 on a real server, and on ones that keep older contents, or do not say.
func TestObjectsInS3(t *testing.T) {
	store := rig.StartStore(t)
	store.MakeBucket(t, "shop")
	t.Setenv("AWS_ACCESS_KEY_ID", store.Access)
	t.Setenv("AWS_SECRET_ACCESS_KEY", store.Secret)
	to, err := url.Parse(store.URL)
	require.NoError(t, err)
	status, text := 0, ""
	through := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host // which is signed
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if status != 0 && r.URL.Query().Has("versioning") {
			w.WriteHeader(status)
			fmt.Fprint(w, text)
			return
		}
		through.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "dropbridge.yaml")
	require.NoError(t, os.WriteFile(file, []byte("files: \"s3://shop/of/mine?endpoint="+server.URL+"&region="+store.Region+"\"\n"), 0o600))
	c, err := config.Load(file)
	require.NoError(t, err)
	b, err := c.Bucket()
	require.NoError(t, err)
	defer b.Close()
	for _, key := range []string{"backups/a.db", "inbox/1.csv", "feeds/a.csv"} {
		_, err = b.Put(t.Context(), key, bucket.Bytes([]byte("1;Zhuravel;Olena;0671112233\n")))
		require.NoError(t, err)
	}
	who, _ := forget.ParsePerson("067 111 22 33")
	for _, answer := range []struct {
		status int
		text   string
		code   string
	}{
		{}, // as the server says
		{http.StatusOK, "<VersioningConfiguration/>", ""},
		{http.StatusOK, "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>", "versions"},
		{http.StatusOK, "<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>", "versions"},
		{http.StatusForbidden, "<Error><Code>AccessDenied</Code></Error>", "versions_unknown"},
		{http.StatusNotImplemented, "<Error><Code>NotImplemented</Code></Error>", ""},
	} {
		status, text = answer.status, answer.text
		var report forget.Report
		require.NoError(t, behind(t.Context(), c, &desk.Desk{}, who, &report))
		var got []string
		for _, kept := range report.Kept {
			require.Contains(t, kept.Message, b.String())
			require.Contains(t, kept.Hint, b.String())
			got = append(got, kept.Code)
		}
		want := []string{"backup", "inbox"}
		if answer.code != "" {
			want = append(want, answer.code)
		}
		require.Equal(t, want, got, "%s", answer.text)
	}
}
