package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/pkg/sftp"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/dropbridge/dropbridge/internal/sftpd"
)

// waybills are those in a result file.
var waybills = regexp.MustCompile(`;\d{14};`)

// crm is a program that hands order files in to a daemon, and fetches results, with one key.
type crm struct {
	url, sftp, key string
	host           ssh.PublicKey
}

// crm makes a key for all sources of a running daemon.
func (d *runningDaemon) crm(t *testing.T, dir string) *crm {
	t.Helper()
	var made struct{ Key string }
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"--config", filepath.Join(dir, "dropbridge.yaml"), "--json", "key", "add", "crm", "--orders"}, os.LookupEnv, nil, &out, &errs), "%s", &errs)
	require.NoError(t, json.Unmarshal(out.Bytes(), &made))
	host, err := sftpd.ReadHostKey(filepath.Join(dir, "state", "sftp_host_key"))
	require.NoError(t, err)
	address := regexp.MustCompile(`msg=SFTP address=(\S+)`).FindStringSubmatch(d.errs.String())
	require.NotNil(t, address, "%s", d.errs)
	return &crm{url: d.url, sftp: address[1], key: made.Key, host: host.PublicKey()}
}

// ask is a request with the key.
func (c *crm) ask(t *testing.T, method, path string, body []byte) (code int, answer []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, c.url+path, bytes.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+c.key)
	w, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer w.Body.Close()
	answer, err = io.ReadAll(w.Body)
	require.NoError(t, err)
	return w.StatusCode, answer
}

// put gives a file, whose result is awaited from then on.
func (c *crm) put(t *testing.T, source, name string, content []byte) {
	t.Helper()
	code, answer := c.ask(t, http.MethodGet, "results/"+source+"/"+name, nil)
	require.Equal(t, http.StatusNotFound, code, "%s", answer)
	code, answer = c.ask(t, http.MethodPut, "inbox/"+source+"/"+name, content)
	require.Equal(t, http.StatusCreated, code, "%s", answer)
	code, answer = c.ask(t, http.MethodGet, "results/"+source+"/"+name, nil)
	require.Equal(t, http.StatusAccepted, code, "%s", answer)
}

// result is that of a file.
func (c *crm) result(t *testing.T, source, name string) []byte {
	t.Helper()
	code, answer := c.ask(t, http.MethodGet, "results/"+source+"/"+name, nil)
	require.Equal(t, http.StatusOK, code, "%s", answer)
	return answer
}

// over does something over SFTP as a source.
func (c *crm) over(t *testing.T, source string, do func(*sftp.Client)) {
	t.Helper()
	conn, err := ssh.Dial("tcp", c.sftp, &ssh.ClientConfig{User: source, Auth: []ssh.AuthMethod{ssh.Password(c.key)}, HostKeyCallback: ssh.FixedHostKey(c.host)})
	require.NoError(t, err)
	defer conn.Close()
	client, err := sftp.NewClient(conn)
	require.NoError(t, err)
	do(client)
	require.NoError(t, client.Close())
}

func (c *crm) upload(t *testing.T, source, name string, content []byte) {
	t.Helper()
	c.over(t, source, func(client *sftp.Client) {
		file, err := client.OpenFile(path.Join("/inbox", name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
		require.NoError(t, err)
		_, err = file.Write(content)
		require.NoError(t, err)
		require.NoError(t, file.Close())
	})
}

// download is the result of the file whose name begins so.
func (c *crm) download(t *testing.T, source, stem string) (content []byte) {
	t.Helper()
	c.over(t, source, func(client *sftp.Client) {
		names, err := client.Glob("/results/" + stem + ".*.result.csv")
		require.NoError(t, err)
		require.Len(t, names, 1)
		file, err := client.Open(names[0])
		require.NoError(t, err)
		content, err = io.ReadAll(file)
		require.NoError(t, err)
	})
	return content
}
