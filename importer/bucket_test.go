package importer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/objects"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/bucket/buckettest"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// cloudy is a rig whose files are in a bucket that fails as it is told to.
type cloudy struct {
	*rig
	store  *buckettest.Faulty
	bucket *bucket.Bucket
}

func (c *cloudy) drop(key, text string) {
	c.t.Helper()
	_, err := c.bucket.Put(context.Background(), key, strings.NewReader(text))
	require.NoError(c.t, err)
}

// keys are the names of the objects of a root, hidden ones left out.
func (c *cloudy) keys(root string) []string {
	c.t.Helper()
	out := []string{}
	for at, err := range c.bucket.List(context.Background(), root+"/", true) {
		require.NoError(c.t, err)
		if !strings.HasPrefix(filepath.Base(at.Key), ".") && !strings.HasSuffix(at.Key, "/") {
			out = append(out, strings.TrimPrefix(at.Key, root+"/"))
		}
	}
	return out
}

func (c *cloudy) read(key string) string {
	c.t.Helper()
	var out bytes.Buffer
	_, err := c.bucket.Get(context.Background(), key, 1<<20, func() (io.Writer, error) { out.Reset(); return &out, nil })
	require.NoError(c.t, err)
	return out.String()
}

// inBucket runs an importer whose files are in a bucket.
func inBucket(t *testing.T, do func(t *testing.T, c *cloudy)) {
	t.Helper()
	c := &cloudy{}
	running(t, func(t *testing.T, r *rig) {
		c.rig = r
		do(t, c)
	}, func(config *desk.Config) {
		if c.bucket == nil {
			c.store = &buckettest.Faulty{Store: bucket.Memory()}
			at, err := bucket.ParseAddress("mem://shop")
			require.NoError(t, err)
			c.bucket = bucket.New(c.store, at, bucket.Options{Attempts: 3, Attempt: time.Second})
		}
		config.Disk = objects.New(c.bucket, *config)
	})
}

func TestBucketTakesPostsShowsAndArchives(t *testing.T) {
	inBucket(t, func(t *testing.T, c *cloudy) {
		c.drop("inbox/orders.csv", orders("1001", "1002"))
		c.drop("inbox/keycrm/orders.csv", orders("7"))
		c.drop("inbox/bad.csv", "one,two,three\n1,2,3\n")
		require.NoError(t, c.store.Store.Write(t.Context(), "inbox/keycrm/", strings.NewReader(""), "", bucket.Condition{})) // as consoles show a folder
		wait(15 * time.Second)
		require.Equal(t, []string{"1001", "1002", "KC-7"}, c.shop.externals())
		require.Equal(t, []string{"orders (2).csv", "orders.csv"}, c.keys("archive"))
		require.Equal(t, []string{"bad.csv", "bad.csv.reason.txt"}, c.keys("failed"))
		require.Empty(t, c.keys("inbox"))
		require.Len(t, c.keys("results"), 2)
		require.Len(t, c.keys("spool"), 3)
		require.Empty(t, c.problems())

		c.shop.change("1001", func(o *supplier.Order) {
			o.Status, o.UpdatedAt, o.WaybillNumber = "shipped", time.Now(), "20450000000001"
		})
		wait(2 * time.Minute)
		name := filepath.Base(c.reportOf("orders.csv").Result)
		require.Contains(t, c.read("results/"+name), "20450000000001")

		files, err := c.journal.Files(t.Context(), state.FileQuery{Names: []string{"orders.csv"}, Sources: []string{""}})
		require.NoError(t, err)
		require.Equal(t, "files:results/"+name, files[0].Result, "no path of this machine is kept")
		require.Equal(t, "files:inbox/orders.csv", files[0].Origin)
		c.drop("inbox/orders.csv", orders("1001", "1002"))
		wait(15 * time.Second)
		require.Empty(t, c.keys("inbox"), "dropped again it is taken again")
		require.Len(t, c.shop.count(), 3)
		require.Equal(t, 3, c.shop.allPosts())
	})
}

// TestBucketIsTakenAtOnce: an object is whole when it is there.
func TestBucketIsTakenAtOnce(t *testing.T) {
	inBucket(t, func(t *testing.T, c *cloudy) {
		wait(time.Second)
		c.drop("inbox/cut.csv", heading+row("1")+"2;Петренко") // cut off for good: nobody writes on
		wait(6 * time.Second)
		require.Equal(t, []string{"cut.csv", "cut.csv.reason.txt"}, c.keys("failed"))
	})
}

