package house

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// architecture gives the picture of the floors and the table of the packages as the README has them.
func architecture(t *testing.T) (picture, table string) {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, chapter, found := strings.Cut(string(text), "\n## Architecture\n")
	require.True(t, found)
	_, picture, found = strings.Cut(chapter, "\n```\nfloor ")
	require.True(t, found)
	picture, rest, found := strings.Cut("floor "+picture, "\n```\n")
	require.True(t, found)
	_, table, found = strings.Cut(rest, "\n| --- | --- |\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	return picture, table
}

// TestReadmeHasALineForEachPackage: one line of the table, and none for what is not there.
func TestReadmeHasALineForEachPackage(t *testing.T) {
	_, table := architecture(t)
	described := map[string]int{}
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(line, " | ")
		require.Len(t, cells, 2, line)
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[0], -1) {
			described[name[1]]++
			_, isThere := floors[name[1]]
			assert.True(t, isThere, "the README's table has %s, which is not there", name[1])
		}
	}
	for name := range floors {
		assert.Equal(t, 1, described[name], "%s needs one line in the README's table of packages", name)
	}
}

// TestReadmeShowsTheFloors: each package stands in the picture, on its floor only, and what the
// picture says of imports within a floor is so.
func TestReadmeShowsTheFloors(t *testing.T) {
	text, _ := architecture(t)
	shown, err := readPicture(text)
	require.NoError(t, err)
	for name, floor := range floors {
		assert.Equal(t, []int{floor}, shown.floors[name], "%s belongs on floor %d of the README's picture", name, floor)
	}
	for name := range shown.floors {
		_, isThere := floors[name]
		assert.True(t, isThere, "the README's picture has %s, which is not there", name)
	}
	require.NotEmpty(t, shown.on)
	for _, pair := range shown.on {
		assert.Contains(t, sameFloor[pair[0]], pair[1], "the README's picture has %s on %s", pair[0], pair[1])
	}
}

// picture is what the README shows: the floors on which each package is named, and pairs of a
// package and another of its floor that it imports.
type picture struct {
	floors map[string][]int
	on     [][2]string
}

// readPicture reads lines of a floor. Their entries stand two spaces apart: packages, which may be
// on others of the floor, or a remark in brackets.
//
//	floor 2   a/{b,c} on a/d, e  f on its {g,h}
//	          a/d  e  (a remark)
func readPicture(text string) (p picture, err error) {
	p.floors = map[string][]int{}
	floor := -1
	for line := range strings.SplitSeq(text, "\n") {
		if start := regexp.MustCompile(`^floor (\d)`).FindStringSubmatch(line); start != nil {
			if floor, err = strconv.Atoi(start[1]); err != nil {
				return p, err
			}
			line = line[len(start[0]):]
		}
		for _, entry := range regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(line), -1) {
			if strings.HasPrefix(entry, "(") {
				continue
			}
			if err := p.add(entry, floor); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

func (p *picture) add(entry string, floor int) error {
	left, right, isOn := strings.Cut(entry, " on ")
	above, err := p.name(left, floor)
	if err != nil || !isOn {
		return err
	}
	for group := range strings.SplitSeq(right, ", ") {
		if part, isPart := strings.CutPrefix(group, "its "); isPart {
			group = left + "/" + part
		}
		below, err := p.name(group, floor)
		if err != nil {
			return err
		}
		for _, from := range above {
			for _, to := range below {
				p.on = append(p.on, [2]string{from, to})
			}
		}
	}
	return nil
}

var groupForm = regexp.MustCompile(`^([a-z0-9]+(?:/[a-z0-9]+)*)(?:/\{([a-z0-9,]+)\})?$`)

// name notes the packages of a group, such as a/{b,c}, on a floor.
func (p *picture) name(group string, floor int) (names []string, err error) {
	parts := groupForm.FindStringSubmatch(group)
	if parts == nil {
		return nil, fmt.Errorf("the picture has %q, which is no package and no group of them", group)
	}
	names = []string{parts[1]}
	if parts[2] != "" {
		names = names[:0]
		for part := range strings.SplitSeq(parts[2], ",") {
			names = append(names, parts[1]+"/"+part)
		}
	}
	for _, name := range names {
		if !slices.Contains(p.floors[name], floor) {
			p.floors[name] = append(p.floors[name], floor)
		}
	}
	return names, nil
}

func TestPictureIsRead(t *testing.T) {
	p, err := readPicture("floor 2   a/{b,c} on a/d, e  f on its {g,h}\n          a/d  e  (a remark)\nfloor 1   i  e")
	require.NoError(t, err)
	require.Equal(t, map[string][]int{"a/b": {2}, "a/c": {2}, "a/d": {2}, "e": {2, 1}, "f": {2}, "f/g": {2}, "f/h": {2}, "i": {1}}, p.floors)
	require.Equal(t, [][2]string{{"a/b", "a/d"}, {"a/c", "a/d"}, {"a/b", "e"}, {"a/c", "e"}, {"f", "f/g"}, {"f", "f/h"}}, p.on)
	for _, wrong := range []string{"a/{b", "a b", "a, b", "a on", "a on b c", "a/{}"} {
		_, err := readPicture("floor 2   " + wrong)
		require.Error(t, err, wrong)
	}
}
