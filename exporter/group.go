package exporter

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// group is the members of a group while it is found out what tells them apart.
type group struct {
	template.Group
	members []supplier.Product  // in the order of the list
	sorted  []*supplier.Product // the same by their ids, which a list in another order does not change
}

// arrange finds which members of each group are its first and its last, once it is known
// who is in the feed. Members of a group stand together.
func arrange(offers []*offer) {
	for i, o := range offers {
		if v := o.Variant; v != nil {
			v.Leads = i == 0 || !sameGroup(v, offers[i-1].Variant)
			v.Ends = i == len(offers)-1 || !sameGroup(v, offers[i+1].Variant)
			v.Group.Members = append(v.Group.Members, &o.Offer)
		}
	}
}

func sameGroup(v, w *template.Variant) bool { return w != nil && w.Group == v.Group }

// newVariants finds in which attributes the members of a group differ, and what the product
// of the group carries. Both belong to the catalogue: members is the whole group, whatever
// part of it a feed takes, and nothing depends on which of them the list has first. A group
// of one is no group, and neither is one whose members nothing tells apart: nil.
func newVariants(members []supplier.Product, t *template.Template) []*template.Variant {
	if len(members) < 2 {
		return make([]*template.Variant, len(members))
	}
	g := &group{members: members}
	for i := range members {
		g.sorted = append(g.sorted, &members[i])
	}
	slices.SortStableFunc(g.sorted, func(p, q *supplier.Product) int { return compareIDs(p.ID, q.ID) })
	g.Size = len(members)
	names := g.distinctNames(t)
	variants := make([]*template.Variant, len(members))
	for i := range members {
		variants[i] = &template.Variant{Group: &g.Group, Index: i}
	}
	if g.choose(names, variants); len(g.Options) == 0 {
		return make([]*template.Variant, len(members))
	}
	g.carry(t, names)
	g.entitle(variants)
	return variants
}