// TestBucketNames: what cannot be taken is named, and nothing else suffers from it.
func TestBucketNames(t *testing.T) {
	inBucket(t, func(t *testing.T, c *cloudy) {
		store := c.store.Store
		for _, key := range []string{"inbox/.hidden.csv", "inbox/~$lock.csv", "inbox/half.csv.part", "inbox/other/orders.csv", "inbox/back\\slash.csv"} {
			require.NoError(t, store.Write(t.Context(), key, strings.NewReader(orders("9")), "", bucket.Condition{}))
		}
		require.NoError(t, store.Write(t.Context(), "inbox/huge.csv", io.NewSectionReader(zeros{}, 0, folder.Largest+1), "", bucket.Condition{}))
		c.drop("inbox/=cmd|calc!A0.csv", orders("1"))
		c.write("inbox/here.csv", orders("8"))
		wait(15 * time.Second)
		require.Equal(t, []string{"1"}, c.shop.externals())
		said := c.problems()
		for _, name := range []string{"other", "back", "huge.csv", "here.csv"} {
			require.Contains(t, said, name)
		}
		require.Contains(t, said, "it has 101 MB, over the limit of 100 MB")
		require.Contains(t, said, "mem://shop/inbox", "where the file belongs")
		require.Equal(t, []string{"=cmd_calc!A0.csv"}, c.keys("archive"))
	})
}

// TestBucketAwayHidesNoOrders: while the store says nothing people see orders and files all the
// same, soon, and the store is asked once and not for each file.
func TestBucketAwayHidesNoOrders(t *testing.T) {
	inBucket(t, func(t *testing.T, c *cloudy) {
		for _, name := range []string{"one", "two", "three"} {
			c.drop("inbox/"+name+".csv", orders(name)+name+"-x;Петренко\n")
		}
		wait(15 * time.Second)
		c.store.Slow(1000)
		began, asked := time.Now(), c.store.Calls()
		status, err := c.im.Status(t.Context())
		require.NoError(t, err)
		require.Len(t, status.Orders, 3)
		require.Len(t, status.Files, 3)
		for _, file := range status.Files {
			require.NotEmpty(t, file.Rejected, "nobody is seen to have taken it away")
		}
		require.LessOrEqual(t, time.Since(began), 2*time.Second)
		require.LessOrEqual(t, c.store.Calls()-asked, 3, "the attempts of one glance, and one scan of the inbox")
		c.store.Slow(0)
		wait(time.Minute)
		require.Empty(t, c.problems())
	})
}

type zeros struct{}

func (zeros) ReadAt(p []byte, _ int64) (int, error) { clear(p); return len(p), nil }

// TestBucketReplacedWhileItWaits: an export under one name again and again. Each content is
// posted and archived, the older one from the private copy.
func TestBucketReplacedWhileItWaits(t *testing.T) {
	inBucket(t, func(t *testing.T, c *cloudy) {
		replaced := false
		c.ports.atPoints(func(point string) error {
			if point == "before placed" && !replaced {
				replaced = true
				c.drop("inbox/orders.csv", orders("1", "2"))
			}
			return nil
		})
		c.drop("inbox/orders.csv", orders("1"))
		wait(time.Minute)
		require.Equal(t, []string{"1", "2"}, c.shop.externals())
		require.Equal(t, 2, c.shop.allPosts())
		require.Empty(t, c.keys("inbox"))
		var content []string
		for _, key := range c.keys("archive") {
			content = append(content, c.read("archive/"+key))
		}
		require.ElementsMatch(t, []string{orders("1"), orders("1", "2")}, content)
	})
}

// TestBucketSurvivesItsFaults: whatever fails, each order is posted once, and each original
// ends in the archive.
func TestBucketSurvivesItsFaults(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inBucket(t, func(t *testing.T, c *cloudy) {
				random := rand.New(rand.NewPCG(seed, 1))
				const files = 8
				wait(time.Second)
				for n := range files {
					c.store.Busy(0)
					c.store.Lag(random.IntN(2) == 0)
					c.drop(fmt.Sprintf("inbox/%d.csv", n), orders(fmt.Sprintf("%d-a", n), fmt.Sprintf("%d-b", n)))
					c.store.Busy(random.IntN(12))
					c.store.Lose(random.IntN(4))
					c.store.Cut(random.IntN(3))
					c.store.Slow(random.IntN(3))
					wait(time.Duration(random.IntN(20)) * time.Second)
				}
				c.store.Lag(false)
				wait(5 * time.Minute)
				require.Len(t, c.shop.externals(), 2*files)
				require.Equal(t, 2*files, c.shop.allPosts(), "each once")
				require.Empty(t, c.keys("inbox"))
				require.Len(t, c.keys("archive"), files)
				require.Len(t, c.keys("results"), files)
				require.Empty(t, c.problems())
			})
		})
	}
}

// TestBucketIsKeptToOneJournal: another shop's importer takes nothing, and says how to go on.
func TestBucketIsKeptToOneJournal(t *testing.T) {
	inBucket(t, func(t *testing.T, c *cloudy) {
		c.drop("inbox/orders.csv", orders("1"))
		wait(15 * time.Second)
		other := &rig{t: t, dir: t.TempDir(), clock: c.clock, shop: newShop(time.Now)}
		other.adjust = func(config *desk.Config) {
			config.Now, config.After, config.Poll = time.Now, time.After, true
			config.Account = "another"
			config.Disk = objects.New(c.bucket, *config)
		}
		other.start()
		defer other.stop()
		stop := other.run()
		defer stop()
		c.drop("inbox/late.csv", orders("2"))
		wait(time.Minute)
		require.Zero(t, other.shop.allPosts())
		require.Contains(t, other.problems(), "adopt")
		require.Equal(t, []string{"1", "2"}, c.shop.externals())
	})
}

