package document

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

const documentHint = "learn_source.document_way"

// isDocument tells a description of a service from a sample answer.
func isDocument(v any) bool {
	object, ok := v.(map[string]any)
	if !ok {
		return false
	}
	version := service.Literal(object["openapi"]) + service.Literal(object["swagger"])
	return version != "" && (strings.HasPrefix(version, "3") || strings.HasPrefix(version, "2"))
}

// readDocument turns a Swagger 2 or OpenAPI 3 document into a service. It works beside, and is
// left alone when the time is over; grief on an odd document is said and no more.
func readDocument(ctx context.Context, source string, tree map[string]any, words *lexicon.Lexicon) (*service.Description, error) {
	type outcome struct {
		Description *service.Description
		err         error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if cause := recover(); cause != nil {
				done <- outcome{err: &Error{Source: source, Message: wording.NewMessage("learn_source.not_understood", service.Clean(fmt.Sprint(cause), 100)), Mend: wording.NewMessage(documentHint)}}
			}
		}()
		s, err := understand(source, tree, words)
		done <- outcome{s, err}
	}()
	select {
	case out := <-done:
		return out.Description, out.err
	case <-ctx.Done():
		return nil, &Error{Source: source, Message: wording.NewMessage("learn_source.too_long"), Mend: wording.NewMessage(documentHint), Err: ctx.Err()}
	}
}

func understand(source string, root map[string]any, words *lexicon.Lexicon) (*service.Description, error) {
	m := mender{root: root, left: maxNodes}
	m.mend(root, "", "", 0)
	if m.left < 0 {
		return nil, &Error{Source: source, Message: wording.NewMessage("learn_source.too_nested"), Mend: wording.NewMessage(documentHint)}
	}
	doc := &tree{root: root}
	s := &service.Description{Source: source, Notes: m.notes(), Base: doc.base(), Auth: doc.auth(), About: doc.text(doc.object(root, "info"), "description")}
	w := &walker{tree: doc, words: words, left: maxShapes, swagger: service.Literal(root["swagger"]) != ""}
	paths := doc.object(root, "paths")
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if strings.HasPrefix(path, "x-") {
			continue
		}
		item, _ := doc.follow(paths[path], path)
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if o := doc.object(item, strings.ToLower(method)); o != nil {
				s.Operations = append(s.Operations, w.operation(source, method, path, item, o))
			}
		}
		if len(s.Operations) >= maxOperations {
			s.Notes = append(s.Notes, wording.NewMessage("learn.first_operations", maxOperations))
			break
		}
	}
	if doc.broken != nil {
		return nil, &Error{Source: source, Message: wording.NewMessage("learn_source.broken"), Err: doc.broken, Mend: wording.NewMessage(documentHint)}
	}
	if w.left < 0 {
		s.Notes = append(s.Notes, wording.NewMessage("learn.very_large"))
	}
	if len(s.Operations) == 0 {
		return nil, &Error{Source: source, Message: wording.NewMessage("learn_source.no_requests"), Mend: wording.NewMessage(documentHint)}
	}
	return s, nil
}

// base is the address of the service, "" where the document does not say it. In Swagger it is
// made of parts.
func (t *tree) base() string {
	for _, server := range t.list(t.root, "servers") {
		object, _ := t.follow(server, "servers")
		return t.text(object, "url")
	}
	at := url.URL{Host: t.text(t.root, "host"), Path: t.text(t.root, "basePath")}
	if at.Host == "" {
		return at.String()
	}
	if strings.Contains(at.Host, "/") {
		t.wrong("host", "learn_source.no_host")
	}
	at.Scheme, at.Path = "https", cmp.Or(at.Path, "/")
	for _, scheme := range t.texts(t.root, "schemes") {
		at.Scheme = scheme
		break
	}
	return at.String()
}

// auth takes the first scheme that a token fits.
func (t *tree) auth() service.Auth {
	schemes := t.object(t.object(t.root, "components"), "securitySchemes")
	if schemes == nil {
		schemes = t.object(t.root, "securityDefinitions")
	}
	for _, name := range slices.Sorted(maps.Keys(schemes)) {
		scheme, _ := t.follow(schemes[name], name)
		kind, in, word := t.text(scheme, "type"), t.text(scheme, "in"), t.text(scheme, "name")
		style, about := t.text(scheme, "scheme"), t.text(scheme, "description")
		evidence := "the document's security scheme " + service.Clean(name, 40)
		switch {
		case kind == "http" && strings.EqualFold(style, "bearer"), kind == "oauth2":
			return service.Auth{Header: "Authorization", Prefix: "Bearer ", Evidence: evidence}
		case kind == "http" && strings.EqualFold(style, "basic"), kind == "basic":
			return service.Auth{Basic: true, Evidence: evidence}
		case kind == "apiKey" && in == "header" && headerName(word):
			prefix := ""
			if strings.EqualFold(word, "Authorization") && (about == "" || strings.Contains(strings.ToLower(about), "bearer")) {
				prefix = "Bearer "
			}
			return service.Auth{Header: word, Prefix: prefix, Evidence: evidence}
		case kind == "apiKey" && in == "query" && word != "":
			return service.Auth{Query: word, Evidence: evidence}
		}
	}
	return service.Auth{}
}

func headerName(name string) bool {
	return name != "" && len(name) < 80 && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}
