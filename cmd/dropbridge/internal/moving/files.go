package moving

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/objects"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// newFiling looks at the addresses; nothing is asked of a store yet.
func (p *Program) newFiling(c *config.Config, f flags, address string, idle bool) (*filing, error) {
	to := f.files
	switch {
	case strings.Contains(to, "://"):
		if _, err := bucket.ParseAddress(to); err != nil {
			return nil, err
		}
	case c.IsFolder(to):
		to = ""
	default:
		return nil, refusal.New(failure.Usage, wording.NewMessage("migrate.folders", to), wording.NewMessage("migrate.folders.hint"))
	}
	m := &filing{program: p, flags: f, config: c, journal: address, idle: idle}
	m.from, m.to = place{address: c.Files}, place{address: to}
	m.out = &filesMoved{DryRun: f.dryRun, Parts: []carry.Part{}, Left: []left{}, ConfigLine: filesLine(to)}
	for _, name := range c.FeedNames() {
		feed, err := c.Feed(name)
		if err != nil {
			return nil, err
		}
		m.feeds = append(m.feeds, feed)
	}
	if err := errors.Join(m.open(&m.from), m.open(&m.to)); err != nil {
		return nil, errors.Join(err, m.close())
	}
	if err := m.makeSides(); err != nil {
		return nil, errors.Join(err, m.close())
	}
	m.out.From, m.out.To = m.from.id, m.to.id
	return m, nil
}

// filesLine is what the config is to say.
func filesLine(address string) string { return fmt.Sprintf("files: %q", address) }

// open opens the bucket of a place.
func (m *filing) open(p *place) (err error) {
	p.config = m.config.WithFiles(p.address)
	if p.bucket, err = p.config.Bucket(); err != nil || p.bucket == nil {
		return err
	}
	p.id = p.bucket.Place()
	settings, err := p.config.Importer()
	if err != nil {
		return err
	}
	p.disk = objects.New(p.bucket, settings)
	p.feeds, err = p.config.SharedFeeds()
	return err
}

// makeSides gives both places the same keys.
func (m *filing) makeSides() error {
	one := &m.to
	if one.bucket == nil {
		one = &m.from
	}
	if one.bucket == nil {
		return nil // from folders to folders, which is an obstacle
	}
	settings, err := one.config.Importer()
	if err != nil {
		return err
	}
	signs := objects.Signs{Names: doubt.SignNames(), Newest: doubt.NewerSign}
	places := carry.NewPlaces(append(one.disk.Places(settings.Access(), signs), one.feeds.Places(m.feeds)...)...)
	m.absolute = places.Absolute()
	for _, p := range []*place{&m.from, &m.to} {
		p.places = places
		if p.bucket == nil {
			p.side = carry.NewFolders(places, folder.Mark)
		} else {
			p.side = carry.NewObjects(p.bucket, places, objects.MarkOf)
		}
	}
	m.carrier = &carry.Carrier{From: m.from.side, To: m.to.side, Keep: m.keep}
	return nil
}

// folders are those of the config, as a place.
func (m *filing) folders() place {
	return place{config: m.config.WithFiles(""), places: m.to.places, side: carry.NewFolders(m.to.places, folder.Mark)}
}

func (m *filing) close() (err error) {
	if m.db != nil {
		err = m.db.Close()
	}
	for _, p := range []*place{&m.from, &m.to} {
		if p.bucket != nil {
			err = errors.Join(err, p.bucket.Close())
		}
	}
	return err
}

// options are those of the journal's part.
func (m *filing) options() move.FilesOptions {
	return move.FilesOptions{Journal: m.journal, From: m.from.id, To: m.to.id, Idle: m.idle, Settle: cmp.Or(m.config.Inbox.Scan, desk.UsualScan) + time.Second, Now: time.Now, After: time.After,
		Progress: m.program.filesProgress(), Copy: m.copy, Rename: m.rename}
}

// run moves the files, or shows what would be moved.
func (m *filing) run(ctx context.Context) ([]*move.Obstacle, error) {
	id, place, found, err := move.FilesObstacles(ctx, m.options())
	if err != nil {
		return nil, err
	}
	already := move.HasArrived(place) && place.Address == m.to.id
	if len(found) == 0 && !already {
		found, err = m.obstacles(ctx, id, place)
	}
	switch {
	case err != nil:
		return nil, err
	case m.flags.dryRun:
		return found, m.foresee(ctx)
	case len(found) > 0:
		return nil, found[0]
	}
	if !already {
		if err := m.claim(ctx, id); err != nil {
			return nil, err
		}
	}
	report, err := move.Files(ctx, m.options())
	if err != nil {
		return nil, err
	}
	m.out.Already, m.out.Renamed = report.Already, report.Renamed
	if already && m.from.id == m.to.id && place.Other == "" && m.to.bucket != nil { // the config says so by now
		if err := m.from.bucket.Close(); err != nil {
			return nil, err
		}
		m.from = m.folders()
	}
	stats := carry.Stats{}
	if m.carrier != nil {
		stats = m.carrier.Stats()
	}
	m.out.Written, m.out.Bytes, m.out.Removed, m.out.Stayed = stats.Written, stats.Bytes, stats.Removed, stats.Stayed
	return nil, m.nameLeft(ctx)
}

