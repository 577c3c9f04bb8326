package courier_test

import (
	"bufio"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// TestAFileIsTakenInWhole, once, and never replaced.
func TestAFileIsTakenInWhole(t *testing.T) {
	s := newShop(t, nil)
	const at, text = "/inbox/keycrm/orders%205.csv", "order;sku\n1;KB-1\n"
	a := s.ask(t, http.MethodPut, at, s.Key, text)
	require.Equal(t, http.StatusCreated, a.code, a.text)
	require.Equal(t, map[string]any{"file": "orders 5.csv", "size": float64(len(text)), "sha256": shaOf(text), "result": "/results/keycrm/orders%205.csv"}, a.json)
	require.Equal(t, "/results/keycrm/orders%205.csv", a.header.Get("Location"))
	written, err := os.ReadFile(filepath.Join(s.Desk.Config.Inbox, "keycrm", "orders 5.csv"))
	require.NoError(t, err)
	require.Equal(t, text, string(written))

	again := s.ask(t, http.MethodPut, at, s.Key, text)
	require.Equal(t, http.StatusOK, again.code)
	require.Equal(t, a.json, again.json)
	require.Equal(t, http.StatusPreconditionFailed, s.ask(t, http.MethodPut, at, s.Key, text, "If-None-Match", "*").code)
	require.Equal(t, http.StatusPreconditionFailed, s.ask(t, http.MethodPut, at, s.Key, "other", "If-Match", "*").code)
	other := s.ask(t, http.MethodPut, at, s.Key, "other")
	require.Equal(t, http.StatusConflict, other.code)
	require.Equal(t, "name_taken", other.problem(t))

	s.record(t, "orders 5.csv", text, state.FileOpen, "")
	require.Equal(t, http.StatusOK, s.ask(t, http.MethodPut, at, s.Key, text).code, "the journal knows it")
	require.Equal(t, http.StatusConflict, s.ask(t, http.MethodPut, at, s.Key, "other").code)
	require.Empty(t, s.lying(t, "keycrm"))

	require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/-/a.csv", s.All, text, "If-None-Match", "*").code)
	require.Equal(t, []string{"a.csv"}, s.lying(t, ""))
	require.Contains(t, s.log.String(), "key=crm")
	require.NotContains(t, s.log.String(), s.Key)
}

// TestManyGiveOneFileAtOnce: it is made once.
func TestManyGiveOneFileAtOnce(t *testing.T) {
	s := newShop(t, nil)
	codes, all := make(chan int, 12), sync.WaitGroup{}
	for n := range cap(codes) {
		all.Go(func() {
			codes <- s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, fmt.Sprint("content ", n%2)).code
		})
	}
	all.Wait()
	close(codes)
	counts := map[int]int{}
	for code := range codes {
		counts[code]++
	}
	require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusOK: 5, http.StatusConflict: 6}, counts)
	require.Equal(t, []string{"a.csv"}, s.lying(t, "keycrm"))
}

// TestTwoProcessesAreGivenOneFile in the same moment, and it is one, whoever takes it. Each counter has
// locks of its own, as those of two processes have.
func TestTwoProcessesAreGivenOneFile(t *testing.T) {
	s := newShop(t, nil)
	both := []*intake.Counter{intake.New(s.Desk), intake.New(s.Desk)}
	const rounds = 40
	taken := make(chan intake.Receipt, 2*rounds)
	for n := range rounds {
		var all sync.WaitGroup
		for _, counter := range both {
			all.Go(func() {
				receipt, err := counter.Take(t.Context(), "keycrm", fmt.Sprintf("%d.csv", n), strings.NewReader(fmt.Sprint("same ", n)))
				require.NoError(t, err)
				taken <- receipt
			})
		}
		all.Wait()
	}
	require.Len(t, s.lying(t, "keycrm"), rounds)
	again := 0
	for range 2 * rounds {
		receipt := <-taken
		require.NotContains(t, receipt.File, "-")
		if receipt.Again {
			again++
		}
	}
	require.Equal(t, rounds, again)
}

