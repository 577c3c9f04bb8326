package house

import (
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/racing"
)

// An arrow leads from a file to each other file whose declarations it uses. It runs up
// where the file that it leads to stands above, in an order of the files that lets few do
// so. Of the arrows of a package that is more than a few pages fewer than one in mostUp may.
const (
	arrowsFrom = 300 // lines
	mostUp     = 6
)

// arrows are the files that each file uses.
type arrows map[string]map[string]bool

// arrowsOf finds the arrows between the files of a package.
func arrowsOf(r room) arrows {
	found := arrows{}
	for ident, object := range r.info.Uses {
		if object.Pkg() != r.types || !object.Pos().IsValid() {
			continue
		}
		from, to := r.fileSet.File(ident.Pos()).Name(), r.fileSet.File(object.Pos()).Name()
		for _, file := range []string{from, to} {
			if found[file] == nil {
				found[file] = map[string]bool{}
			}
		}
		if from != to {
			found[from][to] = true
		}
	}
	return found
}

// up counts the arrows and lists those that run up.
func (a arrows) up() (up []string, all int) {
	place := map[string]int{}
	for i, file := range a.fromTheTop() {
		place[file] = i
	}
	for file, used := range a {
		for below := range used {
			all++
			if place[below] < place[file] {
				up = append(up, filepath.Base(file)+" → "+filepath.Base(below))
			}
		}
	}
	slices.Sort(up)
	return up, all
}

// fromTheTop orders the files so that few arrows run up: what uses no other file that is
// left goes to the bottom, what no other one uses to the top, and where all that are left
// turn in circles, what uses the most for each time it is used goes to the top.
func (a arrows) fromTheTop() []string {
	left := slices.Sorted(maps.Keys(a))
	var top, bottom []string
	for len(left) > 0 {
		next, isBase := a.next(left)
		if isBase {
			bottom = append(bottom, left[next])
		} else {
			top = append(top, left[next])
		}
		left = slices.Delete(left, next, next+1)
	}
	slices.Reverse(bottom)
	return append(top, bottom...)
}

// next picks the file that gets its place next, and says whether that is at the bottom.
func (a arrows) next(left []string) (next int, isBase bool) {
	best := math.MinInt
	for i, file := range left {
		uses, users := 0, 0
		for _, other := range left {
			if a[file][other] {
				uses++
			}
			if a[other][file] {
				users++
			}
		}
		if uses == 0 {
			return i, true
		}
		rank := uses - users
		if users == 0 {
			rank = math.MaxInt
		}
		if rank > best {
			next, best = i, rank
		}
	}
	return next, false
}

func TestArrowsPointDown(t *testing.T) {
	racing.Skip(t)
	for _, r := range allRooms(t) {
		up, all := arrowsOf(r).up()
		t.Logf("%-40s %3d of %3d arrows run up", r.name, len(up), all)
		if r.lines > arrowsFrom && len(up) > 0 {
			assert.Less(t, len(up)*mostUp, all, "%s: too many arrows between its files run up: %s", r.name, strings.Join(up, ", "))
		}
	}
}

func TestArrowsOfACircle(t *testing.T) {
	a := arrows{"base": {"middle": true}, "middle": {"base": true}, "top": {"middle": true, "base": true}}
	up, all := a.up()
	require.Equal(t, 4, all)
	require.Len(t, up, 1)
}
