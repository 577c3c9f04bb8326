package exporter

import (
	"context"
	"fmt"

	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// group reads back the products of a group, with what tells them apart: nil where they are
// products of their own.
func (f *feed) group(n int) ([]supplier.Product, []*template.Variant, error) {
	members, err := f.spool.read(n)
	if err != nil {
		return nil, nil, fmt.Errorf("read back the groups of feed %s: %w", f.Out, err)
	}
	told := newVariants(members, f.template)
	if f.spool.groups[n].apart || len(members) > 1 && told[0] == nil {
		dissolve(members)
	}
	return members, told, nil
}

// rankGroups finds by which number each group stands, where the template wants both groups
// and an order: only the whole group tells it. Members that nothing tells apart stand each
// by its own.
func (f *feed) rankGroups(ctx context.Context) error {
	if !f.template.Ordered() || !f.template.Grouped() {
		return nil
	}
	s := template.Scope{Facts: &f.facts}
	for n := range f.spool.groups { // those that part adds have their ranks
		if !f.spool.groups[n].ofID {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		members, told, err := f.group(n)
		if err != nil {
			return err
		}
		if len(members) == 1 || told[0] != nil {
			f.spool.groups[n].rank = f.rankOf(&members[0], told[0], &s)
			continue
		}
		for i, at := range f.spool.groups[n].members {
			f.spool.groups = append(f.spool.groups, storedGroup{rank: f.rankOf(&members[i], nil, &s), members: []int64{at}, apart: true})
		}
		f.spool.groups[n].members = nil
	}
	return nil
}

// rankOf is the number by which a product stands.
func (f *feed) rankOf(p *supplier.Product, v *template.Variant, s *template.Scope) int64 {
	var o offer
	f.prepare(&o, p, v, s)
	s.Move(&o.Offer)
	return f.template.Rank(s)
}
