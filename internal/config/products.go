package config

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pricelist"
	"github.com/dropbridge/dropbridge/internal/pricelist/form"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// Products is the price list that the supplier's products are, or several that are joined by
// SKU: the first has the products, the others complete them.
type Products struct {
	List  List   `yaml:",inline"`
	Lists []List `yaml:"lists"`
}

// List is one price list: where it is, and what is said of it.
type List struct {
	URL    string `yaml:"url"`
	File   string `yaml:"file"`
	Folder string `yaml:"folder"` // of which the newest whole file counts

	Mapping string       `yaml:"mapping"` // a list template or a file
	Said    form.Mapping `yaml:",inline"`

	Auth      string `yaml:"auth"` // bearer, basic, header:NAME or query:NAME
	User      string `yaml:"user"`
	TokenEnv  string `yaml:"token_env"`
	TokenFile string `yaml:"token_file"`
}

// HasLists reports whether the supplier's products are price lists.
func (c *Config) HasLists() bool { return c.Supplier.Products != nil }

// HasAPI reports whether there is a service, be it the embedded one, or that of any of several
// suppliers.
func (c *Config) HasAPI() bool {
	if c.Several() {
		return slices.ContainsFunc(c.Suppliers(), (*Config).HasAPI)
	}
	return c.Supplier.BaseURL != "" || !c.HasLists() && !c.HandsOver()
}

// RequireAPI is an error where the supplier has no service: nothing but price lists can be asked.
func (c *Config) RequireAPI() error {
	if err := c.RequireOne(); err != nil {
		return err
	}
	if c.HasAPI() {
		return nil
	}
	l, what, way := c.Spoken(), wording.NewMessage("no_api", c.SupplierAt()), wording.NewMessage("no_api.way", c.SupplierAt())
	if !c.HasLists() {
		what, way = wording.NewMessage("handover.no_service", c.SupplierAt()), wording.NewMessage("handover.no_service.way", c.SupplierAt())
	}
	return failure.Mistake(way.In(l), "%s: %s", c.File, what.In(l))
}

// Listed are the price lists with where they stand in the config.
func (c *Config) Listed() (lists []List, keys []string) {
	p := c.Supplier.Products
	if p == nil {
		return nil, nil
	}
	if len(p.Lists) == 0 {
		return []List{p.List}, []string{c.supplierKey("products")}
	}
	for i := range p.Lists {
		keys = append(keys, c.supplierKey(fmt.Sprintf("products.lists[%d]", i)))
	}
	return p.Lists, keys
}

// validateProducts refuses lists that nowhere stand, and words that are not known.
func (c *Config) validateProducts(fail func(hint, format string, args ...any) error) error {
	lists, keys := c.Listed()
	if len(lists) > 0 && len(c.Supplier.Products.Lists) > 0 && c.Supplier.Products.List.place() != "" {
		return fail("put it into lists: as the first one", "%s: %s stands beside lists:", c.supplierKey("products"), c.Supplier.Products.List.place())
	}
	for i, list := range lists {
		if err := c.validateList(list, keys[i], fail); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) validateList(list List, key string, fail func(hint, format string, args ...any) error) error {
	places := 0
	for _, place := range []string{list.URL, list.File, list.Folder} {
		if place != "" {
			places++
		}
	}
	if places != 1 {
		return fail("one of url:, file: and folder: says where the list is", "%s: %d places are named", key, places)
	}
	if u, err := url.Parse(list.URL); list.URL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return fail("write it like https://supplier.example/export.xml", "%s.url is not an address", key) // it may hold a key, and is not shown
	}
	if err := list.Said.Check(c.File + ": " + key); err != nil {
		return err
	}
	kind, field := list.auth()
	switch {
	case kind == "" && field == "":
	case !slices.Contains([]string{pricelist.AuthBearer, pricelist.AuthBasic, pricelist.AuthHeader, pricelist.AuthQuery}, kind),
		(kind == pricelist.AuthHeader || kind == pricelist.AuthQuery) != (field != ""):
		return fail("one of: bearer, basic, header:NAME, query:NAME", "%s.auth: %q is not known", key, list.Auth)
	case list.URL == "":
		return fail("leave it out: a file needs no key", "%s.auth goes with url:", key)
	case list.TokenEnv == "" && list.TokenFile == "":
		return fail("name the variable of the environment that holds the key as token_env, or a file as token_file", "%s.auth has no token", key)
	}
	return nil
}

