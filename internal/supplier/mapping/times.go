package mapping

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

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
