package document

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

const documentHint = "save one answer of each list as JSON and learn from those: dropbridge learn products.json orders.json"

// isDocument tells a description of a service from a sample answer.
func isDocument(v any) bool {
	object, ok := v.(map[string]any)
	if !ok {
		return false
	}
	version := service.Literal(object["openapi"]) + service.Literal(object["swagger"])
	return version != "" && (strings.HasPrefix(version, "3") || strings.HasPrefix(version, "2"))
}

// readDocument turns a Swagger 2 or OpenAPI 3 document into a service. The library that
// reads it cannot be interrupted, so it works beside and is left alone when the time is
// over; it has come to grief on odd documents before, which is then said and no more.
func readDocument(ctx context.Context, source string, tree map[string]any, words *lexicon.Lexicon) (*service.Description, error) {
	type outcome struct {
		Description *service.Description
		err         error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() {
			if cause := recover(); cause != nil {
				done <- outcome{err: &Error{Source: source, Message: fmt.Sprintf("the document cannot be understood (%s)", service.Clean(fmt.Sprint(cause), 100)), Mend: documentHint}}
			}
		}()
		s, err := understand(source, tree, words)
		done <- outcome{s, err}
	}()
	select {
	case out := <-done:
		return out.Description, out.err
	case <-ctx.Done():
		return nil, &Error{Source: source, Message: "the document takes too long to understand", Mend: documentHint, Err: ctx.Err()}
	}
}

func understand(source string, tree map[string]any, words *lexicon.Lexicon) (*service.Description, error) {
	m := mender{root: tree, left: maxNodes}
	m.mend(tree, "", "", 0)
	if m.left < 0 {
		return nil, &Error{Source: source, Message: "the document is nested too deep, or has too many references", Mend: documentHint}
	}
	doc, err := loadDocument(tree)
	if err != nil {
		return nil, &Error{Source: source, Message: "the document is broken", Err: err, Mend: documentHint}
	}
	s := &service.Description{Source: source, Notes: m.notes()}
	if len(doc.Servers) > 0 {
		s.Base = doc.Servers[0].URL
	}
	s.Auth = readAuth(doc)
	if doc.Info != nil {
		s.About = doc.Info.Description
	}
	w := &walker{words: words, left: maxShapes}
	for _, path := range doc.Paths.InMatchingOrder() {
		item := doc.Paths.Value(path)
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if o := item.GetOperation(method); o != nil {
				s.Operations = append(s.Operations, w.operation(source, method, path, item, o))
			}
		}
		if len(s.Operations) >= maxOperations {
			s.Notes = append(s.Notes, fmt.Sprintf("only the first %d operations were looked at", maxOperations))
			break
		}
	}
	slices.SortStableFunc(s.Operations, func(a, b *service.Operation) int { return strings.Compare(a.Path, b.Path) })
	if w.left < 0 {
		s.Notes = append(s.Notes, "the document is very large: the shapes of some operations were left out")
	}
	if len(s.Operations) == 0 {
		return nil, &Error{Source: source, Message: "the document describes no request that reads or creates", Mend: documentHint}
	}
	return s, nil
}

// loadDocument hands the mended tree to the library; Swagger 2 becomes OpenAPI 3.
func loadDocument(tree map[string]any) (*openapi3.T, error) {
	data, err := json.Marshal(tree)
	if err != nil {
		return nil, err
	}
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = false
	if service.Literal(tree["swagger"]) == "" {
		// Not LoadFromData: it reads large JSON by way of YAML, ten times slower.
		var doc openapi3.T
		if err := json.Unmarshal(data, &doc); err != nil {
			return nil, err
		}
		return &doc, loader.ResolveRefsIn(&doc, nil)
	}
	var old openapi2.T
	if err := json.Unmarshal(data, &old); err != nil {
		return nil, err
	}
	return openapi2conv.ToV3WithLoader(&old, loader, nil)
}

// readAuth takes the first scheme that a token fits.
func readAuth(doc *openapi3.T) service.Auth {
	if doc.Components == nil {
		return service.Auth{}
	}
	for _, name := range slices.Sorted(maps.Keys(doc.Components.SecuritySchemes)) {
		ref := doc.Components.SecuritySchemes[name]
		if ref == nil || ref.Value == nil {
			continue
		}
		scheme, evidence := ref.Value, "the document's security scheme "+service.Clean(name, 40)
		switch {
		case scheme.Type == "http" && strings.EqualFold(scheme.Scheme, "bearer"), scheme.Type == "oauth2":
			return service.Auth{Header: "Authorization", Prefix: "Bearer ", Evidence: evidence}
		case scheme.Type == "http" && strings.EqualFold(scheme.Scheme, "basic"):
			return service.Auth{Basic: true, Evidence: evidence}
		case scheme.Type == "apiKey" && scheme.In == "header" && headerName(scheme.Name):
			prefix := ""
			if strings.EqualFold(scheme.Name, "Authorization") && (scheme.Description == "" || strings.Contains(strings.ToLower(scheme.Description), "bearer")) {
				prefix = "Bearer "
			}
			return service.Auth{Header: scheme.Name, Prefix: prefix, Evidence: evidence}
		case scheme.Type == "apiKey" && scheme.In == "query" && scheme.Name != "":
			return service.Auth{Query: scheme.Name, Evidence: evidence}
		}
	}
	return service.Auth{}
}

func headerName(name string) bool {
	return name != "" && len(name) < 80 && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}
