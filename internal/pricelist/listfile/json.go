package listfile

import (
	"bufio"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonReader reads JSON: the records are the objects at the places where goods stand
// (jsonshape.go), and what lies around them on the way there names their sections.
type jsonReader struct {
	*list
	in         *jsontext.Decoder
	outer      []*jsontext.Decoder // that wait while a category is read in another order
	shape      shape
	categories map[string]Category
	levels     []level // containers that are open, the outermost first
	goods      bool    // a place of goods was there
	number     int64
	further    string // what says that this is one page of more, "" for nothing
	over       bool   // something says that none follows
	split      variants
	paths      map[string]string
}

// level is a container that is open on the way to the goods.
type level struct {
	place   string // where it stands, see shape
	list    bool
	keyed   bool   // an object whose members are called by keys
	name    string // of the section that it is, "" for none
	ahead   string // the name of the member whose value comes next, where it was read
	isAhead bool
}

func newJSONReader(l *list, text *bufio.Reader) (*jsonReader, error) {
	text = bufio.NewReaderSize(text, surveyed)
	j := &jsonReader{list: l, categories: map[string]Category{}, paths: map[string]string{}}
	head, err := text.Peek(surveyed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, l.damaged(err)
	}
	var fault *Fault
	if j.shape, fault = shapeOf(head, l.how); fault != nil {
		return nil, fault
	}
	j.in = decoderOf(text)
	return j, nil
}

func decoderOf(text io.Reader) *jsontext.Decoder {
	return jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true))
}

// Categories is the tree beside the records.
func (j *jsonReader) Categories() map[string]Category { return maps.Clone(j.categories) }

// Columns are none.
func (j *jsonReader) Columns() []string { return nil }

// Notes are none.
func (j *jsonReader) Notes() []Note { return nil }

// Next reads the next record, or the next variant of the one that was read.
func (j *jsonReader) Next(into *Record) error {
	for !j.split.next(into) {
		found, err := j.step()
		if err != nil {
			return err
		}
		if found != nil {
			j.number++
			found.Number = j.number
			j.split.begin(found, &j.how)
		}
	}
	return nil
}

// step reads one token or one value outside the records, or a record.
func (j *jsonReader) step() (*Record, error) {
	kind := j.in.PeekKind()
	if len(j.levels) == 0 {
		return j.root(kind)
	}
	top := &j.levels[len(j.levels)-1]
	if (kind == ']' || kind == '}') && !top.isAhead {
		return nil, j.leave()
	}
	if top.list {
		return j.value(kind, top.place, "")
	}
	name, err := j.memberName(top)
	if err != nil {
		return nil, err
	}
	if kind = j.in.PeekKind(); kind == '[' && isTree(name) && !j.shape.leads(below(top.place, name)) {
		return nil, j.readCategories()
	}
	if top.keyed {
		return j.value(kind, below(top.place, anyKey), name)
	}
	return j.value(kind, below(top.place, name), "")
}

// memberName is the name of the next member of an object.
func (j *jsonReader) memberName(in *level) (string, error) {
	if in.isAhead {
		in.isAhead = false
		return in.ahead, nil
	}
	token, err := j.in.ReadToken()
	if err != nil {
		return "", j.broken(err)
	}
	return token.String(), nil
}

// root reads a whole document, of which a text of lines has many.
func (j *jsonReader) root(kind jsontext.Kind) (*Record, error) {
	if kind == 0 {
		_, err := j.in.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil, j.ended()
		}
		return nil, j.broken(err)
	}
	return j.value(kind, "", "")
}

// value reads a value at a place: a record, what leads to records, or what does not.
func (j *jsonReader) value(kind jsontext.Kind, place, key string) (*Record, error) {
	inList := len(j.levels) > 0 && j.levels[len(j.levels)-1].list
	switch {
	case kind == '{' && j.shape.goods[place] && (inList || key != "" || j.shape.lone[place]):
		j.goods = true
		if j.how.Whole {
			return j.readWhole(key)
		}
		return j.readRecord(key)
	case kind == '[' && j.shape.holds(place, j.how.Headings):
		j.goods = j.goods || j.shape.goods[place]
		return nil, j.enter(level{place: place, list: true, name: key})
	case kind == '{' && j.shape.keyedAt(place):
		j.goods = true
		return nil, j.enter(level{place: place, keyed: true, name: key})
	case kind == '{' && j.shape.leads(place):
		if inList || key != "" {
			return nil, j.enterCategory(place, key)
		}
		return nil, j.enter(level{place: place})
	case !inList && key == "" && j.around(place):
		return nil, j.readAround(place)
	}
	if err := j.in.SkipValue(); err != nil {
		return nil, j.broken(err)
	}
	return nil, nil
}

