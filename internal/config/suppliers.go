package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// A config with suppliers: is taken apart into one config for each of them. In each of these
// Supplier is that one, so that every method speaks of him alone, and all the rest is shared.

// Suppliers are the configs of the suppliers, in the order of their names; where there is but
// one, the config itself.
func (c *Config) Suppliers() []*Config {
	if !c.Several() {
		return []*Config{c}
	}
	var each []*Config
	for _, name := range slices.Sorted(maps.Keys(c.Named)) {
		each = append(each, c.named(name))
	}
	return each
}

// named is the config as it stands for one of several suppliers.
func (c *Config) named(name string) *Config {
	one := *c
	one.Supplier, one.supplierName, one.Named = c.Named[name], name, nil
	one.takeCounterparty()
	return &one
}

// Several reports whether the config has suppliers:, be it one alone, of which none is chosen.
func (c *Config) Several() bool { return c.Named != nil }

// SupplierNames are the names under suppliers:, sorted; none where there is but one supplier,
// which has no name.
func (c *Config) SupplierNames() []string { return slices.Sorted(maps.Keys(c.Named)) }

// Of is the config as it stands for the supplier of a name. A name that the config has not is
// an error of kind failure.Usage.
func (c *Config) Of(name string) (*Config, error) {
	if _, known := c.Named[name]; known {
		return c.named(name), nil
	}
	if !c.Several() {
		return nil, refusal.New(failure.Usage, wording.NewMessage("config.no_names", c.File, name), wording.NewMessage("config.no_names.way"))
	}
	return nil, refusal.New(failure.Usage, wording.NewMessage("config.no_supplier", c.File, name), wording.NewMessage("config.no_supplier.way", strings.Join(c.SupplierNames(), ", ")))
}

// SupplierName is the name of the config's supplier, "" where he has none.
func (c *Config) SupplierName() string { return c.supplierName }

// SupplierID is what the journal and the files beside it know the supplier by: his name; "" for
// the one of `supplier:`, and for whom takes his place among several.
func (c *Config) SupplierID() string {
	if c.Supplier.First {
		return ""
	}
	return c.supplierName
}

// Whose says of an error which of several suppliers it is about.
func (c *Config) Whose(err error) error {
	if err == nil || c.supplierName == "" {
		return err
	}
	return fmt.Errorf("supplier %s: %w", c.supplierName, err)
}

// RequireOne is an error where the config has several suppliers and none was chosen.
func (c *Config) RequireOne() error {
	if !c.Several() {
		return nil
	}
	return refusal.New(failure.Usage, wording.NewMessage("config.which_supplier", c.File), wording.NewMessage("config.which_supplier.way", strings.Join(c.SupplierNames(), ", ")))
}

// SupplierAt is the key under which the supplier stands: supplier, or such as suppliers.beta.
func (c *Config) SupplierAt() string {
	if c.supplierName != "" {
		return "suppliers." + c.supplierName
	}
	return "supplier"
}

// supplierKey is the whole key of a setting of the supplier.
func (c *Config) supplierKey(setting string) string { return c.SupplierAt() + "." + setting }

// defaultTokenEnv is the variable of the environment that has the token where none is named:
// each supplier has his own, so that no token goes to another.
func (c *Config) defaultTokenEnv() string {
	if c.supplierName == "" {
		return "DROPBRIDGE_TOKEN"
	}
	return "DROPBRIDGE_TOKEN_" + strings.ToUpper(strings.ReplaceAll(c.supplierName, "-", "_"))
}
