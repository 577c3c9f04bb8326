package catalog

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// generator holds the tables and the one source of chance of a catalogue.
type generator struct {
	*rand.Rand
	now        time.Time
	kinds      []kind
	categories []Category // of each kind
	nodes      []CategoryNode
	qualities  []quality
	brands     []string
	countries  []string
	colours    []string
	materials  []string
	plain      []string // sentences of descriptions
	odd        []string
	html       *strings.Replacer
}

func newGenerator(seed int64, now time.Time) *generator {
	g := &generator{
		Rand: rand.New(rand.NewPCG(uint64(seed), 0x64726f70)), // believable, not secret
		now:  now.UTC().Truncate(time.Second), kinds: kinds(), qualities: qualities(),
		brands: brands(), countries: countries(), colours: colours(), materials: materials(), plain: plainSentences(), odd: oddSentences(), html: htmlEscaper(),
	}
	g.plantTree()
	return g
}

// plantTree gives every prefix of a kind's path a category of its own.
func (g *generator) plantTree() {
	ids := make(map[string]string)
	for _, k := range g.kinds {
		parent, way := "", ""
		for _, name := range k.path {
			way += "\x00" + name
			id, planted := ids[way]
			if !planted {
				id = strconv.Itoa(100 + len(ids))
				ids[way] = id
				g.nodes = append(g.nodes, CategoryNode{ID: id, ParentID: parent, Name: name})
			}
			parent = id
		}
		g.categories = append(g.categories, Category{ID: parent, Name: k.path[3], Path: k.path[:]})
	}
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// around is a whole number within a quarter of the usual one.
func (g *generator) around(usual int) *int {
	n := usual*3/4 + g.IntN(usual/2+1)
	return &n
}

func one[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

func htmlEscaper() *strings.Replacer {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
}
