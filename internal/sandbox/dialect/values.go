package dialect

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// canonicalWhole are the texts that a JSON number gives back unchanged.
var canonicalWhole = regexp.MustCompile(`^(0|[1-9][0-9]{0,15})$`)

// idNumber is an id as a JSON number where nothing of it would be lost, such as a
// leading zero; else it stays as it is.
func idNumber(v any) any {
	if text, ok := v.(string); ok && canonicalWhole.MatchString(text) {
		return json.Number(text)
	}
	return v
}

// moneyText is money of a body as the contract's decimal text; what is no JSON number
// stays itself.
func moneyText(v any) any {
	if n, ok := v.(json.Number); ok {
		return n.String()
	}
	return v
}

// shifted moves the decimal point of a whole number to the left: shifted(3)(3185) is
// 3.185.
func shifted(places int) func(any) any {
	return func(v any) any {
		digits := str(v)
		if digits == "" {
			return nil
		}
		digits, negative := strings.CutPrefix(digits, "-")
		if missing := places + 1 - len(digits); missing > 0 {
			digits = strings.Repeat("0", missing) + digits
		}
		cut := len(digits) - places
		text := digits[:cut]
		if fraction := strings.TrimRight(digits[cut:], "0"); fraction != "" {
			text += "." + fraction
		}
		if negative {
			text = "-" + text
		}
		return json.Number(text)
	}
}

// clock is how a dialect writes points in time.
type clock struct {
	layout string // of package time
	zone   *time.Location
}

// stamp is one of the contract's times in the dialect's form; null stays null.
func (c clock) stamp(v any) any {
	at, err := time.Parse(time.RFC3339Nano, str(v))
	if err != nil {
		return nil
	}
	return at.In(c.zone).Format(c.layout)
}

// read turns times of a query, in place, into those of the contract. The names are
// the contract's by the dialect's.
func (c clock) read(filters url.Values, names map[string]string) error {
	for name, ours := range names {
		text := filters.Get(ours)
		if text == "" {
			continue
		}
		at, err := time.ParseInLocation(c.layout, text, c.zone)
		if err != nil {
			return wrongParameter(name, "invalid_format", "%s must be a time such as %s", name, time.Unix(0, 0).In(c.zone).Format(c.layout))
		}
		filters.Set(ours, at.UTC().Format(time.RFC3339Nano))
	}
	return nil
}

// pageQuery reads filters, those of times among them, and the parameters page and
// limit.
func (x *exchange) pageQuery(names, times map[string]string, c clock, otherwise, most int) (filters url.Values, number, size int, err error) {
	all := maps.Clone(names)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, times)
	if filters, err = x.filters(all, "page", "limit"); err != nil {
		return nil, 0, 0, err
	}
	if err = c.read(filters, times); err != nil {
		return nil, 0, 0, err
	}
	if number, err = x.whole("page", 1, 1, 1_000_000); err != nil {
		return nil, 0, 0, err
	}
	size, err = x.whole("limit", otherwise, 1, most)
	return filters, number, size, err
}

// texts are the texts of a list.
func texts(v any) []string {
	list, _ := v.([]any)
	all := make([]string, 0, len(list))
	for _, element := range list {
		all = append(all, str(element))
	}
	return all
}
