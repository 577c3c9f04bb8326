package learn

import (
	"net/http"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/document"
	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// nameRoles gives the document's operations the roles that the user named. A path that a
// document does not have is one that only samples or the service itself can answer for.
func nameRoles(s *service.Description, paths map[string]string) {
	for role, path := range paths {
		if o := s.Named(path); o != nil {
			o.Role = role
		}
	}
}

// nameCreate gives the request that makes an order its role. One that no document has is known
// by its name alone.
func nameCreate(s *service.Description, request string) {
	if request == "" {
		return
	}
	if !strings.Contains(strings.TrimSpace(request), " ") {
		request = http.MethodPost + " " + request
	}
	o := s.At(request)
	o.Role = string(guess.CreateOrder)
	if !slices.Contains(s.Operations, o) {
		o.Source = "the flag --create-order"
		s.Operations = append(s.Operations, o)
	}
}

// join gives the samples to the document's operations of the same role, which keep
// their paths and descriptions; a sample of another role stays an operation of its own.
func join(s *service.Description, samples []*service.Operation, paths map[string]string, words *lexicon.Lexicon) {
	documented := guess.Classify(s, words)
	roles := rolesOf(samples, paths, words)
	for i, sample := range samples {
		own := roles[i]
		if l := documented.Lists[own]; l != nil && !l.Op.Real {
			l.Op.TakeSample(sample.Sample, nil, words)
			l.Op.Source += " and " + sample.Source
			continue
		}
		if path := paths[string(own)]; path != "" {
			sample.Take(path)
			sample.Role = string(own)
		}
		s.Operations = append(s.Operations, sample)
	}
}

// rolesOf tells what each sample is: by its own records and the name of its file, and where
// those do not tell, by the roles that the user named and no other sample has.
func rolesOf(samples []*service.Operation, paths map[string]string, words *lexicon.Lexicon) []guess.Role {
	seen := guess.Classify(&service.Description{Operations: samples}, words)
	roles := make([]guess.Role, len(samples))
	for i, sample := range samples {
		for _, r := range guess.ListRoles { // the main roles come first
			if l := seen.Lists[r.Role]; l != nil && l.Op == sample {
				roles[i] = r.Role
				break
			}
		}
	}
	for _, r := range guess.ListRoles {
		if paths[string(r.Role)] == "" || slices.Contains(roles, r.Role) {
			continue
		}
		if i := slices.IndexFunc(roles, func(own guess.Role) bool { return own == "" || paths[string(own)] == "" }); i >= 0 {
			roles[i] = r.Role
		}
	}
	return roles
}

// fillHoles puts the values that a document knows into the paths of its lists, such as
// {format}: the default, or the only value that there is. What the config gives stays in
// its hands: the path keeps its parameter, and only the service is asked with the value.
func fillHoles(s *service.Description, given map[string]string) {
	for _, o := range s.Operations {
		if o.Method != http.MethodGet && o.Method != http.MethodPost || strings.HasSuffix(o.Path, "/{"+lastHole(o.Path)+"}") {
			continue // what ends so is one record
		}
		for _, p := range o.Params {
			hole := "{" + p.Name + "}"
			if p.In != "path" || !strings.Contains(o.Path, hole) {
				continue
			}
			if value := given[p.Name]; value != "" {
				o.Given = given
				continue
			}
			if value, ok := p.Only(); ok {
				if o.Was == "" {
					o.Was = o.Path
				}
				o.Path = strings.ReplaceAll(o.Path, hole, value)
			}
		}
	}
}

func lastHole(path string) string {
	open := strings.LastIndexByte(path, '{')
	if open < 0 || !strings.HasSuffix(path, "}") {
		return "/"
	}
	return path[open+1 : len(path)-1]
}

// unknownPath is the mistake of a path that was named and nothing answers for.
func unknownPath(s *service.Description, paths map[string]string) error {
	if !s.FromDocument() {
		return nil
	}
	for _, r := range guess.ListRoles {
		path := paths[string(r.Role)]
		if path == "" || slices.ContainsFunc(s.Operations, func(o *service.Operation) bool { return o.Role == string(r.Role) }) {
			continue
		}
		return &document.Error{Source: s.Source, Message: wording.NewMessage("learn_source.no_path", service.Clean(path, 80), r.Role),
			Mend: wording.NewMessage("learn_source.no_path_way")}
	}
	return nil
}
