package mapping

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/access"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/jq"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// compiler turns a written mapping into a compiled one.
type compiler struct {
	written.Mistakes
	written *written.File
	loose   bool           // types: loose
	made    bool           // whether a program makes the records being compiled
	times   jsonread.Times // of the file
	params  access.Params
	lookups []Lookup
	joined  map[int]bool // the lookups that the operation being compiled names
}

// timesOf compiles a way to write times; without a layout it is the one of the file,
// with the zone where that is given.
func (c *compiler) timesOf(layouts written.Scalars, zone strictyaml.Scalar, common jsonread.Times) (jsonread.Times, error) {
	out := common
	if len(layouts) > 0 && layouts[0].Text != "" {
		out = jsonread.Times{Zone: common.Zone}
		for _, layout := range layouts {
			if err := out.Add(layout.Text, len(layouts) == 1); err != nil {
				return out, c.Wrong(layout, "%v", err)
			}
		}
		if out.Shown = layouts[0].Text; out.Shown == jsonread.TimesRFC3339 {
			out.Shown = jsonread.ShownRFC3339
		}
	}
	if zone.Text != "" {
		location, err := time.LoadLocation(zone.Text)
		if err != nil {
			return out, c.Wrong(zone, "unknown zone %q: want one such as Europe/Kyiv or UTC", zone.Text)
		}
		out.Zone = location
	}
	if out.Layouts == nil && out.Epoch == 0 {
		out.Layouts, out.Shown = []string{time.RFC3339}, jsonread.ShownRFC3339
	}
	if out.Zone == nil {
		out.Zone = time.UTC
	}
	return out, nil
}

// jq compiles an expression of the mapping.
func (c *compiler) jq(at strictyaml.Scalar) (*jq.Program, error) {
	code, err := jq.Compile(at.Text)
	if err != nil {
		return nil, c.Wrong(at, "%v", err)
	}
	return code, nil
}

// names are the names of fields.
func names[T any](fields []field[T]) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}
