package listfile

import (
	"bufio"
	"errors"
	"io"
	"maps"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonReader reads JSON: the records are the objects of the first list that holds goods by
// its name, or of the outermost list.
type jsonReader struct {
	*list
	in         *jsontext.Decoder
	categories map[string]Category
	trail      []string // members and lists that are open; a list adds nothing
	key        string   // the member whose value comes next
	within     bool     // the list of records is open
	depth      int      // of the list of records
	found      bool     // it was there
	number     int64
	paths      map[string]string
}

func newJSONReader(l *list, text *bufio.Reader) (*jsonReader, error) {
	return &jsonReader{list: l, in: jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true)), categories: map[string]Category{}, paths: map[string]string{}}, nil
}

// Categories is the tree beside the records.
func (j *jsonReader) Categories() map[string]Category { return maps.Clone(j.categories) }

// Columns are none.
func (j *jsonReader) Columns() []string { return nil }

// Next reads the next record.
func (j *jsonReader) Next(into *Record) error {
	for {
		if j.within && j.in.StackDepth() == j.depth && j.in.PeekKind() == '{' {
			raw, err := j.in.ReadValue()
			if err != nil {
				return j.broken(err)
			}
			j.number++
			*into = Record{Number: j.number, Values: into.Values[:0]}
			return j.flatten(into, raw)
		}
		done, err := j.step()
		if err != nil || done {
			return cmpError(err, j.ended)
		}
	}
}

// cmpError is the error, or what the end of the list means.
func cmpError(err error, ended func() error) error {
	if err != nil {
		return err
	}
	return ended()
}

// step reads one token outside the records; done says that the document has ended.
func (j *jsonReader) step() (done bool, err error) {
	if j.atCategories() {
		return false, j.readCategories()
	}
	token, err := j.in.ReadToken()
	if errors.Is(err, io.EOF) && j.in.StackDepth() == 0 {
		return true, nil
	}
	if err != nil {
		return false, j.broken(err)
	}
	switch token.Kind() {
	case '[':
		if !j.found && !j.within && j.isRecords() {
			j.within, j.found, j.depth = true, true, j.in.StackDepth()
		}
		j.trail = append(j.trail, j.member())
	case '{':
		j.trail = append(j.trail, j.member())
	case ']', '}':
		if j.within && j.in.StackDepth() < j.depth {
			j.within = false
		}
		if n := len(j.trail); n > 0 {
			j.trail = j.trail[:n-1]
		}
		j.key = ""
	default:
		j.noteMember(token)
	}
	return false, nil
}

// noteMember keeps the name of a member, whose value is the next token.
func (j *jsonReader) noteMember(token jsontext.Token) {
	kind, length := j.in.StackIndex(j.in.StackDepth())
	if kind == '{' && length%2 == 1 && token.Kind() == '"' {
		j.key = strings.ToLower(token.String())
		return
	}
	j.key = ""
}

func (j *jsonReader) member() string {
	name := j.key
	j.key = ""
	return name
}

// isRecords reports whether the list that begins is that of the records.
func (j *jsonReader) isRecords() bool {
	here := strings.Trim(strings.Join(append(j.trail[:len(j.trail):len(j.trail)], j.key), "."), ".")
	if j.how.Records != "" {
		return here == strings.ToLower(strings.ReplaceAll(j.how.Records, "[]", ""))
	}
	return here == "" || j.how.Headings.Container(j.key)
}

// atCategories reports whether the tree of categories comes next.
func (j *jsonReader) atCategories() bool {
	return !j.within && (j.key == "categories" || j.key == "category") && j.in.PeekKind() == '['
}

// readCategories reads a list of categories.
func (j *jsonReader) readCategories() error {
	j.key = ""
	raw, err := j.in.ReadValue()
	if err != nil {
		return j.broken(err)
	}
	in := jsontext.NewDecoder(strings.NewReader(string(raw)), jsontext.AllowDuplicateNames(true))
	if _, err := in.ReadToken(); err != nil {
		return j.broken(err)
	}
	for in.PeekKind() == '{' {
		one, err := in.ReadValue()
		if err != nil {
			return j.broken(err)
		}
		var node Record
		if err := j.flatten(&node, one); err != nil {
			return err
		}
		j.keepCategory(node)
	}
	return nil
}

func (j *jsonReader) keepCategory(node Record) {
	var id string
	var category Category
	for _, v := range node.Values {
		switch strings.ToLower(v.Path) {
		case "id":
			id = v.Text
		case "name", "title":
			category.Name = v.Text
		case "parent_id", "parentid", "parent":
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

// ended is what the end of a whole document means.
func (j *jsonReader) ended() error {
	switch {
	case j.number > 0:
		return io.EOF
	case j.found:
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

// flatten adds the values of an object, each at its path.
func (j *jsonReader) flatten(into *Record, raw jsontext.Value) error {
	in := jsontext.NewDecoder(strings.NewReader(string(raw)), jsontext.AllowDuplicateNames(true))
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
		for in.PeekKind() != '}' {
			name, err := in.ReadToken()
			if err != nil {
				return j.broken(err)
			}
			below := name.String()
			if path != "" {
				below = path + "." + below
			}
			if err := j.flattenValue(into, in, j.once(below), depth+1); err != nil {
				return err
			}
		}
	case '[':
		for in.PeekKind() != ']' {
			if err := j.flattenValue(into, in, path, depth+1); err != nil {
				return err
			}
		}
	case 'n':
		into.Values = append(into.Values, Value{Path: path})
		return nil
	default:
		into.Values = append(into.Values, Value{Path: path, Text: strings.TrimSpace(token.String())})
		return nil
	}
	_, err = in.ReadToken()
	return err
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
