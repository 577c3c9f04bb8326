package page

import (
	"errors"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// filesView is the order files, or those of a name.
type filesView struct {
	frame
	Only    string // the name that was asked for, "" for all
	Files   []fileView
	Failed  string
	Sources []string
	Dir     string // of the inbox
	Waiting int
}

// fileView is an order file and what became of its rows.
type fileView struct {
	overview.FileStatus
	ID           string
	Word         string
	Tone         standing.Level
	When         moment
	Rows         []tally
	ResultName   string // "" where there is none yet
	ResultURL    string
	RejectedName string
	RejectedURL  string
	Deeds        []deedView
	Visitor      Visitor
}

// files shows the order files.
func (p *pages) files(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeOrders)
	v := filesView{frame: f, Only: r.FormValue("name"), Sources: p.Shop.Sources(), Dir: f.Snapshot.Inbox.Dir, Waiting: f.Snapshot.Inbox.Waiting}
	v.Title = say(f.Language, "order_files")
	list, err := p.Shop.Files(r.Context(), f.Language, r.FormValue("source"), v.Only)
	status := http.StatusOK
	if err != nil {
		p.Logger.Error("the files were not read", "error", err)
		v.Failed, status = say(f.Language, "state_unknown"), http.StatusServiceUnavailable
	}
	for _, file := range list {
		v.Files = append(v.Files, f.file(file))
	}
	p.render(w, r, status, "files", v)
}

func (f *frame) file(file overview.FileStatus) fileView {
	l := f.Language
	v := fileView{FileStatus: file, ID: "file-" + file.SHA256[:min(len(file.SHA256), 12)], Word: word(l, string(file.State), "file_state."), When: since(l, file.At, f.Snapshot.Now),
		Rows: tallies(l, file.Counts.ByStatus()), Visitor: f.Visitor}
	if file.State == state.FileRefused {
		v.Tone = standing.Failing
		v.Deeds = f.deeds(v.ID, dropAgain(l, file.Source, file.Name))
	}
	v.ResultName, v.ResultURL = resultAddress(file.Result)
	v.RejectedName, v.RejectedURL = resultAddress(file.Rejected)
	return v
}

// resultAddress is the name of a result file and the address where it is served.
func resultAddress(file string) (name, address string) {
	if file == "" {
		return "", ""
	}
	name = filepath.Base(file)
	return name, "/results/" + url.PathEscape(name)
}

const (
	mostUploads = 20        // files of one form
	mostUpload  = 128 << 20 // bytes of one form
	inMemory    = 1 << 20   // of them; the rest waits on the disk
)

// upload drops the files of a form into the inbox of a source.
func (p *pages) upload(w http.ResponseWriter, r *http.Request) {
	l := p.language(r)
	visitor := p.Visitor(r)
	if !visitor.Acts {
		http.Error(w, say(l, "may_not_act"), http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostUpload)
	a := Action{Kind: DoUpload, Values: map[string]string{}, Person: visitor.Name, From: r.RemoteAddr, Language: l}
	told, err := p.takeUploads(r, a)
	if err != nil {
		p.Logger.Warn("an upload was refused", "person", a.Person, "error", err)
		text := oneline.Unbroken(err.Error())
		if large, is := errors.AsType[*http.MaxBytesError](err); is {
			text = say(l, "upload_too_large", int(large.Limit>>20))
		}
		told = append(told, text)
		http.Redirect(w, r, p.effects.keep("/files", notice{Text: strings.Join(told, " "), Way: failure.Hint(err), Level: standing.Failing}), http.StatusSeeOther)
		return
	}
	http.Redirect(w, r, p.effects.keep("/files", notice{Text: strings.Join(told, " "), Level: standing.Fine}), http.StatusSeeOther)
}

// errNoFile is of a form without a file.
var errNoFile = errors.New("no file was chosen")

// takeUploads takes the files of a form, and tells what became of each up to the first that
// was refused. The form was read where its token was looked for, or is now.
func (p *pages) takeUploads(r *http.Request, a Action) (told []string, err error) {
	if err := r.ParseMultipartForm(inMemory); err != nil {
		return nil, err
	}
	defer r.MultipartForm.RemoveAll()
	a.Values["source"] = r.PostFormValue("source")
	chosen := r.MultipartForm.File["file"]
	switch {
	case len(chosen) == 0:
		return nil, errNoFile
	case len(chosen) > mostUploads:
		return nil, errors.New("too many files at once")
	}
	for _, header := range chosen {
		text, err := p.takeUpload(r, a, header)
		if err != nil {
			return told, err
		}
		told = append(told, text)
	}
	return told, nil
}

func (p *pages) takeUpload(r *http.Request, a Action, header *multipart.FileHeader) (string, error) {
	file, err := header.Open()
	if err != nil {
		return "", err
	}
	defer file.Close()
	effect, err := p.Shop.Upload(r.Context(), a, path.Base(strings.ReplaceAll(header.Filename, `\`, "/")), file)
	return effect.Text, err
}
