package backups

import (
	"fmt"
	"strconv"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/config/timing"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Keys are what the config says of copies of the journal, as they are written.
type Keys struct {
	timing.Timing `yaml:",inline"`

	Dir  string `yaml:"dir"`  // the folder; "": the usual one
	Keep Keep   `yaml:"keep"` // which copies stay
	Gzip bool   `yaml:"gzip"` // copies are packed
}

// Keep is a number, of the newest copies, or {daily: 7, weekly: 4, monthly: 12}.
type Keep struct {
	Daily   strictyaml.Scalar `yaml:"daily"`
	Weekly  strictyaml.Scalar `yaml:"weekly"`
	Monthly strictyaml.Scalar `yaml:"monthly"`

	newest strictyaml.Scalar
}

// UnmarshalYAML takes a number as well as {daily: …, weekly: …, monthly: …}.
func (k *Keep) UnmarshalYAML(node ast.Node) error {
	if _, plain := node.(ast.ScalarNode); plain {
		return k.newest.UnmarshalYAML(node)
	}
	type keys Keep
	return yaml.NodeToValue(node, (*keys)(k), yaml.Strict())
}

const (
	usualEvery = 24 * time.Hour // where the config does not say how often a copy is made

	usualKept = 14     // copies, where the config does not say
	mostKept  = 10_000 // of each
	keepWay   = "write how many of the newest copies stay, such as 14, or {daily: 7, weekly: 4, monthly: 12}"
)

// Plan is when copies are made and which stay; where they go is for who asks. Times are those of the clock
// on the wall of zone. A mistake is a *strictyaml.Error with its place in the file.
func (k *Keys) Plan(file string, zone *time.Location) (p *Plan, err error) {
	p = &Plan{Packed: k.Gzip}
	if p.When, err = k.Schedule(file, "backup", usualEvery, zone); err != nil {
		return nil, err
	}
	p.Keep, err = k.Keep.Policy(file)
	return p, err
}

// Policy is which copies stay. A mistake is a *strictyaml.Error with its place in the file.
func (k Keep) Policy(file string) (p Policy, err error) {
	for _, one := range []struct {
		key  string
		text strictyaml.Scalar
		into *int
	}{
		{"keep", k.newest, &p.Newest}, {"keep.daily", k.Daily, &p.Daily},
		{"keep.weekly", k.Weekly, &p.Weekly}, {"keep.monthly", k.Monthly, &p.Monthly},
	} {
		if one.text.Text == "" {
			continue
		}
		if *one.into, err = parseCount(one.text.Text); err != nil {
			wrong := one.text.Wrong(file, "backup.%s: %v", one.key, err)
			wrong.Mend = keepWay
			return p, wrong
		}
	}
	if p == (Policy{}) {
		p.Newest = usualKept
	}
	return p, nil
}

// parseCount reads how many copies stay, at least one.
func parseCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostKept {
		return 0, fmt.Errorf("%q is no number of copies from 1 to %d", text, mostKept)
	}
	return n, nil
}
