package document

import (
	"context"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// pagePatterns are how interactive pages name the document that they show.
type pagePatterns struct {
	address, redocInit, link *regexp.Regexp // of a document
	script, inline           *regexp.Regexp // of a script that names one, of one in the page itself
}

// patterns are compiled when the first page is read: no other command needs them.
var patterns = sync.OnceValue(func() pagePatterns {
	return pagePatterns{
		address:   regexp.MustCompile(`(?i)["']?\b(?:url|configUrl|specUrl|spec-url|swaggerUrl|openApiUrl|data-url|data-spec-url|apiDescriptionUrl)["']?\s*[:=]\s*["']([^"'<>\s]{1,400})["']`),
		redocInit: regexp.MustCompile(`(?i)Redoc\.init\(\s*["']([^"'<>\s]{1,400})["']`),
		link:      regexp.MustCompile(`(?i)(?:href|src)\s*=\s*["']([^"'<>\s]{1,400}(?:openapi|swagger|api-docs)[^"'<>\s]{0,100}\.(?:json|ya?ml))["']`),
		script:    regexp.MustCompile(`(?i)<script[^>]{0,200}\bsrc\s*=\s*["']([^"'<>\s]{1,300}\.js)[^"']{0,40}["']`),
		inline:    regexp.MustCompile(`(?:["']?swaggerDoc["']?|\bspec["']?)\s*:\s*\{`),
	}
})

// page finds the document that an interactive page shows: written into it, named by it
// or by its start script, or at one of the usual places of the same host.
func (r *Reader) page(ctx context.Context, source, text string, at *url.URL) (Input, error) {
	if v := inline(text); v != nil {
		return r.documentInput(ctx, source, v)
	}
	if at == nil {
		for _, address := range addresses(text) {
			if isAddress(address) {
				return Input{}, &Error{Source: source, Message: wording.NewMessage("learn_source.page_of", service.Clean(address, 200)), Mend: wording.NewMessage("learn_source.page_of_way")}
			}
		}
		return Input{}, &Error{Source: source, Message: wording.NewMessage("learn_source.page"), Mend: wording.NewMessage("learn_source.page_way")}
	}
	queue := addresses(text)
	for _, script := range patterns().script.FindAllStringSubmatch(text, 40) {
		if strings.Contains(strings.ToLower(script[1]), "init") {
			queue = append(queue, html.UnescapeString(script[1]))
		}
	}
	for i := 0; i < len(queue) && i < 12; i++ {
		u, err := at.Parse(queue[i])
		if err != nil || (u.Scheme != "https" && u.Scheme != "http") || slices.Contains(queue[:i], queue[i]) {
			continue
		}
		v, more := r.documentAt(ctx, u)
		if v != nil {
			return r.documentInput(ctx, service.Clean(u.Redacted(), 120), v)
		}
		queue = append(queue, more...)
	}
	if s := r.atUsualPlaces(ctx, at); s != nil {
		return Input{Description: s}, nil
	}
	return Input{}, &Error{Source: source, Message: wording.NewMessage("learn_source.page_alone"), Mend: wording.NewMessage("learn_source.page_alone_way")}
}

// addresses are the addresses of documents that a page or script names.
func addresses(text string) []string {
	var out []string
	p := patterns()
	for _, pattern := range []*regexp.Regexp{p.address, p.redocInit, p.link} {
		for _, found := range pattern.FindAllStringSubmatch(text, 20) {
			address := html.UnescapeString(found[1])
			if strings.ContainsAny(address, "{}$`") || strings.Contains(address, "petstore") || slices.Contains(out, address) {
				continue
			}
			out = append(out, address)
		}
	}
	return out
}

// inline is a document that is written into a page or script.
func inline(text string) any {
	for _, found := range patterns().inline.FindAllStringIndex(text, 5) {
		decoder := json.NewDecoder(strings.NewReader(text[found[1]-1:]))
		decoder.UseNumber()
		var v any
		if decoder.Decode(&v) == nil && isDocument(v) {
			return v
		}
	}
	return nil
}

// documentAt reads an address that may be a document, or a script or config that names
// one.
func (r *Reader) documentAt(ctx context.Context, u *url.URL) (document any, more []string) {
	a, err := r.get(ctx, u)
	if err != nil || a.refused(u) != nil {
		return nil, nil
	}
	text := strings.TrimSpace(string(a.body))
	if v, err := decode(u.Path, a.body); err == nil {
		if isDocument(v) {
			return v, nil
		}
		return nil, addresses(text) // a config of the page
	}
	if v := inline(text); v != nil {
		return v, nil
	}
	if strings.HasSuffix(u.Path, ".js") {
		return nil, addresses(text)
	}
	return nil, nil
}

func (r *Reader) atUsualPlaces(ctx context.Context, at *url.URL) *service.Description {
	for _, path := range r.words.Words(lexicon.UsualDocuments) {
		u := *at
		u.Path, u.RawPath, u.RawQuery, u.Fragment = path, "", "", ""
		v, _ := r.documentAt(ctx, &u)
		if v == nil {
			continue
		}
		if s, err := readDocument(ctx, service.Clean(u.Redacted(), 120), v.(map[string]any), r.words); err == nil {
			return s
		}
	}
	return nil
}

// UsualDocument looks for the document of the service itself.
func (r *Reader) UsualDocument(ctx context.Context) *service.Description {
	return r.atUsualPlaces(ctx, r.Base)
}