// TestBucketGoesOnAtAnotherMachine: what one machine took, another one with empty folders of
// its own posts, shows and puts away.
func TestBucketGoesOnAtAnotherMachine(t *testing.T) {
	r := newRig(t)
	b, err := bucket.Open(t.Context(), "mem://", bucket.Options{})
	require.NoError(t, err)
	machine := func(dir string) (*importer.Importer, *journal.Journal) {
		config := r.config()
		config.Logger = slog.New(slog.DiscardHandler)
		config.Inbox, config.Results, config.Archive, config.Failed, config.Spool = r.path(dir+"/in"), r.path(dir+"/results"), r.path(dir+"/archive"), r.path(dir+"/failed"), r.path(dir+"/spool")
		config.Disk = objects.New(b, config)
		j, err := journal.Open(t.Context(), r.path("shared.db"))
		require.NoError(t, err)
		im, err := importer.New(config, r.shop, j)
		require.NoError(t, err)
		return im, j
	}
	first, j := machine("first")
	_, err = first.Import(t.Context(), "", r.write("orders.csv", orders("1", "2")+"3;Петренко\n"), nil)
	require.NoError(t, err)
	require.NoError(t, errors.Join(first.Close(), j.Close()))
	require.NoError(t, os.RemoveAll(r.path("first")), "the machine is gone for good")

	second, j := machine("second")
	defer func() { require.NoError(t, errors.Join(second.Close(), j.Close())) }()
	r.shop.change("1", func(o *supplier.Order) {
		o.Status, o.UpdatedAt, o.WaybillNumber = "shipped", r.clock.Now(), "20450000000001"
	})
	require.NoError(t, second.Follow(t.Context()))
	require.NoError(t, second.Resume(t.Context()))
	status, err := second.Status(t.Context())
	require.NoError(t, err)
	require.Empty(t, status.Problems)
	path := status.Files[0].Result
	require.Equal(t, r.path("second/results"), filepath.Dir(path), "a path of this machine")
	require.Equal(t, "20450000000001", cellsOf(t, path)["1"][3])
	_, err = b.Stat(t.Context(), "results/"+filepath.Base(status.Files[0].Rejected))
	require.NoError(t, err)
	_, err = os.Stat(r.path("first"))
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// TestBucketHasWaybillFiles: what a source's file says is there for whoever reads the bucket, and
// what somebody took from there comes again.
func TestBucketHasWaybillFiles(t *testing.T) {
	for out, key := range map[string]string{"back/prom.csv": "waybills/prom.csv", "results/prom.csv": "results/prom.csv"} {
		b, err := bucket.Open(t.Context(), "mem://", bucket.Options{})
		require.NoError(t, err)
		r := newRig(t, withWaybills("prom", out), func(c *desk.Config) { c.Disk = objects.New(b, *c) })
		r.importFile(r.write("a.csv", orders("1001")))
		r.ship("1001", "20450000000001")
		r.follow()
		require.Contains(t, buckettest.Text(t, b, key), "20450000000001")
		require.NoError(t, b.Delete(t.Context(), key, ""))
		r.keep()
		require.Contains(t, buckettest.Text(t, b, key), "20450000000001")

		_, err = b.Put(t.Context(), key, strings.NewReader("somebody's own"))
		require.NoError(t, err)
		require.ErrorContains(t, r.im.KeepWaybills(t.Context()), "was not written by this program")
		require.Equal(t, "somebody's own", buckettest.Text(t, b, key))
	}
}

// TestBucketHasNewWaybills: files of what is new lie under the name of their source, each under
// its own.
func TestBucketHasNewWaybills(t *testing.T) {
	b, err := bucket.Open(t.Context(), "mem://", bucket.Options{})
	require.NoError(t, err)
	r := newRig(t, withWaybills("prom", "back/new-{time}.csv", func(f *waybill.File) { f.OnlyNew = true }), func(c *desk.Config) {
		c.Sources = map[string]desk.Source{"keycrm": {Waybills: c.Default.Waybills}}
		c.Default.Waybills = nil
		c.Disk = objects.New(b, *c)
	})
	_, err = r.im.Import(t.Context(), "keycrm", r.write("a.csv", orders("1001")), nil)
	require.NoError(t, err)
	r.ship("1001", "20450000000001")
	r.follow()
	var keys []string
	for at, err := range b.List(t.Context(), "waybills/", true) {
		require.NoError(t, err)
		keys = append(keys, at.Key)
	}
	require.Len(t, keys, 1)
	require.Regexp(t, `^waybills/keycrm/new-\d{8}-\d{6}\.csv$`, keys[0])
	require.Contains(t, buckettest.Text(t, b, keys[0]), "20450000000001")
}
