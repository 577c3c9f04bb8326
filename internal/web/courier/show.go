package courier

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/importer/intake"
	"github.com/dropbridge/dropbridge/importer/state"
)

// askAgain is when to ask again for a result that is not there yet.
const askAgain = 5 * time.Second

// stateHeader says beside a result how far its file is: open, settled or final.
const stateHeader = "Dropbridge-State"

// show is GET of what became of a file.
func (c *courier) show(e errand) {
	found, err := c.Counter.Find(e.r.Context(), e.language, e.source, e.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.refuse(http.StatusNotFound, "not_given")
		return
	case err != nil:
		c.fail(e, err)
		return
	case found.State == state.FileRefused:
		e.answer(http.StatusUnprocessableEntity, e.outcome(found))
		return
	case found.State == intake.Waiting:
		e.notYet(found)
		return
	}
	file, err := c.Counter.Open(found)
	if errors.Is(err, fs.ErrNotExist) {
		e.notYet(found)
		return
	}
	if err == nil {
		defer file.Close()
		err = c.serve(e, found, file)
	}
	if err != nil {
		c.fail(e, err)
	}
}

// notYet answers that there is no result yet.
func (e *errand) notYet(found intake.Outcome) {
	e.later(askAgain)
	e.answer(http.StatusAccepted, e.outcome(found))
}

// serve answers with a result, with ranges and conditional requests: an ETag is of its bytes,
// so that every process gives the same. An error comes before the first byte.
func (c *courier) serve(e errand, found intake.Outcome, file *os.File) error {
	sum := sha256.New()
	_, err := io.Copy(sum, file)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	info, statErr := file.Stat()
	if err = errors.Join(err, statErr); err != nil {
		return err
	}
	header, name := e.w.Header(), filepath.Base(file.Name())
	header.Set("Cache-Control", "private, no-cache")
	header.Set("Content-Type", c.Type(name))
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set(stateHeader, string(found.State))
	header.Set("ETag", `"`+hex.EncodeToString(sum.Sum(nil)[:16])+`"`)
	http.ServeContent(e.w, e.r, "", info.ModTime(), file)
	return nil
}

// list is GET of what became of the files of a source, with ?since=TIME of those that changed
// then or later.
func (c *courier) list(e errand) {
	var since time.Time
	if asked := e.r.URL.Query().Get("since"); asked != "" {
		var err error
		if since, err = time.Parse(time.RFC3339, asked); err != nil {
			e.refuse(http.StatusBadRequest, "since")
			return
		}
	}
	found, complete, err := c.Counter.List(e.r.Context(), e.language, e.source, since)
	if err != nil {
		c.fail(e, err)
		return
	}
	list := listing{Files: []outcome{}, Complete: complete}
	for _, one := range found {
		list.Files = append(list.Files, e.outcome(one))
	}
	e.answer(http.StatusOK, list)
}