// keep says which files of the new place stay that the old one does not have: what people have
// dropped there already.
func (m *filing) keep(ctx context.Context, e carry.Entry, sha func() (string, error)) (bool, error) {
	if !m.isDrop(e.Key) {
		return false, nil
	}
	known, err := m.taken(ctx, e, sha)
	return !known, err
}

// claim makes the new place this shop's, and tries whether it can be worked with.
func (m *filing) claim(ctx context.Context, id string) error {
	if m.to.bucket == nil {
		return nil
	}
	can, err := m.to.bucket.Probe(ctx)
	if err != nil {
		return err
	}
	if !can.Create || !can.Replace {
		m.program.complain("bucket_unguarded", m.to.bucket.String())
	}
	return carry.WriteSign(ctx, m.to.bucket, carry.Sign{Journal: id})
}

// copy makes the files of the new place those of the old one. What waits in the inbox comes last,
// as nobody takes it then.
func (m *filing) copy(ctx context.Context, last bool) error {
	if m.from.bucket != nil {
		if last {
			if err := m.leave(ctx); err != nil {
				return err
			}
		}
		if err := m.from.feeds.Settle(ctx, m.feeds); err != nil && !errors.Is(err, mirror.ErrLate) {
			return err
		}
	}
	m.carrier.Skip = func(e carry.Entry) bool { return m.isDrop(e.Key) && (!last || m.isLate(e)) }
	if err := m.carrier.Pass(ctx, last); err != nil || !last {
		return err
	}
	parts, err := m.carrier.Compare(ctx)
	if err != nil {
		return err
	}
	m.out.Parts = parts
	if m.to.bucket != nil {
		return m.to.feeds.Know(ctx, m.feeds)
	}
	return nil
}

// isLate reports whether somebody may still be writing a file: in a bucket it would be taken as it is.
func (m *filing) isLate(e carry.Entry) bool {
	return m.from.bucket == nil && time.Since(e.Time) < cmp.Or(m.config.Inbox.Settle, desk.UsualSettle)
}

// leave says in the old bucket that no feed is to be built there any more.
func (m *filing) leave(ctx context.Context) error {
	id, _, _, err := move.FilesObstacles(ctx, m.options())
	if err != nil {
		return err
	}
	return carry.WriteSign(ctx, m.from.bucket, carry.Sign{Journal: id, Left: true, To: m.to.id})
}

// rename is where what the journal knows in the old place lies in the new one.
func (m *filing) rename(f paths.File) paths.File {
	if key := m.key(f.Origin); key != "" {
		if from, to, found := m.carrier.Entries(key); found && from.Mark == f.Mark {
			f.Mark = to.Mark
		}
	}
	for _, path := range []*string{&f.Spool, &f.Result, &f.Origin} {
		key := m.key(*path)
		switch {
		case key == "":
		case m.to.bucket != nil:
			*path = objects.KeptKey(key)
		default:
			if at := m.to.places.Path(key); at != "" {
				*path = at
			}
		}
	}
	return f
}

// key is the key of a path of the journal, "" where it has none: such a file stays where it is.
func (m *filing) key(kept string) string {
	if key := objects.Key(kept); key != "" || kept == "" {
		return key
	}
	if m.from.bucket != nil {
		return ""
	}
	for _, path := range []string{kept, m.config.Path(kept)} {
		if key := m.to.places.Key(path); key != "" {
			return key
		}
		if abs, err := filepath.Abs(path); err == nil {
			if key := m.absolute.Key(abs); key != "" {
				return key
			}
		}
	}
	return ""
}

// abandon ends a move of files that is not complete.
func (m *filing) abandon(ctx context.Context) error {
	if err := move.AbandonFiles(ctx, m.options()); err != nil {
		return err
	}
	if m.from.bucket == nil {
		return nil
	}
	id, _, _, err := move.FilesObstacles(ctx, m.options())
	if err != nil {
		return err
	}
	return carry.WriteSign(ctx, m.from.bucket, carry.Sign{Journal: id})
}
