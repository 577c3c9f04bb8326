package learn

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/dropbridge/dropbridge/internal/learn/guess"
	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// filterFields are the records with the filters of the lists that are followed.
var filterFields = map[guess.Role]lexicon.Record{guess.Products: lexicon.ProductQuery, guess.Orders: lexicon.OrderQuery, guess.Shipments: lexicon.ShipmentQuery}

// tryFilters tries on the service what looks like a filter by the last change: asked for
// what is newer than a time between a record's creation and its last change, the service
// has to give that record, and asked for the future it must not. A filter by creation would
// hide for ever what becomes of older orders.
func (l *live) tryFilters(ctx context.Context) error {
	found := guess.Classify(l.service, l.words)
	for role, query := range filterFields {
		list := found.Lists[role]
		if list == nil || !list.Op.Real || list.Op.Method != http.MethodGet || list.Op.HasHole() {
			continue
		}
		changed, ok := guess.ChangedRecord(found, role)
		if !ok {
			continue
		}
		field := l.words.Field(query, "updated_since")
		for _, p := range list.Op.Query() {
			if field.Names.Exact(lexicon.FilterPhrase(p.Name)) == 0 && (p.Shape == nil || field.About.InText(p.Description) < 0.85) {
				continue
			}
			if err := l.tryFilter(ctx, list, p.Name, changed); err != nil {
				return err
			}
		}
	}
	return nil
}

// tryFilter asks twice with one filter. An answer that is none tells nothing.
func (l *live) tryFilter(ctx context.Context, list *service.Listing, name string, changed guess.Changed) error {
	between := changed.Created.Add(changed.Updated.Sub(changed.Created) / 2)
	has, err := l.listHas(ctx, list, name, changed, between)
	if err != nil {
		return ctx.Err()
	}
	ignored, err := l.listHas(ctx, list, name, changed, changed.Updated.AddDate(5, 0, 0))
	if err != nil {
		return ctx.Err()
	}
	if list.Op.Tried == nil {
		list.Op.Tried = map[string]bool{}
	}
	list.Op.Tried[name] = has && !ignored
	return nil
}

// listHas reports whether a list since a time has the record.
func (l *live) listHas(ctx context.Context, list *service.Listing, name string, changed guess.Changed, since time.Time) (bool, error) {
	u := l.reader.Base.JoinPath(list.Op.Asked())
	query := u.Query()
	if p := guess.PagingOf(list.Op, nil, l.words); p.PerPage != "" {
		query.Set(p.PerPage, fmt.Sprint(askFor))
	}
	query.Set(name, changed.Write(since))
	u.RawQuery = query.Encode()
	answer, _, err := l.reader.Ask(ctx, u)
	if err != nil {
		return false, err
	}
	for _, row := range service.RowsAt(answer, list.Root) {
		if changed.ID.Text(row) == changed.Record {
			return true, nil
		}
	}
	return false, nil
}
