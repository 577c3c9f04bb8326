package drift

import (
	"context"
	"errors"
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping"
)

// sampleRows is how many records of a page are looked at; sampleElements how many of a
// list in one of them.
const (
	sampleRows     = 50
	sampleElements = 200
)

// Pages are what samples are taken from; a client of the service is one.
type Pages interface {
	// Mapping says where the values of the answers stand.
	Mapping() *mapping.Program
	// FirstPage is the first page of an operation that reads, by its name in the mapping,
	// with so many rows where the service lets one ask for them.
	FirstPage(ctx context.Context, operation string, rows int) (string, error)
}

// Sample reads one small page of each operation that the mapping has and tells what the
// answers look like. Operations named in without, by what is being done, such as "list
// products", are left out. An operation that cannot be read is an error beside the
// profiles of the others.
func Sample(ctx context.Context, pages Pages, without ...string) ([]Profile, error) {
	var profiles []Profile
	var failed []error
	m := pages.Mapping()
	watcher := newWatcher(m.Written)
	for _, op := range m.Reads() {
		if slices.Contains(without, op.Op) {
			continue
		}
		profile, err := watcher.sample(ctx, op, pages)
		if err != nil {
			failed = append(failed, err)
			if kind := supplier.KindOf(err); kind == supplier.KindUnauthorized || kind == supplier.KindNotSent || kind == supplier.KindThrottled || ctx.Err() != nil {
				break // the others would only say the same
			}
			continue
		}
		profile.Operation = op.Key
		profiles = append(profiles, profile)
	}
	return profiles, errors.Join(failed...)
}

// sample reads the first page of a list.
func (c *watcher) sample(ctx context.Context, op mapping.Operation, pages Pages) (Profile, error) {
	watched, err := c.watchOp(op.Key)
	if err != nil {
		return Profile{}, err
	}
	page, err := pages.FirstPage(ctx, op.Key, sampleRows)
	if err != nil {
		return Profile{}, err
	}
	profile, err := watched.profile(page)
	if err != nil {
		return Profile{}, mapping.PageError(op.Op, op.List, 0, err)
	}
	return profile, nil
}