// place is where the list is, as it is written.
func (l *List) place() string {
	switch {
	case l.URL != "":
		return "url"
	case l.File != "":
		return "file"
	case l.Folder != "":
		return "folder"
	}
	return ""
}

func (l *List) auth() (kind, field string) {
	kind, field, _ = strings.Cut(l.Auth, ":")
	return kind, field
}

// ListSources are the price lists with their mappings and keys.
func (c *Config) ListSources(lookupEnv func(string) (string, bool)) ([]pricelist.Source, error) {
	lists, keys := c.Listed()
	var sources []pricelist.Source
	for i, list := range lists {
		said, err := c.listMapping(list, keys[i])
		if err != nil {
			return nil, err
		}
		source := pricelist.Source{URL: list.URL, Format: said.Format, Records: said.Records, Sheets: said.Sheets, Hints: said.Hints(keys[i])}
		source.Hints.Language = c.Spoken()
		if list.File != "" {
			source.File = c.Path(list.File)
		}
		if list.Folder != "" {
			source.Folder = c.Path(list.Folder)
		}
		kind, field := list.auth()
		source.Auth = pricelist.Auth{Kind: kind, Field: field, User: list.User}
		if kind != "" {
			if source.Auth.Token, err = c.listToken(list, keys[i], lookupEnv); err != nil {
				return nil, err
			}
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// listMapping is what is said of a list: by its mapping, and over it by the config.
func (c *Config) listMapping(list List, key string) (form.Mapping, error) {
	if list.Mapping == "" {
		return list.Said, nil
	}
	data, file, err := c.TemplateSet().Read(templates.List, c.templateName(list.Mapping))
	if err != nil {
		return form.Mapping{}, failure.Mistake(failure.Hint(err), "%s: %s.mapping: %w", c.File, key, err)
	}
	mapping, err := form.Compile(file, data)
	if err != nil {
		return form.Mapping{}, failure.Mistake(failure.Hint(err), "%w", err)
	}
	return mapping.Under(list.Said), nil
}

// listToken reads a list's key from its file or the environment.
func (c *Config) listToken(list List, key string, lookupEnv func(string) (string, bool)) (supplier.Secret, error) {
	if list.TokenFile != "" {
		data, err := os.ReadFile(c.Path(list.TokenFile))
		if err == nil && strings.TrimSpace(string(data)) != "" {
			return supplier.NewSecret(strings.TrimSpace(string(data))), nil
		}
		return supplier.Secret{}, failure.Mistake("put the list's key into that file", "%s: %s.token_file: %s cannot be read or is empty", c.File, key, list.TokenFile)
	}
	token, _ := lookupEnv(list.TokenEnv)
	if token = strings.TrimSpace(token); token == "" {
		return supplier.Secret{}, failure.Mistake(fmt.Sprintf("export %s=KEY, or name a file as token_file", list.TokenEnv), "%s: %s.token_env: the environment has no %s", c.File, key, list.TokenEnv)
	}
	return supplier.NewSecret(token), nil
}

// Lists is how the price lists are read, but for what the caller has.
func (c *Config) Lists(lookupEnv func(string) (string, bool)) (pricelist.Options, error) {
	sources, err := c.ListSources(lookupEnv)
	return pricelist.Options{Sources: sources, State: c.beside("lists"), Memory: c.beside("list-columns.json"), HTTP: http.DefaultClient}, err
}