// around reports whether a member beside the goods is one that tells of pages.
func (j *jsonReader) around(place string) bool {
	h, name := j.how.Headings, place[strings.LastIndexByte(place, '.')+1:]
	return h.Around(name) || h.Further(name) || h.Pages(name)
}

// readAround reads what is said of the list as a whole: one page of a list is not the list.
func (j *jsonReader) readAround(place string) error {
	var said Record
	if err := j.flatten(&said, j.in); err != nil {
		return err
	}
	for _, v := range said.Values {
		path := strings.Trim(place+"."+v.Path, ".")
		none, steps := v.Text == "" || v.Text == "0" || v.Text == "false", strings.Split(path, ".")
		switch {
		case slices.ContainsFunc(steps, j.how.Headings.Further):
			if j.over = j.over || v.Text == "false"; !none {
				j.further = path
			}
		case slices.ContainsFunc(steps, j.how.Headings.Pages) && !none && v.Text != "1":
			j.further = path
		}
	}
	return nil
}

// enter opens a container on the way to the goods.
func (j *jsonReader) enter(l level) error {
	if len(j.levels) > mostNested {
		return Faultf(Unreadable, "nested", j.how.Name)
	}
	if _, err := j.in.ReadToken(); err != nil {
		return j.broken(err)
	}
	j.levels = append(j.levels, l)
	return nil
}

// leave closes the innermost container.
func (j *jsonReader) leave() error {
	if _, err := j.in.ReadToken(); err != nil {
		return j.broken(err)
	}
	j.levels = j.levels[:len(j.levels)-1]
	if n := len(j.outer); n > 0 && j.in.StackDepth() == 0 {
		j.in, j.outer = j.outer[n-1], j.outer[:n-1]
	}
	return nil
}

// enterCategory opens an object that holds goods, or categories with goods: they stand in the
// section that it names. Where its name comes behind them, it is read in another order.
func (j *jsonReader) enterCategory(place, key string) error {
	if err := j.enter(level{place: place}); err != nil {
		return err
	}
	c := &j.levels[len(j.levels)-1]
	for j.in.PeekKind() == '"' {
		token, err := j.in.ReadToken()
		if err != nil {
			return j.broken(err)
		}
		name := token.String()
		switch kind := j.in.PeekKind(); {
		case (kind == '[' || kind == '{') && (j.shape.goods[below(place, name)] || j.shape.leads(below(place, name))):
			if c.name != "" {
				c.ahead, c.isAhead = name, true
				return nil
			}
			return j.rearrange(c, name, key)
		case kind == '"' && isName(name):
			token, err := j.in.ReadToken()
			if err != nil {
				return j.broken(err)
			}
			c.name = token.String()
		default:
			if err := j.in.SkipValue(); err != nil {
				return j.broken(err)
			}
		}
	}
	return nil
}

// rearrange reads the rest of a category into memory, for its name, and has what holds goods
// read after that.
func (j *jsonReader) rearrange(c *level, name, key string) error {
	var rest strings.Builder
	rest.WriteByte('{')
	for {
		raw, err := j.in.ReadValue()
		if err != nil {
			return j.broken(err)
		}
		if raw.Kind() == '"' && isName(name) && c.name == "" {
			text, _ := jsontext.AppendUnquote(nil, raw) // it was read as a text
			c.name = string(text)
		}
		quoted, _ := jsontext.AppendQuote(nil, name) // it was read as a text
		rest.Write(quoted)
		rest.WriteByte(':')
		rest.Write(raw)
		token, err := j.in.ReadToken()
		if err != nil {
			return j.broken(err)
		}
		if token.Kind() == '}' {
			break
		}
		name = token.String()
		rest.WriteByte(',')
	}
	rest.WriteByte('}')
	if c.name == "" {
		c.name = key
	}
	j.outer = append(j.outer, j.in)
	j.in = decoderOf(strings.NewReader(rest.String()))
	_, err := j.in.ReadToken()
	return err
}

// section is where a record stands: the sections around it, the outermost first.
func (j *jsonReader) section() string {
	var names []string
	for i := range j.levels {
		if name := strings.Join(strings.Fields(j.levels[i].name), " "); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, sectionMark)
}

// readRecord reads an object as a record.
func (j *jsonReader) readRecord(key string) (*Record, error) {
	record := &Record{Values: j.split.reuse(), Section: j.section()}
	if key != "" {
		record.Values = append(record.Values, Value{Path: KeyPath, Text: strings.TrimSpace(key)})
	}
	return record, j.flatten(record, j.in)
}

