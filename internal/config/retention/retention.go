// Package retention is what the config says of how long things are kept.
package retention

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Retention is for how long what is done with is kept; what is left out is kept for ever.
type Retention struct {
	Archive strictyaml.Scalar `yaml:"archive"`
	Results strictyaml.Scalar `yaml:"results"`
	Failed  strictyaml.Scalar `yaml:"failed"`
	People  strictyaml.Scalar `yaml:"people"`
}

// Ages are the retention's, 0 for what is kept for ever. A mistake is a *strictyaml.Error with its
// place in the file.
func (r Retention) Ages(file string) (ages forget.Ages, err error) {
	for _, one := range []struct {
		key  string
		text strictyaml.Scalar
		into *time.Duration
	}{
		{"archive", r.Archive, &ages.Archive}, {"results", r.Results, &ages.Results},
		{"failed", r.Failed, &ages.Failed}, {"people", r.People, &ages.People},
	} {
		if one.text.Text == "" {
			continue
		}
		if *one.into, err = ParseAge(one.text.Text); err != nil {
			return ages, one.text.Wrong(file, "retention.%s: %v", one.key, err)
		}
	}
	return ages, nil
}

// The lengths of what ages are written in.
const (
	day        = 24 * time.Hour
	year       = 365 * day
	longestAge = 100 * year
)

// ParseAge reads an age in whole days or years, such as 90d or 1y.
func ParseAge(text string) (time.Duration, error) {
	unit := day
	number, found := strings.CutSuffix(text, "d")
	if !found {
		unit = year
		number, found = strings.CutSuffix(text, "y")
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if !found || err != nil || n == 0 || time.Duration(n) > longestAge/unit {
		return 0, fmt.Errorf("%q is no age: write days or years, such as 90d or 1y; leave it out to keep everything", text)
	}
	return time.Duration(n) * unit, nil
}
