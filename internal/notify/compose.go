package notify

import (
	"maps"
	"slices"
	"time"

	"github.com/dropbridge/dropbridge/internal/notify/letter"
	"github.com/dropbridge/dropbridge/internal/standing"
)

// compose writes one letter of all that is to be told now, unless people want quiet.
func (n *Notifier) compose(m *memory, list []*thing, now time.Time) (changed bool) {
	if len(n.Channels) == 0 || n.Schedule.Quiet(now) {
		return false
	}
	day, digest := n.Schedule.DigestDue(now, m.Digest)
	if digest {
		m.Digest, changed = day, true
	}
	items := append(n.happened(m, digest), n.begun(m, list, digest, now)...)
	items = append(items, n.settled(m, list, digest, now)...)
	if len(items) == 0 {
		return changed
	}
	var names []string
	for _, c := range n.Channels {
		names = append(names, c.Name())
	}
	l := letter.New(letter.Urgent, now)
	if digest {
		l.Kind = letter.Digest
	}
	l.Items = items
	m.enqueue(l, names...)
	return true
}

// happened are the events to tell, those of one code as one item.
func (n *Notifier) happened(m *memory, digest bool) (items []letter.Item) {
	var left []Event
	at := map[string]int{}
	for _, e := range m.Pending {
		if !digest && !slices.Contains(n.Urgent, e.Code) {
			left = append(left, e)
			continue
		}
		i, known := at[e.Code]
		if !known {
			i, at[e.Code] = len(items), len(items)
			items = append(items, letter.Item{Code: e.Code, News: letter.Happened, Level: standing.Attention, Since: e.At})
		}
		items[i].Orders = append(items[i].Orders, e.Order)
		items[i].Count++
	}
	m.Pending = left
	for i := range items {
		items[i].Text, items[i].Mend = n.Voice.Event(items[i].Code, items[i].Orders)
		items[i] = n.Voice.Worded(items[i], 1)
	}
	return items
}

// begun are the things that stand and are to be told.
func (n *Notifier) begun(m *memory, list []*thing, digest bool, now time.Time) (items []letter.Item) {
	for _, t := range list {
		before, known := m.Told[t.key]
		what := t.news(before, known, digest, now)
		if what == "" || !n.sights.ripe(t, now) || !digest && !n.isUrgent(t.Item) {
			continue
		}
		item := t.Item
		item.News = what
		item = n.Voice.Worded(item, t.merged)
		items = append(items, item)
		m.Told[t.key] = t.told(item.Text, now, n.isUrgent(t.Item))
	}
	return items
}

// settled are the things that were told and are over.
func (n *Notifier) settled(m *memory, list []*thing, digest bool, now time.Time) (items []letter.Item) {
	for _, key := range slices.Sorted(maps.Keys(m.Told)) {
		before := m.Told[key]
		stands := slices.ContainsFunc(list, func(t *thing) bool { return t.key == key })
		if before.Code == "" || stands || !n.sights.over(key, now) || !digest && !before.Urgent {
			continue
		}
		delete(m.Told, key)
		items = append(items, letter.Item{Code: before.Code, News: letter.Over, Level: standing.Fine, Text: letter.Private(before.Text)})
	}
	return items
}

// isUrgent reports whether a thing is told at once. Of problems those are that stop work.
func (n *Notifier) isUrgent(item letter.Item) bool {
	return slices.Contains(n.Urgent, item.Code) && (item.Code != standing.CodeProblem || item.Level == standing.Failing)
}
