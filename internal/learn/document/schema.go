package document

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/learn/lexicon"
	"github.com/dropbridge/dropbridge/internal/learn/service"
)

// Bounds of what is looked at in a document.
const (
	maxOperations = 2000
	maxShapes     = 400_000 // places of all operations together
	maxPerShape   = 8_000   // of one answer or body
)

// walker turns the schemas of a document into shapes.
type walker struct {
	*tree
	words   *lexicon.Lexicon
	swagger bool // version 2, in which schemas stand where version 3 has media types
	left    int  // of the document
	here    int  // of one shape
	sent    bool // whether the shape is of a body that is sent
	open    []string
}

func (w *walker) operation(source, method, path string, item, o map[string]any) *service.Operation {
	out := &service.Operation{Method: method, Path: path, ID: w.text(o, "operationId"), Known: true, Source: source, Replies: map[string]string{},
		Summary: w.text(o, "summary") + " " + w.text(o, "description") + " " + strings.Join(w.texts(o, "tags"), " ")}
	form := map[string]any{}
	for _, v := range slices.Concat(w.list(item, "parameters"), w.list(o, "parameters")) {
		p, _ := w.follow(v, "parameters")
		switch in := w.text(p, "in"); {
		case p == nil:
		case w.swagger && in == "body":
			out.Request = w.sentShape(p["schema"])
		case w.swagger && in == "formData":
			form[w.text(p, "name")] = p
		default:
			out.Params = append(out.Params, w.parameter(p))
		}
	}
	if len(form) > 0 {
		out.Request = w.form(form)
	}
	if media := w.jsonMedia(w.object(w.object(o, "requestBody"), "content")); media != nil {
		out.Request = w.sentShape(media["schema"])
	}
	w.responses(out, w.object(o, "responses"))
	return out
}

func (w *walker) parameter(p map[string]any) service.Parameter {
	about := w.text(p, "description")
	out := service.Parameter{Name: w.text(p, "name"), In: w.text(p, "in"), Shape: &service.Shape{Description: about}}
	schema := p["schema"]
	if w.swagger {
		schema = ownSchema(p)
	}
	if schema != nil {
		out.Shape = w.shape(schema)
		if out.Description == "" {
			out.Description = about
		}
	}
	out.Required = w.truth(p, "required")
	return out
}

// ownSchema is the schema of a parameter of Swagger, which is the parameter itself.
func ownSchema(p map[string]any) map[string]any {
	schema := maps.Clone(p)
	delete(schema, "required") // of a schema a list of names
	delete(schema, "description")
	return schema
}

// form is the shape of a form of Swagger, each field of which is a parameter.
func (w *walker) form(fields map[string]any) *service.Shape {
	members, required := map[string]any{}, []any{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		field := fields[name].(map[string]any)
		if w.truth(field, "required") {
			required = append(required, name)
		}
		members[name] = ownSchema(field)
		members[name].(map[string]any)["description"] = field["description"]
	}
	return w.sentShape(map[string]any{"type": "object", "properties": members, "required": required})
}

func (w *walker) sentShape(schema any) *service.Shape {
	w.sent = true
	defer func() { w.sent = false }()
	return w.shape(schema)
}

func (w *walker) responses(out *service.Operation, all map[string]any) {
	for _, status := range slices.Sorted(maps.Keys(all)) {
		if status == "" || strings.HasPrefix(status, "x-") {
			continue
		}
		response, _ := w.follow(all[status], status)
		if response == nil {
			continue
		}
		if about := w.text(response, "description"); about != "" || w.swagger || response["description"] != nil {
			out.Replies[status] = about
		}
		media := w.media(response)
		switch {
		case status[0] == '2' && out.Answer == nil:
			out.HeaderNames = slices.Sorted(maps.Keys(w.object(response, "headers")))
			if media != nil {
				out.Answer = w.shape(media["schema"])
				out.Sample = w.exampleIn(media)
			}
		case status[0] == '4' && media != nil && (out.Refusal == nil || status == "422" || status == "400"):
			out.Refusal = w.shape(media["schema"])
		}
	}
	if out.Sample != nil {
		seen := service.ShapeOf(out.Sample, w.words)
		if out.Answer != nil && out.Answer.Kinds != 0 {
			seen.Describe(out.Answer, 0)
			if len(out.Answer.Members) > 0 || out.Answer.Element != nil {
				return // the schema is complete, the example need not be
			}
		}
		out.Answer = seen
	}
}

// media is what an answer is: of Swagger its schema with the example that JSON has.
func (w *walker) media(response map[string]any) map[string]any {
	if !w.swagger {
		return w.jsonMedia(w.object(response, "content"))
	}
	examples := w.object(response, "examples")
	if response["schema"] == nil && len(examples) == 0 {
		return nil
	}
	media := map[string]any{"schema": response["schema"]}
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		if strings.Contains(name, "json") {
			media["example"] = examples[name]
		}
	}
	return media
}