// TestHostileFiles leave nothing, and each is refused with the way out.
func TestHostileFiles(t *testing.T) {
	s := newShop(t, nil)
	for name, want := range map[string]string{
		"..%2Fx.csv": "never_taken", "a%2Fb.csv": "bad_name", "a%5Cb.csv": "bad_name", "a%00b.csv": "bad_name", "a%0Ab.csv": "bad_name", "con.csv": "bad_name",
		"NUL": "bad_name", "COM1.csv": "bad_name", "a%E2%80%AEvsc.csv": "bad_name", "%FF.csv": "bad_name", "a.csv.": "bad_name", "-x.csv": "bad_name",
		strings.Repeat("x", 300) + ".csv": "bad_name", ".hidden.csv": "never_taken", "~$a.xlsx": "never_taken", "a.part": "never_taken", "Thumbs.db": "never_taken", "a%3Ab.csv": "bad_name",
	} {
		a := s.ask(t, http.MethodPut, "/inbox/keycrm/"+name, s.Key, "x")
		require.Equal(t, http.StatusBadRequest, a.code, name)
		require.Equal(t, want, a.problem(t), name)
		require.Equal(t, http.StatusNotFound, s.ask(t, http.MethodGet, "/results/keycrm/"+name, s.Key, "").code, name)
	}
	require.Equal(t, http.StatusNotFound, s.ask(t, http.MethodPut, "/inbox/keycrm/a/b.csv", s.Key, "x").code)
	for _, headers := range [][]string{{"Content-Encoding", "gzip"}, {"Content-Range", "bytes 0-1/9"}} {
		a := s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, "x", headers...)
		require.Equal(t, http.StatusUnsupportedMediaType, a.code)
		require.Equal(t, "coded", a.problem(t))
	}
	sum := md5.Sum([]byte("x"))
	for _, digest := range []string{"???", "eA==", base64.StdEncoding.EncodeToString(make([]byte, 16))} {
		a := s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, "x", "Content-MD5", digest)
		require.Equal(t, http.StatusBadRequest, a.code)
		require.Equal(t, "digest", a.problem(t))
	}
	require.Empty(t, s.lying(t, "keycrm"))
	require.Empty(t, s.lying(t, ""))
	require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, "x", "Content-MD5", base64.StdEncoding.EncodeToString(sum[:])).code)
}

// TestTooLarge is said before the body is sent, and where no length was promised, too.
func TestTooLarge(t *testing.T) {
	s := newShop(t, nil)
	connection, err := net.Dial("tcp", s.server.Listener.Addr().String())
	require.NoError(t, err)
	defer connection.Close()
	fmt.Fprintf(connection, "PUT /inbox/keycrm/a.csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", s.Key, folder.Largest+1)
	line, err := bufio.NewReader(connection).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 413 Request Entity Too Large\r\n", line, "and no 100 before it")

	_, err = intake.New(s.Desk).Take(t.Context(), "keycrm", "a.csv", io.LimitReader(zeros{}, folder.Largest+1))
	var refused *intake.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, intake.TooLarge, refused.Why)
	require.EqualError(t, err, "take a.csv in: the file is over 100 MB")
	require.Empty(t, s.lying(t, "keycrm"))

	taken, err := intake.New(s.Desk).Take(t.Context(), "keycrm", "a.csv", io.LimitReader(zeros{}, folder.Largest))
	require.NoError(t, err)
	require.EqualValues(t, 100_000_000, taken.Size)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestACutConnectionLeavesNothing.
func TestACutConnectionLeavesNothing(t *testing.T) {
	s := newShop(t, nil)
	connection, err := net.Dial("tcp", s.server.Listener.Addr().String())
	require.NoError(t, err)
	fmt.Fprintf(connection, "PUT /inbox/keycrm/a.csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 1000\r\n\r\nhalf", s.Key)
	require.NoError(t, connection.(*net.TCPConn).CloseWrite())
	answered, err := io.ReadAll(connection)
	require.NoError(t, err)
	require.Contains(t, string(answered), "400 Bad Request")
	require.Contains(t, string(answered), "cut_off")
	require.NoError(t, connection.Close())
	require.Empty(t, s.lying(t, "keycrm"))
}

