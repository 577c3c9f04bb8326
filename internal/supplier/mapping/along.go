package mapping

import (
	"slices"

	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// along gives the members that lead to a list and the steps from there on, where a field is a
// list of texts, or a sum, that is no more than the values at the end of one path such as
// stocks[].qty: it is read while the list is.
func (c *compiler) along(spec written.Field, kind fieldKind) (members []string, rest []jsonread.Step, ok bool) {
	p := &spec.Place
	if kind != kindTexts && !p.Sum || len(p.At) != 1 {
		return nil, nil, false
	}
	for _, given := range p.Given() {
		if !slices.Contains([]string{"at", "sum"}, given.Text) {
			return nil, nil, false
		}
	}
	paths, err := jsonread.ParsePaths(p.At[0].Text)
	if err != nil || len(paths) != 1 || paths[0].Up > 0 || paths[0].Key {
		return nil, nil, false
	}
	members = paths[0].Names()
	rest = paths[0].Steps[len(members):]
	return members, rest, len(members) > 0 && len(rest) > 0 && jsonread.CanGoAlong(rest)
}

// readAlong reads a field that along has found, so many members deep. Its errors name the field.
func readAlong[T any](f field[T], members int, steps []jsonread.Step, how jsonread.Rules) jsonread.Reader[T] {
	read := sumAlong(f, steps, how)
	if f.texts != nil {
		read = jsonread.TextsAlong(f.texts, steps)
	}
	return func(s *jsonread.Scanner, into *T) error {
		if err := read(s, into); err != nil {
			return jsonread.AtNamed(err, f.name, members)
		}
		return nil
	}
}

func sumAlong[T any](f field[T], steps []jsonread.Step, how jsonread.Rules) jsonread.Reader[T] {
	read := f.read(jsonread.Rules{Loose: true, Times: how.Times, Dated: how.Dated})
	return func(s *jsonread.Scanner, into *T) error {
		var total jsonread.Sum
		err := s.Along(steps, func(raw string) error {
			if jsonread.IsAbsent(raw) {
				return nil
			}
			return total.Add(raw)
		})
		if err != nil {
			return err
		}
		text := total.Text()
		if text == "" {
			text = "null"
		}
		return jsonread.Within(s, text, read, into)
	}
}