// distinctNames are the names of the members' attributes, each once. Those that the target
// would take for one are told apart in the members themselves.
func (g *group) distinctNames(t *template.Template) (names []string) {
	for _, p := range g.sorted {
		for _, a := range p.Attributes {
			if markup.Shown(a.Name) && !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	apart := t.TellApart(names)
	for _, p := range g.sorted {
		for i := range p.Attributes {
			if name, ok := apart[p.Attributes[i].Name]; ok {
				p.Attributes[i].Name = name
			}
		}
	}
	for i, name := range names {
		names[i] = cmp.Or(apart[name], name)
	}
	return names
}

// choose makes options of the attributes that every member has and that are not the same
// everywhere. One that only some have is an option only where the others leave members
// alike: shops take a variant without a value for one of any value.
func (g *group) choose(names []string, variants []*template.Variant) {
	var some []string
	for _, name := range names {
		switch values := g.values(name); {
		case !slices.ContainsFunc(values, func(v string) bool { return v != values[0] }):
		case slices.Contains(values, ""):
			some = append(some, name)
		default:
			g.offer(name, values, variants)
		}
	}
	for _, name := range some {
		if !toldApart(variants) {
			g.offer(name, g.values(name), variants)
		}
	}
}

// values are the members' values of an attribute, "" where one has none.
func (g *group) values(name string) []string {
	values := make([]string, len(g.members))
	for i := range g.members {
		values[i] = attributeValue(&g.members[i], name)
	}
	return values
}

// noValue stands for the value of an option that a variant does not have.
const noValue = "-"

// offer makes an option of an attribute.
func (g *group) offer(name string, values []string, variants []*template.Variant) {
	o := template.Option{Name: name}
	for _, p := range g.sorted {
		if value := cmp.Or(attributeValue(p, name), noValue); !slices.Contains(o.Values, value) {
			o.Values = append(o.Values, value)
		}
	}
	g.Options = append(g.Options, o)
	for i, v := range variants {
		v.Options = append(v.Options, template.Option{Name: name, Value: cmp.Or(values[i], noValue), Values: o.Values})
	}
}

// toldApart reports whether no two variants have the same values of all options.
func toldApart(variants []*template.Variant) bool {
	seen := map[string]bool{}
	for _, v := range variants {
		var key strings.Builder
		for _, o := range v.Options {
			key.WriteString(strconv.Quote(o.Value))
		}
		if seen[key.String()] {
			return false
		}
		seen[key.String()] = true
	}
	return true
}

// carry gives the group what its product says: of each text the first that says something,
// all pictures, and every attribute with the values of all.
func (g *group) carry(t *template.Template, names []string) {
	product := *g.sorted[0]
	for _, p := range g.sorted[1:] {
		for _, text := range [][2]*string{{&product.Name, &p.Name}, {&product.Names.UK, &p.Names.UK}, {&product.Names.RU, &p.Names.RU}, {&product.Names.EN, &p.Names.EN},
			{&product.Description, &p.Description}, {&product.Descriptions.UK, &p.Descriptions.UK}, {&product.Descriptions.RU, &p.Descriptions.RU},
			{&product.Descriptions.EN, &p.Descriptions.EN}, {&product.Brand, &p.Brand}, {&product.Country, &p.Country}} {
			if !markup.Shown(*text[0]) {
				*text[0] = *text[1]
			}
		}
		if c := &product.Category; c.ID == "" && c.Name == "" && len(c.Path) == 0 {
			*c = p.Category
		}
	}
	g.Product = &product
	var images []string
	for _, p := range g.sorted {
		for _, image := range p.Images {
			if !slices.Contains(images, image) {
				images = append(images, image)
			}
		}
	}
	g.Images = t.Pictures(nil, images)
	g.PicturesLeftOut = len(images) - len(g.Images)
	for _, name := range names {
		a := template.NamedAttribute{Name: name}
		for _, p := range g.sorted {
			a.Add(p.Attributes)
		}
		if len(a.Values) > 0 {
			g.Attributes = append(g.Attributes, a)
		}
	}
	if most := t.MostAttributes(); most > 0 && len(g.Attributes) > most+len(g.Options) {
		for _, a := range g.Attributes[most+len(g.Options):] {
			g.AttributesLeftOut = append(g.AttributesLeftOut, a.Name)
		}
		g.Attributes = g.Attributes[:most+len(g.Options)]
	}
}

// compareIDs orders ids as people count: 9 before 10, and what is no number by its letters.
func compareIDs(a, b string) int {
	na, erra := strconv.ParseUint(a, 10, 64)
	nb, errb := strconv.ParseUint(b, 10, 64)
	if erra == nil && errb == nil {
		return cmp.Compare(na, nb)
	}
	return cmp.Compare(a, b)
}

// dissolve makes the members of a group whom nothing tells apart products of their own:
// targets take one of such variants, or none. One that is alone, perhaps only in this
// build, keeps its group.
func dissolve(members []supplier.Product) {
	for i := range members {
		members[i].GroupID = ""
	}
}

// attributeValue is the values of the attributes of that name, with their unit.
func attributeValue(p *supplier.Product, name string) string {
	var values []string
	for _, a := range p.Attributes {
		if a.Name == name && markup.Shown(a.Value) {
			values = append(values, strings.TrimSpace(a.Value+" "+a.Unit))
		}
	}
	return strings.Join(values, ", ")
}

// entitle gives members that share a name the values in which they differ.
func (g *group) entitle(variants []*template.Variant) {
	count := map[string]int{}
	for i := range g.members {
		count[g.members[i].Name]++
	}
	for i, v := range variants {
		if count[g.members[i].Name] < 2 {
			continue
		}
		var values []string
		for _, o := range v.Options {
			if o.Value != noValue {
				values = append(values, o.Value)
			}
		}
		v.Title = strings.Join(values, ", ")
	}
}

// groupSpool keeps products until the list has ended, on the disk: the members of a
// group, or what stands first by its rank, may stand anywhere in the list.
type groupSpool struct {
	file   *durable.File
	at     int64
	groups []storedGroup
	byID   map[string]int
}

type storedGroup struct {
	rank    int64   // by which it stands, 0 where the list's order holds
	members []int64 // where they begin in the file
	ofID    bool    // it has the products of one group id
	apart   bool    // it has one product of a group that nothing tells apart
}

func newGroupSpool(file *durable.File) *groupSpool {
	return &groupSpool{file: file, byID: map[string]int{}}
}

// pack appends a product as the spool keeps it, its length before it.
func pack(dst []byte, p *supplier.Product) ([]byte, error) {
	text, err := json.Marshal(sound(*p))
	if err != nil {
		return dst, fmt.Errorf("keep %s for its group: %w", remark.Label(p), err)
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(text)))
	return append(dst, text...), nil
}

// sound is a product whose texts are UTF-8, as JSON wants them. Bytes that are not are
// left out: no feed shows them.
func sound(p supplier.Product) *supplier.Product {
	clean := func(text *string) { *text = strings.ToValidUTF8(*text, "") }
	for _, text := range []*string{&p.ID, &p.SKU, &p.GroupID, &p.Name, &p.Names.UK, &p.Names.RU, &p.Names.EN, &p.Description, &p.Descriptions.UK,
		&p.Descriptions.RU, &p.Descriptions.EN, &p.Brand, &p.Country, &p.Barcode, &p.Category.ID, &p.Category.Name, &p.Currency, &p.Availability, &p.URL} {
		clean(text)
	}
	p.Category.Path, p.Images, p.Attributes = slices.Clone(p.Category.Path), slices.Clone(p.Images), slices.Clone(p.Attributes)
	for i := range p.Category.Path {
		clean(&p.Category.Path[i])
	}
	for i := range p.Images {
		clean(&p.Images[i])
	}
	for i := range p.Attributes {
		a := &p.Attributes[i]
		clean(&a.Name)
		clean(&a.Value)
		clean(&a.Unit)
	}
	return &p
}

// add keeps a packed product.
func (g *groupSpool) add(id string, packed []byte) error {
	n, ok := g.byID[id]
	if !ok {
		n = len(g.groups)
		g.byID[strings.Clone(id)] = n
		g.groups = append(g.groups, storedGroup{ofID: true})
	}
	return g.put(n, packed)
}

// addAlone keeps a packed product as a group of its own.
func (g *groupSpool) addAlone(rank int64, packed []byte) error {
	g.groups = append(g.groups, storedGroup{rank: rank})
	return g.put(len(g.groups)-1, packed)
}

func (g *groupSpool) put(n int, packed []byte) error {
	g.groups[n].members = append(g.groups[n].members, g.at)
	written, err := g.file.Write(packed)
	g.at += int64(written)
	return err
}

// sort brings the groups into the order of their ranks, equal ones in that of the list.
func (g *groupSpool) sort() {
	slices.SortStableFunc(g.groups, func(a, b storedGroup) int { return cmp.Compare(a.rank, b.rank) })
}

// read gives the members of a group in the order of the list.
func (g *groupSpool) read(n int) ([]supplier.Product, error) {
	members := make([]supplier.Product, len(g.groups[n].members))
	for i, at := range g.groups[n].members {
		var head [4]byte
		if _, err := g.file.ReadAt(head[:], at); err != nil {
			return nil, err
		}
		text := make([]byte, binary.BigEndian.Uint32(head[:]))
		if _, err := g.file.ReadAt(text, at+int64(len(head))); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &members[i]); err != nil {
			return nil, err
		}
	}
	return members, nil
}