// TestKeys: one of another source does not learn what there is, and guessers wait.
func TestKeys(t *testing.T) {
	s := newShop(t, nil)
	for _, source := range []string{"other", "none", "-"} {
		a := s.ask(t, http.MethodPut, "/inbox/"+source+"/a.csv", s.Key, "x")
		require.Equal(t, http.StatusForbidden, a.code)
		require.Equal(t, "other_source", a.problem(t))
		require.NotContains(t, a.text, source+" ")
	}
	require.Equal(t, http.StatusNotFound, s.ask(t, http.MethodPut, "/inbox/none/a.csv", s.All, "x").code)
	require.Equal(t, http.StatusNotFound, s.ask(t, http.MethodGet, "/results/none/", s.All, "").code)
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("crm:"+s.Key))
	require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", "", "x", "Authorization", basic).code)
	none := s.ask(t, http.MethodPut, "/inbox/keycrm/b.csv", "", "x")
	require.Equal(t, http.StatusUnauthorized, none.code)
	require.Len(t, none.header.Values("WWW-Authenticate"), 2)
	require.Equal(t, "no_key", none.problem(t))

	fresh, err := s.Ring.Make(keyring.Key{Name: "fresh", For: keyring.ForOrders, Of: "keycrm"})
	require.NoError(t, err)
	for range 5 {
		require.Equal(t, http.StatusUnauthorized, s.ask(t, http.MethodPut, "/inbox/keycrm/b.csv", "WRONG", "x").code)
	}
	for _, guessed := range []string{"WRONG", fresh} {
		a := s.ask(t, http.MethodPut, "/inbox/keycrm/b.csv", guessed, "x")
		require.Equal(t, http.StatusTooManyRequests, a.code)
		require.Equal(t, "1", a.header.Get("Retry-After"))
	}
	require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/c.csv", s.Key, "x").code, "who was known goes on")
	_, err = s.Ring.Revoke("crm")
	require.NoError(t, err)
	require.NotEqual(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/d.csv", s.Key, "x").code)
	require.Equal(t, []string{"a.csv", "c.csv"}, s.lying(t, "keycrm"))
}

// TestResults from the first look to the last.
func TestResults(t *testing.T) {
	s := newShop(t, nil)
	const at, text = "/results/keycrm/a.csv", "order;sku\n1;KB-1\n"
	require.Equal(t, http.StatusNotFound, s.ask(t, http.MethodGet, at, s.Key, "").code)
	require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, text).code)
	waits := s.ask(t, http.MethodGet, at, s.Key, "")
	require.Equal(t, http.StatusAccepted, waits.code)
	require.Equal(t, "waiting", waits.json["state"])
	require.Equal(t, "5", waits.header.Get("Retry-After"))

	f := s.record(t, "a.csv", text, state.FileOpen, "")
	waits = s.ask(t, http.MethodGet, at, s.Key, "")
	require.Equal(t, http.StatusAccepted, waits.code)
	require.Equal(t, []any{"open", shaOf(text)}, []any{waits.json["state"], waits.json["sha256"]})

	require.NoError(t, os.WriteFile(f.Result, []byte("order;status\n1;accepted\n"), 0o600))
	whole := s.ask(t, http.MethodGet, at, s.Key, "")
	require.Equal(t, http.StatusOK, whole.code)
	require.Equal(t, "order;status\n1;accepted\n", whole.text)
	require.Equal(t, []string{"open", "text/csv"}, []string{whole.header.Get("Dropbridge-State"), whole.header.Get("Content-Type")})
	tag := whole.header.Get("ETag")
	require.Equal(t, http.StatusNotModified, s.ask(t, http.MethodGet, at, s.Key, "", "If-None-Match", tag).code)
	head := s.ask(t, http.MethodHead, at, s.Key, "")
	require.Equal(t, []any{http.StatusOK, "24", ""}, []any{head.code, head.header.Get("Content-Length"), head.text})
	part := s.ask(t, http.MethodGet, at, s.Key, "", "Range", "bytes=0-4")
	require.Equal(t, []any{http.StatusPartialContent, "order"}, []any{part.code, part.text})
	require.NoError(t, os.WriteFile(f.Result, []byte("order;status\n1;rejected\n"), 0o600))
	require.Equal(t, http.StatusOK, s.ask(t, http.MethodGet, at, s.Key, "", "If-None-Match", tag).code)

	deleted := s.ask(t, http.MethodDelete, at, s.Key, "")
	require.Equal(t, []any{http.StatusMethodNotAllowed, "GET, HEAD"}, []any{deleted.code, deleted.header.Get("Allow")})
	require.Equal(t, "method", deleted.problem(t))
	require.Equal(t, "PUT", s.ask(t, http.MethodPost, "/inbox/keycrm/a.csv", s.Key, "").header.Get("Allow"))
}

