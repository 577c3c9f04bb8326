package config

import (
	"slices"

	"github.com/dropbridge/dropbridge/exporter/union"
	"github.com/dropbridge/dropbridge/importer/orderfile"
)

// routes are how the lines of all sources find their suppliers.
func (c *Config) routes() orderfile.Routes {
	all := orderfile.Routes{c.route("", c.Inbox.Default)}
	for name, source := range c.Inbox.Sources {
		all = append(all, c.route(name, source))
	}
	return all
}

// prefixed are the suppliers of a feed with their prefixes. Where the feed of several says nothing of
// one, his is the beginning that orders go to him by: whoever orders names the SKU of the feed.
func (c *Config) prefixed(named union.Members) (out []union.Member) {
	for _, one := range named {
		m := union.Member{Name: one.Name}
		if one.Prefix != nil {
			m.Prefix = *one.Prefix
		} else if own := c.routes().Prefixes(one.Name); len(named) > 1 && len(own) == 1 {
			m.Prefix = own[0]
		}
		out = append(out, m)
	}
	return out
}

// Unordered are the suppliers of a feed whose orders do not find their way back, by the beginnings
// that they have there: no route takes these off for them.
func (c *Config) Unordered(members []union.Member) (out []union.Member) {
	for _, m := range members {
		if own := c.routes().Prefixes(m.Name); len(own) > 0 && !slices.Contains(own, m.Prefix) {
			out = append(out, m)
		}
	}
	return out
}
