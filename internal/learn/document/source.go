package document

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Input is what one source turned out to be: a document, or a sample answer.
type Input struct {
	Description *service.Description
	Sample      *service.Operation
}

// isAddress tells an address from a file.
func isAddress(name string) bool {
	return strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
}

// Source reads a file or an address and tells by its content what it is.
func (r *Reader) Source(ctx context.Context, name string) (Input, error) {
	if !isAddress(name) {
		data, err := readFile(name)
		if err != nil {
			return Input{}, err
		}
		r.file = name
		defer func() { r.file = "" }()
		return r.Recognise(ctx, filepath.Base(name), data, nil)
	}
	u, err := url.Parse(name)
	if err != nil || u.Host == "" {
		return Input{}, &Error{Source: service.Clean(name, 120), Message: wording.NewMessage("learn_source.no_address"), Mend: wording.NewMessage("learn_source.no_page_address_way")}
	}
	a, err := r.get(ctx, u)
	if err == nil {
		err = a.refused(u)
	}
	if err != nil {
		return Input{}, err
	}
	return r.Recognise(ctx, service.Clean(u.Redacted(), 120), a.body, u)
}

// Recognise tells what bytes are. A page is followed to the document that it shows.
func (r *Reader) Recognise(ctx context.Context, source string, data []byte, at *url.URL) (Input, error) {
	if len(data) > MaxDocument {
		return Input{}, &Error{Source: source, Message: wording.NewMessage("learn_source.too_large", wording.Megabytes(MaxDocument)), Mend: wording.NewMessage("learn_source.too_large_way")}
	}
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if bytes.HasPrefix(trimmed, []byte("<")) {
		return r.page(ctx, source, string(trimmed), at)
	}
	v, err := decode(source, data)
	if err != nil {
		return Input{}, err
	}
	if isDocument(v) {
		return r.documentInput(ctx, source, v)
	}
	switch v.(type) {
	case map[string]any, []any:
		return Input{Sample: service.NewSample(source, v, r.words)}, nil
	}
	return Input{}, &Error{Source: source, Message: wording.NewMessage("learn_source.one_value"), Mend: wording.NewMessage(wholeHint)}
}

func (r *Reader) documentInput(ctx context.Context, source string, v any) (Input, error) {
	tree := v.(map[string]any)
	if r.file != "" {
		gatherFolder(r.file, tree)
	}
	s, err := readDocument(ctx, source, tree, r.words)
	return Input{Description: s}, err
}

// readFile reads a bounded regular file.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("learn from %s: %w", name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{Source: name, Message: wording.NewMessage("learn_source.no_file"), Mend: wording.NewMessage("learn_source.no_file_way")}
	}
	if info.Size() > MaxDocument {
		return nil, &Error{Source: name, Message: wording.NewMessage("learn_source.too_large", wording.Megabytes(MaxDocument)), Mend: wording.NewMessage("learn_source.too_large_way")}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("learn from %s: %w", name, err)
	}
	return data, nil
}
