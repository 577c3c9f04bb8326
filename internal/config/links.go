package config

import (
	"cmp"
	"strings"

	"github.com/dropbridge/dropbridge/exporter/link"
	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/template"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// UTM are the marks by which a shop counts where its visitors come from. Each may hold fields
// in braces.
type UTM struct {
	Source   strictyaml.Scalar `yaml:"source"`
	Medium   strictyaml.Scalar `yaml:"medium"`
	Campaign strictyaml.Scalar `yaml:"campaign"`
	Term     strictyaml.Scalar `yaml:"term"`
	Content  strictyaml.Scalar `yaml:"content"`
	ID       strictyaml.Scalar `yaml:"id"`
}

// supplierLink is the word for leaving links as the supplier has them.
const supplierLink = "supplier"

// links compiles what the links of a feed are made of: what the feed says, else the shop.
func (c *Config) links(f *Feed) (rule link.Rule, err error) {
	page := f.Link
	if !page.Set {
		page = c.Shop.Link
	}
	if !c.ShopUnset {
		rule.Shop = link.Host(c.Shop.URL)
	}
	switch {
	case page.Text == supplierLink:
		rule.Shop = "" // as it is wanted
	case page.Set:
		if rule.Page, err = c.page(page); err != nil {
			return rule, err
		}
	}
	own, all := f.UTM, c.Shop.UTM
	for _, mark := range []struct {
		name     string
		own, all strictyaml.Scalar
	}{{"source", own.Source, all.Source}, {"medium", own.Medium, all.Medium}, {"campaign", own.Campaign, all.Campaign},
		{"term", own.Term, all.Term}, {"content", own.Content, all.Content}, {"id", own.ID, all.ID}} {
		value := mark.own
		if !value.Set {
			value = mark.all
		}
		if value.Text == "" {
			continue
		}
		phrase, err := template.CompilePhrase(c.File, value)
		if err != nil {
			return rule, err
		}
		rule.Marks = append(rule.Marks, link.Mark{Name: "utm_" + mark.name, Value: phrase})
	}
	return rule, nil
}

// page compiles the address of a product's page.
func (c *Config) page(text strictyaml.Scalar) (*template.Phrase, error) {
	phrase, err := template.CompilePhrase(c.File, text)
	if err != nil {
		return nil, err
	}
	begin, _, _ := strings.Cut(text.Text, "{")
	host, _, _ := strings.Cut(begin, "?")
	if _, ok := markup.Address(host); !ok || !strings.Contains(strings.TrimPrefix(strings.TrimPrefix(host, "https://"), "http://"), "/") {
		wrong := text.Wrong(c.File, "link %q does not begin with the address of a shop", text.Text)
		wrong.Mend = "write it like https://" + cmp.Or(link.Host(c.Shop.URL), "my.example") + "/p/{sku}, or link: supplier to keep the supplier's"
		return nil, wrong
	}
	if !strings.Contains(text.Text, "{") {
		wrong := text.Wrong(c.File, "link %q names no field, so that all products would have one page", text.Text)
		wrong.Mend = "add one, such as {sku} or {id}"
		return nil, wrong
	}
	return phrase, nil
}
