package learn

import (
	"bytes"
	"context"
	"net/url"
	"path/filepath"
	"strings"
)

// input is what one source turned out to be: a document, or a sample answer.
type input struct {
	service *service
	sample  *operation
}

// isAddress tells an address from a file.
func isAddress(name string) bool {
	return strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
}

// source reads a file or an address and tells by its content what it is.
func (f *fetcher) source(ctx context.Context, name string) (input, error) {
	if !isAddress(name) {
		data, err := readFile(name)
		if err != nil {
			return input{}, err
		}
		return f.recognise(ctx, filepath.Base(name), data, nil)
	}
	u, err := url.Parse(name)
	if err != nil || u.Host == "" {
		return input{}, &Error{Source: clean(name, 120), Message: "this is no address", hint: "write it like https://api.supplier.example/docs"}
	}
	a, err := f.get(ctx, u)
	if err == nil {
		err = a.refused(u)
	}
	if err != nil {
		return input{}, err
	}
	return f.recognise(ctx, clean(u.Redacted(), 120), a.body, u)
}

// recognise tells what bytes are. A page is followed to the document that it shows.
func (f *fetcher) recognise(ctx context.Context, source string, data []byte, at *url.URL) (input, error) {
	if len(data) > MaxDocument {
		return input{}, &Error{Source: source, Message: "it is larger than 32 MB", hint: "save one page of the list, or the document alone"}
	}
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if bytes.HasPrefix(trimmed, []byte("<")) {
		return f.page(ctx, source, string(trimmed), at)
	}
	v, err := decode(source, data)
	if err != nil {
		return input{}, err
	}
	if isDocument(v) {
		return f.documentInput(ctx, source, v)
	}
	switch v.(type) {
	case map[string]any, []any:
		return input{sample: newSample(source, v, f.words)}, nil
	}
	return input{}, &Error{Source: source, Message: "it holds one value: neither a document nor an answer with a list", hint: wholeHint}
}

func (f *fetcher) documentInput(ctx context.Context, source string, v any) (input, error) {
	s, err := readDocument(ctx, source, v.(map[string]any), f.words)
	return input{service: s}, err
}
