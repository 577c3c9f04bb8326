package history

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// expected compares feeds as plainly as it can be done: the first of an old feed's
// offers with one id stands for all of them.
func expected(old, now []Entry) (changes string, gone int64) {
	before, seen := map[string]Entry{}, map[string]bool{}
	for _, e := range old {
		if _, repeated := before[e.ID]; !repeated {
			before[e.ID] = e
		}
	}
	price := func(e Entry) string {
		if !e.Price.IsSet() {
			return ""
		}
		return e.Price.String()
	}
	quantity := func(e Entry) string {
		if !e.Quantity.Known {
			return ""
		}
		return strconv.FormatInt(e.Quantity.Value, 10)
	}
	var lines []string
	row := func(cells ...string) { lines = append(lines, strings.Join(cells, ",")) }
	for _, e := range now {
		was, known := before[e.ID]
		seen[e.ID] = true
		there := map[bool]string{true: "in_stock", false: "out_of_stock"}[e.Available]
		if !known {
			row("new", e.ID, e.SKU, e.Name, "", price(e), "", quantity(e), there)
			continue
		}
		if price(was) != price(e) {
			row("repriced", e.ID, e.SKU, e.Name, price(was), price(e), quantity(was), quantity(e), there)
		}
		if was.Available != e.Available {
			row(map[bool]string{true: "restocked", false: "sold_out"}[e.Available], e.ID, e.SKU, e.Name, price(was), price(e), quantity(was), quantity(e), there)
		}
	}
	for _, e := range old {
		if !seen[e.ID] {
			seen[e.ID] = true
			gone++
			row("gone", e.ID, e.SKU, e.Name, price(before[e.ID]), "", quantity(before[e.ID]), "", "")
		}
	}
	return rows(lines...), gone
}

// someFeed has ids below limit, in order; with repeats some of them twice and anywhere.
func someFeed(random *rand.Rand, limit int, repeats bool) (feed []Entry) {
	for id := range limit {
		if random.IntN(10) == 0 {
			continue
		}
		e := entry(strconv.Itoa(id), strconv.Itoa(random.IntN(3)+1), random.IntN(2) == 0, int64(random.IntN(5)-1))
		if random.IntN(10) == 0 {
			e = entry(e.ID, "", e.Available, -1)
		}
		feed = append(feed, e)
		if repeats && random.IntN(10) == 0 {
			e.Available = !e.Available
			feed = slices.Insert(feed, random.IntN(len(feed)+1), e)
		}
	}
	return feed
}

// TestAnyOrder: whatever the order of the new feed and whichever ids are in either
// twice, the changes are those of a plain comparison.
func TestAnyOrder(t *testing.T) {
	for name, reorder := range map[string]func(*rand.Rand, []Entry){
		"the same": func(*rand.Rand, []Entry) {},
		"shuffled": func(random *rand.Rand, feed []Entry) {
			random.Shuffle(len(feed), func(i, j int) { feed[i], feed[j] = feed[j], feed[i] })
		},
		"backward": func(_ *rand.Rand, feed []Entry) { slices.Reverse(feed) },
		"last first": func(_ *rand.Rand, feed []Entry) {
			if len(feed) > 0 {
				last := feed[len(feed)-1]
				copy(feed[1:], feed)
				feed[0] = last
			}
		},
		"swapped pairs": func(_ *rand.Rand, feed []Entry) {
			for i := 1; i < len(feed); i += 2 {
				feed[i-1], feed[i] = feed[i], feed[i-1]
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 8))
			for round := range 16 {
				out := newFeed(t)
				limit := []int{3, 20, 3 * runLength, 20}[round/4]
				old, now := someFeed(random, limit, round%2 == 0), someFeed(random, limit, round%3 == 0)
				reorder(random, now)
				build(t, out, old...)
				summary, changes := build(t, out, now...)
				want, gone := expected(old, now)
				require.Equal(t, want, changes)
				require.Equal(t, gone, summary.Gone)
				require.Equal(t, int64(len(old)), summary.Was)
			}
		})
	}
}

// TestTheSumIsCheckedAgain: a price that was compared stood in a file that was whole
// when it was read, also where no text is needed from it.
func TestTheSumIsCheckedAgain(t *testing.T) {
	for name, feed := range map[string][]Entry{
		"in order":   {entry("1", "10.5", true, 5), entry("2", "", false, -1), entry("3", "-0.25", true, 0)},
		"first only": {entry("1", "10.5", true, 5)},
	} {
		t.Run(name, func(t *testing.T) {
			out, data := published(t)
			past, err := Open(out)
			require.NoError(t, err)
			c := past.Compare(nil, nil)
			defer c.Abort()
			changed := bytes.Clone(data)
			changed[len(changed)-1] ^= 1
			require.NoError(t, os.WriteFile(Path(out), changed, 0o644))
			for _, e := range feed {
				if err = c.Add(e); err != nil {
					break
				}
			}
			if err == nil {
				_, err = c.Finish()
			}
			require.ErrorIs(t, err, errUnusable)
			require.ErrorContains(t, err, "compare with what was last published: read it again: ")
			require.ErrorIs(t, c.Commit(), errUnusable)
		})
	}
}
