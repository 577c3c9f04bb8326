package moving

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/objects"
	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
)

// obstacles are what stands in the way beside the journal.
func (m *filing) obstacles(ctx context.Context, id string, at paths.Place) (out []*move.Obstacle, err error) {
	begun := move.Unsettled(at)
	switch {
	case m.from.id == m.to.id:
		return append(out, move.NewObstacle("files_same_place", m.program.placeName(m.to.id))), nil
	case m.to.bucket != nil:
		out, err = m.bucketObstacles(ctx, id)
	case !begun:
		out, err = m.folderObstacles(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	_, odd, err := m.from.side.List(ctx)
	var names []string
	for _, one := range odd {
		if !errors.Is(one.Err, carry.ErrNoPlace) {
			names = append(names, one.Name)
		}
	}
	if len(names) > 0 {
		out = append(out, move.NewObstacle("files_odd", len(names), strings.Join(names[:min(len(names), 3)], ", ")))
	}
	return out, err
}

// bucketObstacles: only a bucket that is empty is filled, and one that has had this shop's files.
func (m *filing) bucketObstacles(ctx context.Context, id string) (out []*move.Obstacle, err error) {
	sign, err := carry.ReadSign(ctx, m.to.bucket)
	if err != nil {
		return nil, err
	}
	claimed, err := m.to.disk.Claimed()
	if err != nil {
		return nil, err
	}
	if sign.Journal != "" && sign.Journal != id || claimed != "" && claimed != id {
		return append(out, move.NewObstacle("files_of_others", m.to.id)), nil
	}
	if sign.Journal == id || claimed == id {
		return nil, nil
	}
	there, _, err := m.to.side.List(ctx)
	if err == nil && len(there) > 0 {
		out = append(out, move.NewObstacle("files_there", len(there), m.to.id, there[0].Key))
	}
	return out, err
}

// folderObstacles: folders may have files of other times. Those of another journal are not ours,
// and what lies in the inbox and was taken once would be taken again.
func (m *filing) folderObstacles(ctx context.Context, id string) (out []*move.Obstacle, err error) {
	for _, dir := range []string{m.config.Inbox.Results, m.config.Inbox.Dir} {
		if other := doubt.JournalOf(m.config.Path(dir)); other != "" && other != id {
			out = append(out, move.NewObstacle("files_of_others", m.config.Path(dir)))
		}
	}
	taken, err := m.inInbox(ctx, m.to.side, true)
	if len(taken) > 0 {
		var paths []string
		for _, key := range taken {
			paths = append(paths, m.to.places.Path(key))
		}
		out = append(out, move.NewObstacle("files_taken", len(paths), strings.Join(paths[:min(len(paths), 3)], ", ")))
	}
	return out, err
}

// inInbox are the keys of what lies in the inbox of a side and was once taken, or never was.
func (m *filing) inInbox(ctx context.Context, side carry.Side, taken bool) (keys []string, err error) {
	entries, _, err := side.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !m.isDrop(e.Key) {
			continue
		}
		known, err := m.taken(ctx, e, func() (string, error) { return carry.SHA(ctx, side, e) })
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if known == taken {
			keys = append(keys, e.Key)
		}
	}
	return keys, nil
}

// isDrop reports whether a key is that of a file that somebody has dropped.
func (m *filing) isDrop(key string) bool {
	return strings.HasPrefix(key, objects.InboxPrefix) && !strings.HasPrefix(path.Base(key), ".")
}

// taken reports whether the journal knows a file of the inbox.
func (m *filing) taken(ctx context.Context, e carry.Entry, sha func() (string, error)) (bool, error) {
	hash, err := sha()
	if err != nil {
		return false, err
	}
	if m.db == nil {
		if m.db, err = journal.OpenDatabase(ctx, m.journal, true); err != nil {
			return false, err
		}
	}
	return paths.Knows(ctx, m.db, hash, path.Base(e.Key))
}
