package learn

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/dropbridge/dropbridge/internal/learn/document"
	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// usualPaths are tried where nothing names the path of a list.
var usualPaths = map[guess.Role]lexicon.Set{
	guess.Products: lexicon.UsualProducts, guess.Orders: lexicon.UsualOrders, guess.Shipments: lexicon.UsualShipments, guess.Ledger: lexicon.UsualLedger,
}

// readLists reads each list of the service once: at the paths that are given, those of
// the document, or usual ones.
func (l *live) readLists(ctx context.Context, paths map[string]string) error {
	documented := guess.Classify(l.service, l.words)
	read := 0
	for _, r := range guess.ListRoles {
		var tries []*service.Operation
		given := paths[string(r.Role)]
		switch known := documented.Lists[r.Role]; {
		case given != "":
			o := l.service.At(given)
			o.Given = l.given
			if o.Role = string(r.Role); o.Real {
				continue
			}
			if o.Method != http.MethodGet || o.HasHole() {
				l.leave(r.Role, o)
				continue
			}
			tries = []*service.Operation{o}
		case known != nil && known.Op.Known:
			if known.Op.Real || known.Op.Method != http.MethodGet || known.Op.HasHole() {
				continue // read already with another role, or by a POST, which is never sent here
			}
			tries = []*service.Operation{known.Op}
		case len(paths) == 0 && !l.service.FromDocument():
			for _, path := range l.words.Words(usualPaths[r.Role]) {
				tries = append(tries, l.service.At(path))
			}
		}
		ok, err := l.tryList(ctx, r.Role, tries, given != "")
		if err != nil {
			return err
		}
		if ok {
			read++
		}
	}
	if err := l.tryPages(ctx); err != nil {
		return err
	}
	if err := l.tryFilters(ctx); err != nil {
		return err
	}
	if read == 0 && len(l.left) > 0 {
		return &document.Error{Source: service.Clean(l.reader.Base.Redacted(), 120), Message: l.left.Message(),
			Mend: wording.NewMessage("learn_source.left_way")}
	}
	if read == 0 {
		return &supplier.Error{Kind: supplier.KindNotFound, Op: "learn from " + service.Clean(l.reader.Base.Redacted(), 120), Detail: "no list was found there",
			Mend: "name the paths with --products, --orders, --shipments and --ledger; is the version part of the address?"}
	}
	return nil
}

// leave notes a list that was named and cannot be read here.
func (l *live) leave(r guess.Role, o *service.Operation) {
	if !slices.Contains(l.service.Operations, o) {
		l.service.Operations = append(l.service.Operations, o)
	}
	why := wording.NewMessage("learn.left_post", r)
	if o.HasHole() {
		why = wording.NewMessage("learn.left_path", r)
	}
	l.left = append(l.left, why)
	l.service.Notes = append(l.service.Notes, why)
}

// tryList reads the first of the operations that gives a list. A refused token ends the
// work: the others would only say the same.
func (l *live) tryList(ctx context.Context, r guess.Role, tries []*service.Operation, given bool) (bool, error) {
	for _, o := range tries {
		err := l.readList(ctx, o)
		kind := supplier.KindOf(err)
		if missing, ok := errors.AsType[*supplier.Error](err); ok && given && kind == supplier.KindNotFound {
			missing.Way = wording.NewMessage("learn_source.not_there_way")
		}
		switch {
		case err == nil:
			if !slices.Contains(l.service.Operations, o) {
				l.service.Operations = append(l.service.Operations, o)
			}
			return true, nil
		case ctx.Err() != nil, kind == supplier.KindUnauthorized, kind == supplier.KindTransient, given:
			return false, err
		}
		if l.service.FromDocument() {
			l.service.Notes = append(l.service.Notes, wording.NewMessage("learn.list_unread", r, service.Clean(err.Error(), 200)))
		}
	}
	return false, nil
}

// readList reads one page of a list.
func (l *live) readList(ctx context.Context, o *service.Operation) error {
	u := l.reader.Base.JoinPath(o.Asked())
	query := u.Query()
	p := guess.PagingOf(o, nil, l.words)
	if p.PerPage != "" {
		query.Set(p.PerPage, fmt.Sprint(askFor))
	}
	for _, q := range o.Params {
		if q.In == "query" && query.Get(q.Name) == "" && q.Shape != nil && q.Fallback != "" && o.Source == "the service" {
			query.Set(q.Name, q.Fallback)
		}
	}
	u.RawQuery = query.Encode()
	answer, header, err := l.reader.Ask(ctx, u)
	if err != nil {
		return err
	}
	o.TakeSample(answer, header, l.words)
	if len(o.Listings()) == 0 {
		return &supplier.Error{Kind: supplier.KindProtocol, Op: "learn from " + service.Clean(u.Redacted(), 120), Detail: "the answer holds no list of records"}
	}
	return nil
}
