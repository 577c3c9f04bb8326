package carry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Carrier makes the files of one side those of another.
type Carrier struct {
	From, To Side
	// Skip says which files of From stay where they are for now; nil: none.
	Skip func(e Entry) bool
	// Keep says which files of To stay although From does not have them; nil: none where it is for
	// the side to say.
	Keep func(ctx context.Context, e Entry, sha func() (string, error)) (bool, error)

	from, to sums
	mu       sync.Mutex
	sides    map[string][2]Entry // of the last pass, by key
	stats    Stats
}

// Stats are what passes have done.
type Stats struct {
	Written int64 // files
	Bytes   int64
	Removed int64
	Stayed  int64 // files of To that From does not have
}

// atOnce is how many files are carried at a time.
const atOnce = 16

// passes is how often a pass is made anew where files change meanwhile.
const passes = 5

// Pass makes the files alike once. With last the other side is to be as it was listed: what
// changed meanwhile is carried anew.
func (c *Carrier) Pass(ctx context.Context, last bool) error {
	for n := 1; ; n++ {
		changed, err := c.pass(ctx)
		if err != nil || changed == 0 || !last {
			return err
		}
		if n == passes {
			return fmt.Errorf("%d files are still being changed: is another program at work with them?", changed)
		}
	}
}

func (c *Carrier) pass(ctx context.Context) (changed int64, err error) {
	from, _, err := c.From.List(ctx)
	if err != nil {
		return 0, err
	}
	to, _, err := c.To.List(ctx)
	if err != nil {
		return 0, err
	}
	there := map[string]Entry{}
	for _, e := range to {
		there[e.Key] = e
	}
	c.sides, c.stats.Stayed = map[string][2]Entry{}, 0
	group, carrying := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for _, e := range from {
		old, has := there[e.Key]
		delete(there, e.Key)
		if c.Skip != nil && c.Skip(e) {
			continue
		}
		group.Go(func() error {
			err := c.one(carrying, e, old, has)
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errMoved) {
				c.mu.Lock()
				defer c.mu.Unlock()
				changed++
				return nil
			}
			if err != nil {
				return fmt.Errorf("carry %s: %w", e.Key, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	return changed, c.removeRest(ctx, slices.Sorted(maps.Keys(there)), there)
}

// one makes one file the same on both sides.
func (c *Carrier) one(ctx context.Context, e, old Entry, has bool) error {
	sha := c.from.get(e)
	if has && old.Size == e.Size {
		var err error
		if sha, err = c.hash(ctx, c.From, &c.from, e); err != nil {
			return err
		}
		if there, err := c.hash(ctx, c.To, &c.to, old); err == nil && there == sha {
			c.done(e, old, 0, 0)
			return nil
		}
	}
	file, err := c.From.Read(ctx, e)
	if err != nil {
		return err
	}
	defer file.Close()
	if has && c.To.Stands(old, file) {
		return nil
	}
	read, err := hashOf(file)
	if err != nil {
		return err
	}
	if sha != "" && sha != read {
		return errMoved
	}
	written, err := c.To.Write(ctx, e, file)
	if err != nil {
		return err
	}
	if !c.From.Still(e) {
		return errMoved
	}
	c.from.set(e, read)
	there, err := c.hash(ctx, c.To, &c.to, written)
	if err != nil {
		return fmt.Errorf("read it back: %w", err)
	}
	if there != read {
		return fmt.Errorf("it is not what was written: SHA-256 %s, and not %s", there, read)
	}
	c.done(e, written, 1, e.Size)
	return nil
}

func (c *Carrier) done(from, to Entry, written, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sides[from.Key] = [2]Entry{from, to}
	c.stats.Written += written
	c.stats.Bytes += bytes
}

// hash is the SHA-256 of a file's content, which is read where it is not known.
func (c *Carrier) hash(ctx context.Context, side Side, known *sums, e Entry) (string, error) {
	if sha := known.get(e); sha != "" {
		return sha, nil
	}
	sha, err := SHA(ctx, side, e)
	if err == nil {
		known.set(e, sha)
	}
	return sha, err
}

func (c *Carrier) removeRest(ctx context.Context, keys []string, rest map[string]Entry) error {
	for _, key := range keys {
		e, keep := rest[key], false
		if c.Keep != nil {
			var err error
			if keep, err = c.Keep(ctx, e, func() (string, error) { return c.hash(ctx, c.To, &c.to, e) }); err != nil {
				return fmt.Errorf("look at %s: %w", key, err)
			}
		}
		if keep {
			c.stats.Stayed++
			continue
		}
		removed, err := c.To.Remove(ctx, e)
		if err != nil {
			return fmt.Errorf("take %s away: %w", key, err)
		}
		if removed {
			c.stats.Removed++
		} else {
			c.stats.Stayed++
		}
	}
	return nil
}

// Stats are what was done so far.
func (c *Carrier) Stats() Stats { return c.stats }

// Entries are a file as both sides have it since the last pass.
func (c *Carrier) Entries(key string) (from, to Entry, found bool) {
	both, found := c.sides[key]
	return both[0], both[1], found
}

// Sum is what a part of a side holds.
type Sum struct {
	Files  int64  `json:"files"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Part is one of the folders of the keys, on both sides.
type Part struct {
	Name string `json:"name"`
	Sum
	There *Sum `json:"target,omitempty"` // absent where nothing was carried
}

// Compare looks at both sides anew, and adds up what From holds and what of it To does. An error
// says what is not alike.
func (c *Carrier) Compare(ctx context.Context) ([]Part, error) {
	to, _, err := c.To.List(ctx)
	if err != nil {
		return nil, err
	}
	there := map[string]Entry{}
	for _, e := range to {
		there[e.Key] = e
	}
	var out []Part
	hashes := map[string][2]*summing{}
	for _, key := range slices.Sorted(maps.Keys(c.sides)) {
		name := partOf(key)
		if hashes[name][0] == nil {
			hashes[name] = [2]*summing{newSumming(), newSumming()}
			out = append(out, Part{Name: name})
		}
		from := c.sides[key][0]
		hashes[name][0].add(key, from.Size, c.from.get(from))
		e, has := there[key]
		if !has {
			continue
		}
		sha, err := c.hash(ctx, c.To, &c.to, e)
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", key, err)
		}
		hashes[name][1].add(key, e.Size, sha)
	}
	for i := range out {
		sums := hashes[out[i].Name]
		out[i].Sum = sums[0].sum()
		other := sums[1].sum()
		out[i].There = &other
		if out[i].Sum != other {
			return out, fmt.Errorf("%s is not the same on both sides: %d files, %s, and %d files, %s", out[i].Name, out[i].Files, out[i].SHA256, other.Files, other.SHA256)
		}
	}
	return out, nil
}

// Count adds up files without their contents.
func Count(entries []Entry) (out []Part) {
	at := map[string]int{}
	for _, e := range entries {
		name := partOf(e.Key)
		n, known := at[name]
		if !known {
			n = len(out)
			at[name], out = n, append(out, Part{Name: name})
		}
		out[n].Files++
		out[n].Bytes += e.Size
	}
	return out
}

// partOf is the first part of a key.
func partOf(key string) string {
	name, _, _ := strings.Cut(path.Clean(key), "/")
	return name
}

type summing struct {
	out  Sum
	hash interface {
		Write([]byte) (int, error)
		Sum([]byte) []byte
	}
}

func newSumming() *summing { return &summing{hash: sha256.New()} }

func (s *summing) add(key string, size int64, sha string) {
	s.out.Files++
	s.out.Bytes += size
	fmt.Fprintf(s.hash, "%q %d %s\n", key, size, sha)
}

func (s *summing) sum() Sum {
	s.out.SHA256 = hex.EncodeToString(s.hash.Sum(nil))
	return s.out
}
