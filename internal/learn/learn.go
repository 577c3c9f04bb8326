package learn

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/learn/document"
	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/proposal"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// MaxTime bounds one proposal, the requests included.
const MaxTime = time.Minute

// Options say what to learn from.
type Options struct {
	Sources []string          // files, or addresses of documents and pages
	Name    string            // of the mapping
	BaseURL string            // the service itself, "" is not asked
	Live    bool              // read the lists even where the document has shapes
	Token   supplier.Secret   // goes to the base address only
	User    supplier.Secret   // beside the token in HTTP Basic; without it the token is NAME:SECRET
	Params  map[string]string // the values of parameters of paths, such as {project}
	Auth    string            // where the token goes: bearer, basic, header:NAME or query:NAME; "" takes the document's way
	Paths   map[string]string // of products, orders, shipments and ledger, where the user knows them
	Create  string            // the request that makes an order, where no document describes it: POST /orders
	Client  *http.Client      // nil is the usual one

	Templates templates.Set // whose words of learn are used; the zero value is the built-in ones
}

// Propose reads the sources, and the service where it is named, and proposes a mapping.
// Nothing but GET is ever sent.
func Propose(ctx context.Context, options Options) (*proposal.Proposal, error) {
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	words, err := lexicon.Load(options.Templates)
	if err != nil {
		return nil, err
	}
	reader, err := document.NewReader(document.Access{BaseURL: options.BaseURL, Token: options.Token, User: options.User, Auth: options.Auth, Client: options.Client}, words)
	if err != nil {
		return nil, err
	}
	s, samples, err := readSources(ctx, reader, options)
	if err != nil {
		return nil, err
	}
	fillHoles(s, options.Params)
	nameRoles(s, options.Paths)
	join(s, samples, options.Paths, words)
	if err := unknownPath(s, options.Paths); err != nil && reader.Base == nil {
		return nil, err
	}
	if reader.Base != nil && (options.Live || !hasShapes(s, words)) {
		if err := (&live{reader: reader, service: s, words: words, given: options.Params}).readLists(ctx, options.Paths); err != nil {
			return nil, err
		}
	}
	nameCreate(s, options.Create)
	found := guess.Classify(s, words)
	if len(found.Lists) == 0 && found.Operations[guess.CreateOrder] == nil {
		return nil, &document.Error{Source: s.Source, Message: wording.NewMessage("learn_source.no_lists"),
			Mend: wording.NewMessage("learn_source.no_lists_way")}
	}
	return proposal.Of(s, found, options.Name), nil
}

// readSources turns each source into a service or a sample.
func readSources(ctx context.Context, reader *document.Reader, options Options) (*service.Description, []*service.Operation, error) {
	var s *service.Description
	var samples []*service.Operation
	for _, name := range options.Sources {
		in, err := reader.Source(ctx, name)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case in.Description != nil && s != nil:
			return nil, nil, &document.Error{Source: name, Message: wording.NewMessage("learn_source.second"), Mend: wording.NewMessage("learn_source.second_way")}
		case in.Description != nil:
			s = in.Description
		default:
			samples = append(samples, in.Sample)
		}
	}
	if s == nil && len(samples) == 0 && reader.Base != nil && len(options.Paths) == 0 {
		s = reader.UsualDocument(ctx)
	}
	if s == nil {
		s = &service.Description{Source: strings.Join(options.Sources, ", ")}
		if len(options.Sources) == 0 {
			s.Source = options.BaseURL
		}
	}
	if options.Auth != "" {
		s.Auth = reader.Auth
	} else {
		reader.Auth = s.Auth
	}
	return s, samples, nil
}

// hasShapes reports whether a list of products or orders is known by its records.
func hasShapes(s *service.Description, words *lexicon.Lexicon) bool {
	found := guess.Classify(s, words)
	for _, l := range found.Lists {
		if len(l.Record.Members) > 0 {
			return true
		}
	}
	return false
}
