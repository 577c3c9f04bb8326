package moving

import (
	"context"
	"errors"
	"slices"

	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// mostLeft is how many files that stay are named.
const mostLeft = 20

// foresee counts what would be moved.
func (m *filing) foresee(ctx context.Context) error {
	if m.from.side == nil || m.from.id == m.to.id {
		return nil
	}
	entries, odd, err := m.from.side.List(ctx)
	if err != nil {
		return err
	}
	m.out.Parts = append(m.out.Parts, carry.Count(entries)...)
	m.leaveOdd(odd)
	return nil
}

func (m *filing) leaveOdd(odd []carry.Odd) {
	for _, one := range odd {
		m.stays(one.Name, one.Err)
	}
}

func (m *filing) stays(name string, why error) {
	if len(m.out.Left) < mostLeft {
		reason := wording.NewMessage("migrate.left_odd").In(m.program.Spoken())
		if errors.Is(why, carry.ErrNoPlace) {
			reason = wording.NewMessage("migrate.left_no_place").In(m.program.Spoken())
		}
		if why == nil {
			reason = wording.NewMessage("migrate.left_waiting").In(m.program.Spoken())
		}
		m.out.Left = append(m.out.Left, left{name, reason})
	}
}

// nameLeft names what stays in the old place and is nobody's any more: files that nobody has
// taken, and those that the config has nothing for.
func (m *filing) nameLeft(ctx context.Context) error {
	if m.from.side == nil || m.from.id == m.to.id {
		return nil
	}
	_, odd, err := m.from.side.List(ctx)
	if err != nil {
		return err
	}
	m.leaveOdd(odd)
	waiting, err := m.inInbox(ctx, m.from.side, false)
	if err != nil {
		return err
	}
	there, _, err := m.to.side.List(ctx)
	if err != nil {
		return err
	}
	for _, key := range waiting {
		if !slices.ContainsFunc(there, func(e carry.Entry) bool { return e.Key == key }) {
			m.stays(m.shownKey(key), nil)
		}
	}
	return nil
}

// shownKey is a file of the old place as people find it.
func (m *filing) shownKey(key string) string {
	if m.from.bucket != nil {
		return m.from.bucket.String() + "/" + key
	}
	return m.from.places.Path(key)
}
