package doubt

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/internal/durable"
)

// inboxSign keeps a sign in the inbox, too, with the name that it has beside the results: the
// results may be moved or emptied together with the journal, and the inbox's lock goes with a
// clean end. Its number of attempts is behind that of the results by a few seconds at most.
type inboxSign struct {
	mu   sync.Mutex
	sent int64 // as it says
	at   time.Time
}

// signName is the file beside the results that says which journal they came of, and how
// many attempts to create an order that journal had noted: a journal that knows of fewer
// is an older state of it. The first line is overwritten in place before each attempt
// leaves, and synced now and then: it survives the death of the process at any moment, and
// that of the machine but for the last few attempts. The others are appended.
const signName = ".dropbridge.journal"

// sign is what that file says.
type sign struct {
	Journal  string
	Sent     int64
	Made     time.Time
	Accounts []string
	Results  map[string]resultOf // of what is not the first account's inbox itself
}

// resultOf is whose a result file is.
type resultOf struct{ Account, Source string }

// signHead is the first line. sent stands first and is of one width, at signAt.
type signHead struct {
	Sent    string    `json:"sent"`
	Journal string    `json:"journal"`
	Made    time.Time `json:"made"`
}

const (
	signAt    = len(`{"sent":"`)
	signWidth = 19 // digits of the greatest number
	headMost  = 1024
)

// signLine is each further line: an account, or whose a result file is.
type signLine struct {
	Account string `json:"account,omitempty"`
	Result  string `json:"result,omitempty"`
	Source  string `json:"source,omitempty"`
}

func sentDigits(n int64) string { return fmt.Sprintf("%0*d", signWidth, n) }

// readSign reads the sign of a folder, nil where there is none.
func readSign(results string) (*sign, error) {
	data, err := os.ReadFile(filepath.Join(results, signName))
	if info, none := os.Stat(results); errors.Is(err, fs.ErrNotExist) || none == nil && !info.IsDir() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var head signHead
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	m := &sign{Results: map[string]resultOf{}}
	if err = json.Unmarshal(first, &head); err == nil {
		m.Sent, err = strconv.ParseInt(head.Sent, 10, 64)
	}
	if err != nil {
		return nil, nil // it was cut off: as good as none
	}
	m.Journal, m.Made = head.Journal, head.Made
	for line := range bytes.Lines(rest) {
		var l signLine
		if json.Unmarshal(line, &l) != nil {
			continue // half a line of a process that died
		}
		switch {
		case l.Result != "":
			m.Results[l.Result] = resultOf{l.Account, l.Source}
		case l.Account != "" && !slices.Contains(m.Accounts, l.Account):
			m.Accounts = append(m.Accounts, l.Account)
		}
	}
	return m, nil
}

// of is whose a result file is.
func (m *sign) of(result, ours string) resultOf {
	if of, known := m.Results[result]; known {
		return of
	}
	if len(m.Accounts) > 0 {
		ours = m.Accounts[0]
	}
	return resultOf{Account: ours}
}

// writeSign writes the sign whole.
func writeSign(results string, m sign) error {
	return durable.WriteFile(filepath.Join(results, signName), func(w io.Writer) error {
		out := bufio.NewWriter(w)
		lines := []any{signHead{Sent: sentDigits(m.Sent), Journal: m.Journal, Made: m.Made.UTC()}}
		for _, account := range m.Accounts {
			lines = append(lines, signLine{Account: account})
		}
		for result, of := range m.Results {
			lines = append(lines, signLine{Account: of.Account, Result: result, Source: of.Source})
		}
		for _, line := range lines {
			data, err := json.Marshal(line)
			if err != nil {
				return err
			}
			out.Write(append(data, '\n')) // a bufio.Writer keeps its error for Flush
		}
		return out.Flush()
	})
}

// appendSign adds a line. A half one that a dead process left is closed by a line end first.
func appendSign(results string, line signLine) error {
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(results, signName), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(append(append([]byte("\n"), data...), '\n'))
	return errors.Join(err, file.Sync(), file.Close())
}

// errOtherSign is a sign that another journal has left meanwhile.
var errOtherSign = errors.New("another journal has been adopted for these results")

// beside keeps the sign up with the journal.
type beside struct {
	mu     sync.Mutex
	sent   int64    // as the sign has it
	file   *os.File // the sign, while it is that of our journal
	info   fs.FileInfo
	named  map[string]bool // results of which it says whose they are
	synced struct {
		sent int64
		at   time.Time
	}
}

const (
	syncAttempts = 2048            // and so many attempts, or
	syncEvery    = 5 * time.Second // so much time, may pass between two syncs
)

// raise makes the sign say how many attempts the journal has noted, before the last of
// them leaves. Those that wait for their turn meanwhile are counted in.
func (b *beside) raise(results, journal string, reached func() int64, now time.Time) error {
	sent := reached()
	b.mu.Lock()
	defer b.mu.Unlock()
	if sent <= b.sent {
		return nil
	}
	sent = reached()
	if err := b.open(results, journal); err != nil {
		return err
	}
	if _, err := b.file.WriteAt([]byte(sentDigits(sent)), int64(signAt)); err != nil {
		return err
	}
	b.sent = sent
	if sent-b.synced.sent < syncAttempts && now.Sub(b.synced.at).Abs() < syncEvery {
		return nil
	}
	b.synced.sent, b.synced.at = sent, now
	return b.file.Sync()
}

// open makes sure that the file at hand is the sign that lies there, and of that journal.
func (b *beside) open(results, journal string) error {
	path := filepath.Join(results, signName)
	there, err := os.Stat(path)
	if err != nil {
		return err
	}
	if b.file != nil && os.SameFile(there, b.info) {
		return nil
	}
	b.drop()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	head := make([]byte, headMost)
	n, err := file.ReadAt(head, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil {
		b.info, err = file.Stat()
	}
	var said signHead
	first, _, _ := bytes.Cut(head[:n], []byte("\n"))
	if err == nil && (json.Unmarshal(first, &said) != nil || said.Journal != journal) {
		err = errOtherSign
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	b.file = file
	return nil
}

// drop lets the file go.
func (b *beside) drop() {
	if b.file != nil {
		b.file.Close()
		b.file = nil
	}
}

// close lets the file go for good.
func (b *beside) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.drop()
}
