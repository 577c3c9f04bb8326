package union

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Member is a supplier whose products come into the list.
type Member struct {
	Name   string // as the config has it
	Prefix string // before his ids, SKUs, groups and categories; may be ""
}

// By says what makes two offers offers of one article.
type By string

// What offers are compared by.
const (
	Barcode      By = "barcode"           // the trade item number (GTIN), its check digit right
	CodeAndBrand By = "vendor_code+brand" // the SKU and the brand, both there
)

// Rule says which suppliers a list has, and which offer of an article stays. Rules that are equal
// make the same list.
type Rule struct {
	Members []Member // in the order of their importance

	// By is what makes offers one article: of each product the first key that it has. None: every
	// product stays.
	By []By
	// Prefer is what decides, the most important first; each of the three stands there once.
	Prefer []Preference

	// MinStock and Minus are the feed's, for what counts as in stock.
	MinStock, Minus int64
}

// Preference is one thing that decides between two offers.
type Preference struct {
	Reason string   // one of the supplier's Outdone reasons
	Names  []string // of OutdoneByOrder: the members in their order, those left out behind them
}

// Choice is a feed's key choose: as the config has it.
type Choice struct {
	By     Words `yaml:"by"`
	Prefer Words `yaml:"prefer"`
}

// Compile makes the rule of the members, the most important first. A mistake is an error of kind
// failure.Config that names the key.
func (c *Choice) Compile(members []Member) (*Rule, error) {
	r := &Rule{Members: members}
	for i := range members {
		if slices.ContainsFunc(members[:i], func(m Member) bool { return m.Name == members[i].Name }) {
			return nil, failure.Mistake("name each once", "suppliers: %s is named twice", members[i].Name)
		}
	}
	if c == nil {
		return r, nil
	}
	for _, word := range c.By {
		by := By(word)
		if by != Barcode && by != CodeAndBrand {
			return nil, failure.Mistake("write barcode, vendor_code+brand, or [barcode, vendor_code+brand]", "choose.by: %q is not known", word)
		}
		if slices.Contains(r.By, by) {
			return nil, failure.Mistake("name it once", "choose.by: %s is named twice", word)
		}
		r.By = append(r.By, by)
	}
	if len(r.By) == 0 {
		return nil, failure.Mistake("write choose: {by: barcode}, or take choose away", "choose.by is missing: what makes two offers one article?")
	}
	return r, r.prefer(c.Prefer)
}

// prefer reads the words of the key: what is not named decides behind what is.
func (r *Rule) prefer(words Words) error {
	order := -1
	for _, word := range words {
		switch {
		case slices.ContainsFunc(r.Prefer, func(p Preference) bool { return p.Reason == word || slices.Contains(p.Names, word) }):
			return failure.Mistake("name it once", "choose.prefer: %s is named twice", word)
		case slices.ContainsFunc(r.Members, func(m Member) bool { return m.Name == word }):
			if order < 0 {
				order = len(r.Prefer)
				r.Prefer = append(r.Prefer, Preference{Reason: supplier.OutdoneByOrder})
			}
			r.Prefer[order].Names = append(r.Prefer[order].Names, word)
		case word == supplier.OutdoneByStock || word == supplier.OutdoneByPrice:
			r.Prefer = append(r.Prefer, Preference{Reason: word})
		default:
			return failure.Mistake("write stock, price, or suppliers of the feed in their order: "+strings.Join(r.names(), ", "), "choose.prefer: %q is not known", word)
		}
	}
	for _, reason := range []string{supplier.OutdoneByStock, supplier.OutdoneByPrice, supplier.OutdoneByOrder} {
		if !slices.ContainsFunc(r.Prefer, func(p Preference) bool { return p.Reason == reason }) {
			r.Prefer = append(r.Prefer, Preference{Reason: reason})
		}
	}
	return nil
}

func (r *Rule) names() (out []string) {
	for _, m := range r.Members {
		out = append(out, m.Name)
	}
	return out
}

// ranks are the places of the members by which an order decides: the least goes first.
func (r *Rule) ranks(order []string) []int {
	ranks := make([]int, len(r.Members))
	for i, m := range r.Members {
		ranks[i] = cmp.Or(slices.Index(order, m.Name)+1, len(order)+1+i)
	}
	return ranks
}

// apart reports whether the prefixes alone keep the members' ids apart: none begins another.
func (r *Rule) apart() bool {
	for i, a := range r.Members {
		for j, b := range r.Members {
			if i != j && strings.HasPrefix(a.Prefix, b.Prefix) {
				return false
			}
		}
	}
	return true
}

// String is the rule in one line, for logs.
func (r *Rule) String() string {
	return fmt.Sprintf("%s by %v", strings.Join(r.names(), ", "), r.By)
}
