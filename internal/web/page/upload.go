package page

import (
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/access"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const mostUploads = 20 // files of one form

// uploadForm is the form by which a person gives order files.
type uploadForm struct {
	Token    string
	Sources  []string
	Largest  int    // bytes
	TooLarge string // what is said where the files are larger
	Visitor  Visitor
}

func (p *pages) uploadForm(f *frame) uploadForm {
	return uploadForm{Token: f.Token, Sources: p.Shop.Sources(), Largest: access.LargestUpload, TooLarge: tooLarge(f.Language, access.LargestUpload), Visitor: f.Visitor}
}

func tooLarge(l wording.Language, limit int64) string {
	return say(l, "upload_too_large", wording.Megabytes(limit))
}

// upload drops the files of a form into the inbox of a source.
func (p *pages) upload(w http.ResponseWriter, r *http.Request) {
	l := p.language(r)
	visitor := p.Visitor(r)
	if !visitor.Acts {
		http.Error(w, say(l, "may_not_act"), http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, access.LargestUpload)
	a := Action{Kind: DoUpload, Values: map[string]string{}, Person: visitor.Name, From: r.RemoteAddr, Language: l}
	http.Redirect(w, r, p.Effects.keep("/files", p.takeUploads(r, a)), http.StatusSeeOther)
}

// takeUploads takes the files of a form, and tells what became of each: one that is refused
// keeps no other out. The form was read where its token was looked for, or is now.
func (p *pages) takeUploads(r *http.Request, a Action) notice {
	refuse := func(text string) notice { return notice{Text: text, Level: standing.Failing} }
	if err := r.ParseMultipartForm(access.InMemory); err != nil {
		p.Logger.Warn("a form of files was not read", "person", a.Person, "error", err)
		if large, is := errors.AsType[*http.MaxBytesError](err); is {
			return refuse(tooLarge(a.Language, large.Limit))
		}
		return refuse(say(a.Language, "form_unreadable"))
	}
	defer r.MultipartForm.RemoveAll()
	chosen := r.MultipartForm.File["file"]
	switch {
	case len(chosen) == 0:
		return refuse(say(a.Language, "upload_none"))
	case len(chosen) > mostUploads:
		return refuse(say(a.Language, "upload_too_many", mostUploads))
	}
	told := notice{Level: standing.Fine}
	var lines []string
	for _, header := range chosen {
		text, err := p.takeUpload(r, a, header)
		if err != nil {
			p.Logger.Warn("an upload was refused", "person", a.Person, "error", err)
			told.Level, told.Way = standing.Failing, failure.Hint(err)
			text = say(a.Language, "upload_refused", oneline.Unbroken(header.Filename), oneline.Unbroken(err.Error()))
		}
		lines = append(lines, text)
	}
	told.Text = strings.Join(lines, " ")
	return told
}

func (p *pages) takeUpload(r *http.Request, a Action, header *multipart.FileHeader) (string, error) {
	file, err := header.Open()
	if err != nil {
		return "", fmt.Errorf("read the file: %w", err)
	}
	defer file.Close()
	a.Values = map[string]string{"source": r.PostFormValue("source")}
	effect, err := p.Shop.Upload(r.Context(), a, path.Base(strings.ReplaceAll(header.Filename, `\`, "/")), file)
	return effect.Text, err
}