// exampleIn is the example of a whole answer.
func (w *walker) exampleIn(media map[string]any) any {
	if media["example"] != nil {
		return media["example"]
	}
	examples := w.object(media, "examples")
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		if example, _ := w.follow(examples[name], name); example["value"] != nil {
			return example["value"]
		}
	}
	return w.object(media, "schema")["example"]
}

func (w *walker) jsonMedia(content map[string]any) map[string]any {
	names := slices.Sorted(maps.Keys(content))
	for _, name := range names {
		if strings.Contains(name, "json") {
			return w.object(content, name)
		}
	}
	if content["*/*"] != nil {
		return w.object(content, "*/*")
	}
	for _, name := range names {
		return w.object(content, name)
	}
	return nil
}

func (w *walker) shape(schema any) *service.Shape {
	s := &service.Shape{}
	w.here = maxPerShape
	w.fill(s, schema)
	return s
}

// fill adds what a schema says to a shape. A schema inside itself, and what is beyond
// the bounds, is an object of which nothing more is known; so is one that is true or false.
func (w *walker) fill(s *service.Shape, v any) {
	if _, anything := v.(bool); anything {
		return
	}
	schema, ref := w.follow(v, "schema")
	if schema == nil {
		return
	}
	w.left--
	w.here--
	if w.left < 0 || w.here < 0 || len(w.open) > service.MaxDepth || ref != "" && slices.Contains(w.open, ref) {
		return
	}
	w.open = append(w.open, ref)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	s.Kinds |= w.declaredKinds(schema)
	for _, part := range slices.Concat(w.list(schema, "allOf"), w.list(schema, "oneOf"), w.list(schema, "anyOf")) {
		w.fill(s, part)
	}
	if items := schema["items"]; items != nil {
		s.Kinds |= service.IsList
		if s.Element == nil {
			s.Element = &service.Shape{}
		}
		w.fill(s.Element, items)
	}
	w.describeBy(s, schema)
	w.members(s, schema)
}

func (w *walker) members(s *service.Shape, schema map[string]any) {
	properties := w.object(schema, "properties")
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if len(s.Members) >= service.MaxMembers {
			break
		}
		s.Kinds |= service.IsObject
		if w.leaves(properties[name]) {
			continue
		}
		w.fill(s.Put(name), properties[name])
	}
	for _, name := range w.texts(schema, "required") {
		if m := s.Member(name); m != nil {
			m.Required = true
		}
	}
	if values, ok := schema["additionalProperties"].(map[string]any); ok && len(s.Members) == 0 {
		s.Kinds, s.Keyed = s.Kinds|service.IsObject, true
		w.fill(s.Put("*"), values)
	}
}

// leaves reports whether a member goes the other way only: what is read is not sent, and the
// other way round.
func (w *walker) leaves(v any) bool {
	if _, anything := v.(bool); anything {
		return false
	}
	schema, _ := w.follow(v, "schema")
	return w.sent && w.truth(schema, "readOnly") || !w.sent && w.truth(schema, "writeOnly")
}

// kindsOf are the types of schemas.
var kindsOf = map[string]service.Kinds{"object": service.IsObject, "array": service.IsList, "string": service.IsText,
	"number": service.IsFraction, "integer": service.IsWhole, "boolean": service.IsTruth, "null": service.IsNull}

func (w *walker) declaredKinds(schema map[string]any) (k service.Kinds) {
	if _, several := schema["type"].([]any); several {
		for _, name := range w.texts(schema, "type") {
			k |= kindsOf[name]
		}
	} else {
		k = kindsOf[w.text(schema, "type")]
	}
	if w.truth(schema, "nullable") || schema["x-nullable"] == true {
		k |= service.IsNull
	}
	return k
}

// describeBy takes the words, values and bounds of a schema.
func (w *walker) describeBy(s *service.Shape, schema map[string]any) {
	if s.Description == "" {
		s.Description = strings.TrimSpace(w.text(schema, "title") + " " + w.text(schema, "description"))
	}
	if format := w.text(schema, "format"); format != "" {
		s.Format = format
	}
	if pattern := w.text(schema, "pattern"); pattern != "" && len(pattern) < 300 {
		s.Pattern = pattern
	}
	for _, v := range w.list(schema, "enum") {
		if text := service.Literal(v); text != "" && len(s.Enum) < 100 {
			s.Enum = append(s.Enum, text)
		}
	}
	addExamples(s, schema["example"])
	for _, v := range w.list(schema, "examples") {
		addExamples(s, v)
	}
	if schema["default"] != nil {
		s.Fallback = service.Literal(schema["default"])
	}
	if number, ok := schema["maximum"].(json.Number); ok {
		if most, err := number.Float64(); err == nil && most > 0 && most < 1e6 {
			s.Most = int(most)
		}
	}
}

// addExamples takes an example of a value, or of the values of a list.
func addExamples(s *service.Shape, v any) {
	if list, ok := v.([]any); ok {
		for _, item := range list {
			if text := service.Literal(item); text != "" && s.Element != nil {
				s.Element.AddExample(text)
			}
		}
		return
	}
	if text := service.Literal(v); text != "" {
		s.AddExample(text)
	}
}
