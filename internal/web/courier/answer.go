package courier

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// soon is when to ask again for what may go away.
const soon = 30 * time.Second

// trouble is the answer to what is not done.
type trouble struct {
	Error problem `json:"error"`
}

// problem is what is wrong.
type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"` // the way out
}

// receipt is the answer to a file.
type receipt struct {
	File   string `json:"file"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Result string `json:"result"` // the address of its result
}

// outcome is what became of a file.
type outcome struct {
	File   string          `json:"file"`
	State  state.FileState `json:"state"`
	Since  time.Time       `json:"since"`
	SHA256 string          `json:"sha256,omitempty"`
	Reason string          `json:"reason,omitempty"`
	Result string          `json:"result"`
}

// listing is the answer to a list.
type listing struct {
	Files    []outcome `json:"files"`
	Complete bool      `json:"complete"` // false: there are more; ask with since
}

func (e *errand) outcome(o intake.Outcome) outcome {
	return outcome{o.File, o.State, o.Since.UTC(), o.SHA256, o.Reason, e.address(o.File)}
}

// address is that of the result of a file.
func (e *errand) address(name string) string {
	return "/results/" + url.PathEscape(cmp.Or(e.source, itself)) + "/" + url.PathEscape(name)
}

// refuse answers with the sentences intake.CODE and intake.CODE.way of the catalogue.
func (e *errand) refuse(status int, code string, values ...any) {
	key := "intake." + code
	e.answer(status, trouble{problem{code, wording.NewMessage(key, values...).In(e.language), wording.NewMessage(key + ".way").In(e.language)}})
}

// answer answers in JSON.
func (e *errand) answer(status int, body any) {
	e.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	e.w.WriteHeader(status)
	if e.r.Method != http.MethodHead {
		_ = json.NewEncoder(e.w).Encode(body) // whoever is gone is told nothing
	}
}

// full reports whether an error is that of a disk without room.
func full(err error) bool { return errors.Is(err, syscall.ENOSPC) }