// readCategories reads a list of categories.
func (j *jsonReader) readCategories() error {
	if _, err := j.in.ReadToken(); err != nil {
		return j.broken(err)
	}
	for j.in.PeekKind() != ']' {
		var node Record
		if err := j.flatten(&node, j.in); err != nil {
			return err
		}
		j.keepCategory(node)
	}
	_, err := j.in.ReadToken()
	if err != nil {
		return j.broken(err)
	}
	return nil
}

func (j *jsonReader) keepCategory(node Record) {
	var id string
	var category Category
	for _, v := range node.Values {
		switch name := strings.ToLower(v.Path); {
		case name == "id":
			id = v.Text
		case isName(name):
			category.Name = v.Text
		case name == "parent_id" || name == "parentid" || name == "parent":
			category.Parent = v.Text
		}
	}
	if category.Parent == "0" {
		category.Parent = ""
	}
	if id != "" && category.Name != "" {
		j.categories[id] = category
	}
}

// isTree knows the list of categories that stands beside the records.
func isTree(name string) bool {
	name = strings.ToLower(name)
	return name == "categories" || name == "category"
}

// isName knows the member or the element that names a category.
func isName(name string) bool {
	name = strings.ToLower(name)
	return name == "name" || name == "title"
}

// ended is what the end of a whole document means.
func (j *jsonReader) ended() error {
	switch {
	case j.further != "" && !j.over:
		return Faultf(Incomplete, "pages", j.how.Name, j.further)
	case j.number > 0:
		return io.EOF
	case j.goods:
		return Faultf(Empty, "", j.how.Name)
	}
	return Faultf(Unreadable, "records", j.how.Name)
}

func (j *jsonReader) broken(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return Faultf(Incomplete, "", j.how.Name).Because(err)
	}
	return j.damaged(err)
}

// mostNested bounds objects in one another within a record.
const mostNested = 32

// flatten adds the values of the value that comes next, each at its path.
func (j *jsonReader) flatten(into *Record, in *jsontext.Decoder) error {
	return j.flattenValue(into, in, "", 0)
}

func (j *jsonReader) flattenValue(into *Record, in *jsontext.Decoder, path string, depth int) error {
	if depth > mostNested {
		return Faultf(Unreadable, "nested", j.how.Name)
	}
	token, err := in.ReadToken()
	if err != nil {
		return j.broken(err)
	}
	switch token.Kind() {
	case '{':
		err = j.flattenObject(into, in, path, depth)
	case '[':
		err = j.flattenList(into, in, path, depth)
	case 'n':
		into.Values = append(into.Values, Value{Path: path})
		return nil
	default:
		into.Values = append(into.Values, Value{Path: path, Text: strings.TrimSpace(token.String())})
		return nil
	}
	if err != nil {
		return err
	}
	_, err = in.ReadToken()
	return err
}

// flattenObject adds the values of an object. Objects under keys in one that holds variants are
// variants too.
func (j *jsonReader) flattenObject(into *Record, in *jsontext.Decoder, path string, depth int) error {
	apart := j.how.isVariants(path)
	for in.PeekKind() != '}' {
		token, err := in.ReadToken()
		if err != nil {
			return j.broken(err)
		}
		inner := token.String()
		if apart && in.PeekKind() == '{' && !j.how.Headings.Known(inner) {
			from := len(into.Values)
			into.Values = append(into.Values, Value{Path: j.once(path + "." + KeyPath), Text: strings.TrimSpace(inner)})
			if err := j.flattenValue(into, in, path, depth+1); err != nil {
				return err
			}
			into.markVariant(from)
			continue
		}
		if path != "" {
			inner = path + "." + inner
		}
		if err := j.flattenValue(into, in, j.once(inner), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// flattenList adds the values of a list. The objects of one that holds variants are marked.
func (j *jsonReader) flattenList(into *Record, in *jsontext.Decoder, path string, depth int) error {
	apart := j.how.isVariants(path)
	for in.PeekKind() != ']' {
		apart := apart && in.PeekKind() == '{'
		from := len(into.Values)
		if err := j.flattenValue(into, in, path, depth+1); err != nil {
			return err
		}
		if path != "" {
			j.how.typePrice(into, from, path)
		}
		if apart {
			into.markVariant(from)
		}
	}
	return nil
}

// once is a path that is kept once.
func (j *jsonReader) once(path string) string {
	if known, ok := j.paths[path]; ok {
		return known
	}
	if len(j.paths) < mostPaths {
		j.paths[path] = path
	}
	return path
}