// TestRefusedAndListed: a file that could not be read says why, and the list has all.
func TestRefusedAndListed(t *testing.T) {
	s := newShop(t, nil)
	for _, name := range []string{"bad.csv", "new.csv"} {
		require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/"+name, s.Key, name).code)
	}
	s.record(t, "bad.csv", "bad.csv", state.FileRefused, "no_rows: there are no rows")
	bad := s.ask(t, http.MethodGet, "/results/keycrm/bad.csv", s.Key, "")
	require.Equal(t, http.StatusUnprocessableEntity, bad.code)
	require.Equal(t, []any{"refused", "no_rows: there are no rows"}, []any{bad.json["state"], bad.json["reason"]})
	require.NoError(t, os.WriteFile(filepath.Join(s.Desk.Config.Inbox, "keycrm", "x.part"), nil, 0o600))

	listed := func(query string) (out []string) {
		a := s.ask(t, http.MethodGet, "/results/keycrm/"+query, s.Key, "")
		require.Equal(t, http.StatusOK, a.code)
		require.Equal(t, true, a.json["complete"])
		for _, file := range a.json["files"].([]any) {
			one := file.(map[string]any)
			_, err := time.Parse(time.RFC3339, one["since"].(string))
			require.NoError(t, err)
			out = append(out, fmt.Sprint(one["file"], " ", one["state"], " ", one["result"]))
		}
		return out
	}
	require.Equal(t, []string{"new.csv waiting /results/keycrm/new.csv", "bad.csv refused /results/keycrm/bad.csv"}, listed(""))
	require.Empty(t, listed("?since=2199-01-01T00:00:00Z"))
	require.Equal(t, http.StatusBadRequest, s.ask(t, http.MethodGet, "/results/keycrm/?since=yesterday", s.Key, "").code)
}

// TestTroubleOfTheDisk is told as what goes away, and names no folder.
func TestTroubleOfTheDisk(t *testing.T) {
	for want, err := range map[int]error{
		http.StatusInsufficientStorage: &os.PathError{Op: "write", Path: "/srv/inbox/x", Err: syscall.ENOSPC},
		http.StatusServiceUnavailable:  errors.New("the database at 10.9.8.7 is away"),
	} {
		s := newShop(t, err)
		a := s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, "x")
		require.Equal(t, want, a.code)
		require.Equal(t, "30", a.header.Get("Retry-After"))
		a.problem(t)
		require.NotContains(t, a.text, "10.9.8.7")
		require.NotContains(t, a.text, "/srv")
		require.Contains(t, s.log.String(), err.Error())
	}
}

// TestLeftoversOfACrashGo with the next file, and those at work stay.
func TestLeftoversOfACrashGo(t *testing.T) {
	s := newShop(t, nil)
	dir := filepath.Join(s.Desk.Config.Inbox, "keycrm")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	old := filepath.Join(dir, ".dropbridge-old.part")
	require.NoError(t, os.WriteFile(old, []byte("half"), 0o600))
	require.NoError(t, os.Chtimes(old, time.Time{}, time.Now().Add(-time.Hour)))
	reader, writer := io.Pipe()
	ended := make(chan error)
	go func() {
		_, err := intake.New(s.Desk).Take(t.Context(), "keycrm", "slow.csv", reader)
		ended <- err
	}()
	_, err := writer.Write([]byte("slow"))
	require.NoError(t, err)
	working := s.lying(t, "keycrm")
	require.Len(t, working, 1)
	require.NoError(t, os.Chtimes(filepath.Join(dir, working[0]), time.Time{}, time.Now().Add(-time.Hour)))
	require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, "x").code)
	require.NoError(t, writer.Close())
	require.NoError(t, <-ended)
	require.Equal(t, []string{"a.csv", "slow.csv"}, s.lying(t, "keycrm"))
}

// TestAnotherProcessHasTheInbox: whoever asks learns which, and nothing is put where nobody looks.
func TestAnotherProcessHasTheInbox(t *testing.T) {
	s := newShop(t, nil)
	s.here = refusal.New(failure.Usage, wording.Literal("it is at b"), wording.Literal("ask b"))
	for method, path := range map[string]string{http.MethodPut: "/inbox/keycrm/a.csv", http.MethodGet: "/results/keycrm/"} {
		a := s.ask(t, method, path, s.Key, "x")
		require.Equal(t, http.StatusServiceUnavailable, a.code)
		require.Equal(t, map[string]any{"code": "elsewhere", "message": "it is at b", "hint": "ask b"}, a.json["error"])
		require.Equal(t, http.StatusUnauthorized, s.ask(t, method, path, "", "x").code)
	}
	require.Empty(t, s.lying(t, "keycrm"))
}

// TestADoneFileFollows where the inbox waits for one.
func TestADoneFileFollows(t *testing.T) {
	s := newShop(t, nil)
	s.Desk.Config.DoneSuffix = ".done"
	require.Equal(t, http.StatusCreated, s.ask(t, http.MethodPut, "/inbox/keycrm/a.csv", s.Key, "x").code)
	require.Equal(t, []string{"a.csv", "a.csv.done"}, s.lying(t, "keycrm"))
	require.Equal(t, http.StatusBadRequest, s.ask(t, http.MethodPut, "/inbox/keycrm/b.csv.done", s.Key, "x").code)
}
