package catalog

import "strings"

// treeOf makes the category tree of products that name only their own category. A
// node that no product stands at gets an id made of its path.
func treeOf(products []Product) []CategoryNode {
	ids := make(map[string]string) // by path
	for _, p := range products {
		if p.Category != nil {
			if key := pathKey(p.Category.Path); ids[key] == "" {
				ids[key] = p.Category.ID
			}
		}
	}
	var nodes []CategoryNode
	planted := make(map[string]bool)
	for _, p := range products {
		if p.Category == nil || planted[p.Category.ID] {
			continue
		}
		parent := ""
		for i := range p.Category.Path {
			way := p.Category.Path[:i+1]
			id := ids[pathKey(way)]
			switch {
			case i == len(p.Category.Path)-1:
				id = p.Category.ID
			case id == "":
				id = "path:" + strings.Join(way, " > ")
			}
			if !planted[id] {
				planted[id] = true
				nodes = append(nodes, CategoryNode{ID: id, ParentID: parent, Name: way[i]})
			}
			parent = id
		}
	}
	return nodes
}

func pathKey(path []string) string { return strings.Join(path, "\x00") }

// resolver turns the declared categories of a feed, in whatever order they stand,
// into a tree and into the Category of each id.
type resolver struct {
	declared map[string]CategoryNode
	order    []string
	resolved map[string]*Category
	nodes    []CategoryNode
	note     func(format string, args ...any)
}

func newResolver(note func(string, ...any)) *resolver {
	return &resolver{declared: make(map[string]CategoryNode), resolved: make(map[string]*Category), note: note}
}

func (r *resolver) declare(n CategoryNode) {
	if _, known := r.declared[n.ID]; known || n.ID == "" {
		r.note("category %q (%s): the id is empty or declared before, this one is left out", n.ID, n.Name)
		return
	}
	r.declared[n.ID] = n
	r.order = append(r.order, n.ID)
}

// tree resolves all declared categories, parents before children.
func (r *resolver) tree() []CategoryNode {
	for _, id := range r.order {
		r.category(id)
	}
	return r.nodes
}

// category is the declared category of an id, nil where there is none.
func (r *resolver) category(id string) *Category {
	var branch []string // from id up to what is resolved already
	above := (*Category)(nil)
	for on := make(map[string]bool); id != ""; {
		if above = r.resolved[id]; above != nil {
			break
		}
		node, known := r.declared[id]
		if !known || on[id] {
			break
		}
		on[id] = true
		branch = append(branch, id)
		id = r.parent(node, on)
	}
	for i := len(branch) - 1; i >= 0; i-- {
		above = r.plant(r.declared[branch[i]], above)
	}
	return above
}

// parent is the id of a category's parent, "" where it has none that can stand.
func (r *resolver) parent(n CategoryNode, below map[string]bool) string {
	if n.ParentID == "" {
		return ""
	}
	if _, known := r.declared[n.ParentID]; !known {
		r.note("category %s (%s): its parent %s is not declared, it is read as a root", n.ID, n.Name, n.ParentID)
		return ""
	}
	if below[n.ParentID] {
		r.note("category %s (%s): it stands below itself, it is read as a root", n.ID, n.Name)
		return ""
	}
	return n.ParentID
}

func (r *resolver) plant(n CategoryNode, above *Category) *Category {
	n.ParentID = ""
	c := &Category{ID: n.ID, Name: n.Name}
	if above != nil {
		n.ParentID = above.ID
		c.Path = append(c.Path, above.Path...)
	}
	c.Path = append(c.Path, n.Name)
	r.resolved[n.ID] = c
	r.nodes = append(r.nodes, n)
	return c
}
